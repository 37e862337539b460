import { z } from 'zod';

/** Keeps an entry of a list from being shown. */
export const hidden = z.literal(true).describe('The page does not show it').optional();

/** A list whose entries can be hidden. The least number counts what is shown. */
export const hideable = <Entry extends z.ZodType<{ hidden?: true | undefined }>>(
  entry: Entry,
  least: number,
  most: number,
) =>
  z
    .array(entry)
    .min(least)
    .max(most)
    .refine(
      (entries) => entries.filter((one) => !one.hidden).length >= least,
      `shows too few. At least ${least} must not be hidden.`,
    );

/** Data without the list entries that are hidden, at any depth. */
export function withoutHidden<T>(data: T): T {
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((entry) => !isHidden(entry)).map(shown);
    if (!isPlain(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown(inner)]));
  };
  return shown(data) as T;
}

/** Not a date. */
const isPlain = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
const isHidden = (value: unknown) => isPlain(value) && 'hidden' in value && value.hidden === true;
