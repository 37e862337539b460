import { it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import { find } from './content.ts';

/** What a place must have: exactly this; these words somewhere, in any case; this many entries; these fields. */
type Words =
  | string
  | boolean
  | readonly string[]
  | { readonly holds: string }
  | { readonly count: number }
  | { readonly fields: readonly string[] };

/** The section of the spec, the file (or folder) in content/, the place (see {@link find}), and the spec's words. */
export type Quote = readonly [spec: number, path: string, field: string, words: Words];

/** The field contains the words. */
export const holds = (words: string) => ({ holds: words });
/** The list, or the folder, has this many entries. */
export const count = (entries: number) => ({ count: entries });
/** There are these fields, in this order. */
export const fields = (...names: string[]) => ({ fields: names });

/** The end of every misquote's message. */
export const REMEDY =
  'Change it back. If your company has words of its own, set HOLD_SPEC_WORDS to false in vitest.config.ts instead.';

/** Words in content/ differ from the spec. */
export class MisquoteError extends Error {
  override name = 'MisquoteError';

  constructor(message: string) {
    super(message);
    // A stack trace does not help people who write copy.
    this.stack = `${this.name}: ${message}`;
  }
}

/** A text with line breaks, typographic apostrophes and capital letters normalized. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('’', "'").toLowerCase();

/** Longer than any field that the spec quotes from. Longer texts are not shown. */
const LONG = 400;

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'no entries' : value.map(shown).join(', ');
  if (typeof value === 'object') return `the fields ${Object.keys(value).join(', ')}`;
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  return text.length > LONG ? 'other words' : `“${text}”`;
};

/** Whether a value matches the spec's words, and how a message shows both. */
function compare(words: Words, value: unknown): { same: boolean; spec: string; file: string } {
  const shownValue = { spec: shown(words), file: shown(value) };
  if (typeof words !== 'object') return { same: value === words, ...shownValue };
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if ('holds' in words) {
    const same = list.some((text) => typeof text === 'string' && plain(text).includes(plain(words.holds)));
    return { ...shownValue, same, spec: `${shown(words.holds)} in it` };
  }
  if ('count' in words)
    return { same: list.length === words.count, spec: `${words.count} of them`, file: `${list.length}` };
  if ('fields' in words) {
    const spec = `the fields ${words.fields.join(', ')}`;
    return { same: shown(value) === spec, spec, file: shown(value) };
  }
  return { same: Array.isArray(value) && value.join('\n') === words.join('\n'), ...shownValue };
}

/**
 * Checks a place in content/ for the spec's words.
 *
 * @returns undefined if it matches; otherwise the file, the field, what the spec has, what the file has, and what to do
 */
export function misquote([spec, path, field, words]: Quote): string | undefined {
  const { file, field: way, value, without } = find(path, field);
  const place = way === '' ? file : `${file}, ${way}`;
  if (without)
    return `${place}: the spec (section ${spec}) has an entry “${without.entry}” here, and the file has ${shown(without.instead)}.\n${REMEDY}`;
  const found = compare(fillPlaceholders(words, readSite()), value);
  if (found.same) return undefined;
  return `${place}: the spec (section ${spec}) has ${found.spec}, and the file has ${found.file}.\n${REMEDY}`;
}

/** One test for each quote. */
export function holdWords(quotes: readonly Quote[]): void {
  it.each(quotes)('section %i: %s, %s', (...quote) => {
    const wrong = misquote(quote);
    if (wrong !== undefined) throw new MisquoteError(wrong);
  });
}
