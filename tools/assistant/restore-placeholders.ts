import { fillPlaceholders, PLACEHOLDERS } from '../../src/schemas/copy.ts';
import type { Site } from '../../src/schemas/site.ts';
import { compareSentences, sentencesOf } from './text-difference.ts';

type Placeholder = (typeof PLACEHOLDERS)[number];

/** What every text may name; a figure's value is an ordinary number or word wherever the text did not name the figure. */
const ALWAYS: readonly Placeholder[] = ['company', 'email'];

const valueOf = (key: Placeholder, site: Site) => fillPlaceholders(`{${key}}`, site);
const keysIn = (text: string) => PLACEHOLDERS.filter((key) => text.includes(`{${key}}`));
const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Two keys with the same value can't be told apart. */
function unambiguous(keys: readonly Placeholder[], site: Site): Map<string, Placeholder> {
  const byValue = Map.groupBy(new Set(keys), (key) => valueOf(key, site));
  return new Map([...byValue].flatMap(([value, [key, other]]) => (key && !other ? [[value, key] as const] : [])));
}

/** Replaces the values where they stand as words of their own: not within another word, an address or a number. */
function insert(text: string, keys: ReadonlyMap<string, Placeholder>): string {
  const values = [...keys.keys()].sort((a, b) => b.length - a.length).map(escape);
  const word = new RegExp(
    String.raw`(?<![\p{L}\p{N}_]|[\p{L}\p{N}][-./@'’]|[@/])(?:${values.join('|')})(?![\p{L}\p{N}_]|[-./@][\p{L}\p{N}])`,
    'gu',
  );
  return text.replaceAll(word, (value) => `{${keys.get(value) ?? ''}}`);
}

/**
 * A text that came back from elsewhere, with placeholders for the site's values again. Sentences that have not changed
 * are as they were written; in others the company's name and address become placeholders, and a figure's value does if
 * the former text named that figure.
 *
 * @param text with values
 * @param written the former text, with placeholders
 */
export function restorePlaceholders(text: string, written: string, site: Site): string {
  const former = sentencesOf(written);
  let position = 0;
  let replaced: string[] = [];
  return compareSentences(
    former.map((sentence) => fillPlaceholders(sentence, site)),
    sentencesOf(text),
  )
    .map(({ kind, sentences }) => {
      const originals = former.slice(position, position + sentences.length);
      if (kind === 'removed') {
        position += sentences.length;
        replaced = originals;
        return '';
      }
      if (kind === 'same') {
        position += sentences.length;
        return sentences.map((sentence, index) => (originals[index] ?? '').trim() + trailingSpace(sentence)).join('');
      }
      const keys = new Map([
        ...unambiguous([...ALWAYS, ...keysIn(written)], site),
        ...unambiguous([...ALWAYS, ...keysIn(replaced.join(''))], site),
      ]);
      replaced = [];
      return sentences.map((sentence) => insert(sentence, keys)).join('');
    })
    .join('');
}

const trailingSpace = (text: string) => /\s*$/.exec(text)?.[0] ?? '';
