import { diffArrays } from 'diff';
import { plainLine } from '../../src/backend/text-rules.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text, each with the white space after it; a line break ends one. Joined, they are the text. */
export const sentencesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Consecutive sentences that are in both texts, only in the first, or only in the second. */
export interface Stretch {
  kind: 'same' | 'removed' | 'added';
  /** As in the second text, except for removed ones. */
  sentences: string[];
}

/** Compares two lists of sentences, ignoring white space around a sentence. */
export function compareSentences(before: readonly string[], after: readonly string[]): Stretch[] {
  let position = 0;
  const parts = diffArrays([...before], [...after], { comparator: (a, b) => a.trim() === b.trim() });
  return parts.map(({ added, removed, value }) => {
    if (removed) return { kind: 'removed', sentences: value };
    const sentences = after.slice(position, position + value.length);
    position += value.length;
    return { kind: added ? 'added' : 'same', sentences };
  });
}

const lines = (mark: string, sentences: readonly string[]) =>
  sentences.flatMap((sentence) => (sentence.trim() === '' ? [] : [`${mark} ${plainLine(sentence)}`]));

/** The changes, a line for each sentence, with - and +; `…` stands for unchanged text. */
export function describeTextChange(before: string, after: string): string[] {
  const described = compareSentences(sentencesOf(before), sentencesOf(after)).flatMap(({ kind, sentences }) => {
    if (kind === 'same') return ['…'];
    return lines(kind === 'removed' ? '-' : '+', sentences);
  });
  // Only white space differs.
  return described.some((line) => line !== '…')
    ? described
    : [`- ${JSON.stringify(before)}`, `+ ${JSON.stringify(after)}`];
}

const inWords = (value: unknown) => plainLine(typeof value === 'string' ? value : JSON.stringify(value));

/** A change of any value, as lines with - and +. A missing value has no line. */
export function describeChange(before: unknown, after: unknown): string[] {
  if (typeof before === 'string' && typeof after === 'string') return describeTextChange(before, after);
  return [
    ...(before === undefined ? [] : [`- ${inWords(before)}`]),
    ...(after === undefined ? [] : [`+ ${inWords(after)}`]),
  ];
}
