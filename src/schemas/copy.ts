import { z } from 'zod';

/** The headline figures of content/site.yaml. Copy refers to them as `{students-trained}` and so on. */
export const FIGURE_KEYS = [
  'trusted-by',
  'students-trained',
  'internship-length',
  'expert-call',
  'response-time',
  'timeline',
  'manual-work-cut',
] as const;
export type FigureKey = (typeof FIGURE_KEYS)[number];

/** What may stand in braces in any line of copy. */
export const PLACEHOLDERS = ['company', 'email', ...FIGURE_KEYS] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const BRACES = /\{([^{}]*)\}/g;

function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(BRACES)]
    .map(([, key]) => key ?? '')
    .filter((key) => !(PLACEHOLDERS as readonly string[]).includes(key));
}

/**
 * One line or paragraph of copy: not blank, at most `limit` characters, with placeholders in braces.
 *
 * @param extra further placeholders that this one field understands
 */
export const copy = (limit: number, extra: readonly string[] = []) =>
  z
    .string()
    .max(limit)
    .superRefine((text, context) => {
      if (text.trim() === '')
        context.addIssue('is empty. Write the text, or remove the line if the field is optional.');
      const unknown = unknownPlaceholders(text).filter((key) => !extra.includes(key));
      if (unknown.length > 0)
        context.addIssue(
          `refers to ${unknown.map((key) => `{${key}}`).join(', ')}, which does not exist. Use one of ${[...PLACEHOLDERS, ...extra].map((key) => `{${key}}`).join(' ')}.`,
        );
    });

/** Where a link leads: a page of this site, a section, an https page, an e-mail address or a telephone number. */
export const href = () =>
  z
    .string()
    .max(300)
    .regex(
      /^(\/(?!\/)|#[a-z]|https:\/\/|mailto:|tel:\+)/,
      'must start with / (a page), # (a section), https://, mailto: or tel:+. For example: /#contact',
    );

/**
 * Copy with its placeholders replaced, at any depth. Every string field may hold some.
 *
 * @param site the company's name, address and figures, from content/site.yaml
 */
export function fillPlaceholders<T>(
  data: T,
  site: { name: string; email: string; figures: Record<FigureKey, { value: string }> },
): T {
  const value = (key: Placeholder) => {
    if (key === 'company') return site.name;
    if (key === 'email') return site.email;
    return site.figures[key].value;
  };
  const fill = (item: unknown): unknown => {
    if (typeof item === 'string')
      return item.replace(BRACES, (whole, key: string) =>
        (PLACEHOLDERS as readonly string[]).includes(key) ? value(key as Placeholder) : whole,
      );
    if (Array.isArray(item)) return item.map(fill);
    if (item !== null && typeof item === 'object' && !(item instanceof Date))
      return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, fill(inner)]));
    return item;
  };
  return fill(data) as T;
}
