import { z } from 'zod';
import { FIGURE_KEYS, RETENTION_KEYS } from './figures.ts';
import { splitFrontmatter } from './frontmatter.ts';

/** The placeholders that any line of copy can use, in braces. */
export const PLACEHOLDERS: readonly string[] = [
  'company',
  'email',
  'phone',
  ...FIGURE_KEYS,
  ...RETENTION_KEYS.map((key) => `kept-${key}`),
];

const BRACES = /\{([^{}]*)\}/g;

const inBraces = (keys: readonly string[]) => keys.map((key) => `{${key}}`);

/**
 * The message for placeholders that do not exist.
 *
 * @param extra further placeholders that this text can use
 */
export const noSuchPlaceholder = (unknown: readonly string[], extra: readonly string[] = []): string =>
  `refers to ${inBraces(unknown).join(', ')}, which does not exist. Use one of ${inBraces([...PLACEHOLDERS, ...extra]).join(' ')}.`;

/**
 * What is wrong with the placeholders of a text, or undefined.
 *
 * @param extra further placeholders that this text can use
 */
export function placeholderMistake(text: string, extra: readonly string[] = []): string | undefined {
  const known = [...PLACEHOLDERS, ...extra];
  const unknown = [...text.matchAll(BRACES)].map(([, key]) => key ?? '').filter((key) => !known.includes(key));
  return unknown.length === 0 ? undefined : noSuchPlaceholder(unknown, extra);
}

/** The message for a note that not everything that reads a text would leave out. */
export const ODD_NOTE =
  'has a note that is not written as {/* note */}. Write it like this, with nothing between its signs and the braces.';

/**
 * One line or paragraph of copy: not blank, at most `limit` characters, with placeholders in braces.
 *
 * The editor reads `.meta()`, here and in the other fields (src/editing/core/form.ts).
 *
 * @param extra further placeholders that this field can use
 */
export const copy = (limit: number, extra: readonly string[] = []) =>
  z
    .string()
    .max(limit)
    .superRefine((text, context) => {
      if (text.trim() === '') context.addIssue('is empty. Write the text, or remove the field if it is optional.');
      const mistake = placeholderMistake(text, extra);
      if (mistake) context.addIssue(mistake);
    })
    .meta({ placeholders: [...PLACEHOLDERS, ...extra], shown: true });

/**
 * Whether an address names its host as browsers do: without a user name, which can look like a host, without other
 * scripts, which can look like ours, and without a dot at its end.
 */
const hasPlainHost = (address: string): boolean =>
  URL.canParse(address) &&
  /^https:\/\/([^/?#]*[^/?#.])(?:[/?#]|$)/.exec(address)?.[1]?.toLowerCase() === new URL(address).host;

/**
 * Our address or one as it is, since programs split a decoded one, and at most a subject in one line. No figure: its value
 * could add a recipient.
 */
const MAIL_LINK =
  /^mailto:(?:\{email\}|[^\s@,;:?%{}]+@[^\s@,;:?%{}]+)(?:\?subject=(?:[^&;%{}]|%(?!0[AD])[\dA-F]{2})*)?$/i;

/** The target of a link: a page of this site, a section, an https page, an e-mail address or a telephone number. */
export const linkTarget = z
  .string()
  .regex(
    // Browsers leave out control characters: /<tab>/ would be another site.
    /^(?![^]*\p{Cc})(\/(?![/\\])|#\S|https:\/\/|mailto:|tel:\+)/u,
    'must start with / (a page), # (a section), https://, mailto: or tel:+. For example: /#contact',
  )
  .refine(
    (target) => !target.startsWith('https:') || hasPlainHost(target),
    'is not an address. For example: https://example.com',
  )
  .refine(
    // Another field could send a copy to somebody else.
    (target) => !target.startsWith('mailto:') || MAIL_LINK.test(target),
    'must name one e-mail address, and at most a subject: mailto:hello@example.com?subject=Hello',
  )
  .refine(
    // A figure can begin with a slash: it could become the host, or leave no address at all.
    (target) => target.startsWith('mailto:') || !/[{}]/.test(target),
    'has a brace. Only an address that starts with mailto: can have a name in braces. Write the address itself.',
  );

/** A field for the target of a link. */
export const href = () =>
  linkTarget
    .max(300)
    .superRefine((text, context) => {
      const mistake = placeholderMistake(text);
      if (mistake) context.addIssue(mistake);
    })
    .meta({ title: 'Where it leads', placeholders: ['email'] });

/** The address of another site, without placeholders. */
export const webAddress = () =>
  z
    .url({ protocol: /^https$/ })
    .regex(/^[^{}]*$/, 'is not an address. For example: https://example.com')
    .refine(hasPlainHost, 'is not an address. For example: https://example.com');

/** A date, written in YAML as 2027-05-31. Anything else is refused, such as a year, `false` or an empty value. */
export const day = () =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(value) : value),
      z.date({
        error: 'must be a date. Write it as 2027-05-31, or remove the field if it is optional.',
      }),
    )
    .meta({ ui: 'day' });

/** A date in ISO format: 2027-05-31. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** What placeholders stand for. */
export interface PlaceholderSource {
  name: string;
  email: string;
  phone: string;
  figures: Readonly<Record<string, { value: string }>>;
  /** Days. */
  retention: Readonly<Record<string, number | undefined>>;
}

const inDays = (days: number) => days.toLocaleString('en', { style: 'unit', unit: 'day', unitDisplay: 'long' });

/**
 * Fills in the placeholders of copy, at any depth. Every string field can have some.
 *
 * @param site the company's name, address and phone number, the figures and the retention times, from content/site.yaml
 * @param write makes a value safe for where it is written
 */
export function fillPlaceholders<T>(
  data: T,
  { name, email, phone, figures, retention }: PlaceholderSource,
  write: (value: string) => string = (value) => value,
): T {
  const values = new Map([
    ...Object.entries(figures).map(([key, { value }]) => [key, value] as const),
    ...Object.entries(retention).map(([key, days]) => [`kept-${key}`, days && inDays(days)] as const),
    ['company', name],
    ['email', email],
    ['phone', phone],
  ]);
  const fill = (item: unknown): unknown => {
    if (typeof item === 'string')
      return item.replace(BRACES, (whole, key: string) => {
        const value = values.get(key);
        return value ? write(value) : whole;
      });
    if (Array.isArray(item)) return item.map(fill);
    if (item !== null && typeof item === 'object' && !(item instanceof Date))
      return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, fill(inner)]));
    return item;
  };
  return fill(data) as T;
}

/** Escapes a value so that MDX reads it as plain text. */
const literal = (value: string) => value.replace(/[^\p{L}\p{N} .,@-]/gu, (sign) => `&#${String(sign.codePointAt(0))};`);

/** Fills in the placeholders of an MDX text, which would read `{company}` as code. See {@link fillPlaceholders}. */
export const fillMarkdown = (text: string, site: PlaceholderSource): string => fillPlaceholders(text, site, literal);

/** The same in the text of an MDX file, given with its fields. */
export function fillSource(source: string, site: PlaceholderSource): string {
  const { text } = splitFrontmatter(source);
  return source.slice(0, source.length - text.length) + fillMarkdown(text, site);
}
