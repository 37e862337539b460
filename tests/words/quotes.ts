import { it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import { find } from './content.ts';

/** What has to stand at a place: exactly this; these words within it, in capitals or not; so many entries; these fields. */
type Words =
  | string
  | boolean
  | readonly string[]
  | { readonly holds: string }
  | { readonly count: number }
  | { readonly fields: readonly string[] };

/** The section of the spec, the file (or folder) of content/, the place in it (see {@link find}), and the spec's words. */
export type Quote = readonly [spec: number, path: string, field: string, words: Words];

/** The words stand within what the field says. */
export const holds = (words: string) => ({ holds: words });
/** The list, or the folder, has so many entries. */
export const count = (entries: number) => ({ count: entries });
/** There are these fields, in this order. */
export const fields = (...names: string[]) => ({ fields: names });

/** What the message of every misquote ends with. */
export const REMEDY =
  'Change it back, or, if your company has words of its own, set HOLD_SPEC_WORDS to false in vitest.config.ts.';

/** A word of content/ is not as the spec has it. */
export class MisquoteError extends Error {
  override name = 'MisquoteError';

  constructor(message: string) {
    super(message);
    // Where in our code it was found helps nobody who writes copy.
    this.stack = `${this.name}: ${message}`;
  }
}

/** A text without what a line break, a typographic apostrophe or a capital letter makes of it. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('’', "'").toLowerCase();

/** Longer than any field that the spec quotes something of: nobody looks for a word in so much. */
const LONG = 400;

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'no entries' : value.map(shown).join(', ');
  if (typeof value === 'object') return `the fields ${Object.keys(value).join(', ')}`;
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  return text.length > LONG ? 'other words' : `“${text}”`;
};

/** Whether the spec's words are what was found, and both in words. */
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
 * What is wrong with a place of content/ at which the spec's words have to stand, or undefined.
 *
 * @returns the file, the field, what the spec has there, what the file has, and what to do
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
