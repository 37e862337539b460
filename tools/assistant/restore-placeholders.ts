import { fillPlaceholders, PLACEHOLDERS } from '../../src/schemas/copy.ts';
import type { Site } from '../../src/schemas/site.ts';
import { compareSentences, sentencesOf } from './text-difference.ts';

/** Restored in every text. A figure's value is restored only if the old text had that figure. */
const ALWAYS: readonly string[] = ['company', 'email'];

const valueOf = (key: string, site: Site) => fillPlaceholders(`{${key}}`, site);
const keysIn = (text: string) => PLACEHOLDERS.filter((key) => text.includes(`{${key}}`));
const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Leaves out keys that share a value, which can't be told apart. */
function unambiguous(keys: readonly string[], site: Site): Map<string, string> {
  const byValue = Map.groupBy(new Set(keys), (key) => valueOf(key, site));
  return new Map([...byValue].flatMap(([value, [key, other]]) => (key && !other ? [[value, key] as const] : [])));
}

/** Replaces the values where they are whole words: not inside another word, an address or a number. */
function insert(text: string, keys: ReadonlyMap<string, string>): string {
  const values = [...keys.keys()].sort((a, b) => b.length - a.length).map(escape);
  const word = new RegExp(
    String.raw`(?<![\p{L}\p{N}_]|[\p{L}\p{N}][-./@'’]|[@/])(?:${values.join('|')})(?![\p{L}\p{N}_]|[-./@][\p{L}\p{N}])`,
    'gu',
  );
  return text.replaceAll(word, (value) => `{${keys.get(value) ?? ''}}`);
}

/**
 * Puts the placeholders for the site's values back into a text. Unchanged sentences are kept as they were written. In
 * others, the company's name and email address become placeholders, and so does a figure's value if the old text had
 * that figure.
 *
 * @param text the new text, with values
 * @param written the old text, with placeholders
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
