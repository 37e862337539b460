import { diffArrays } from 'diff';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A text's sentences, each with the white space behind it; a line ends one. Together they are the text. */
export const sentencesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Sentences that two texts share, that the first one has alone, or the second one. */
export interface Stretch {
  kind: 'same' | 'removed' | 'added';
  /** As the second text has them, except for what was removed. */
  sentences: string[];
}

/** How one list of sentences became another. White space around a sentence says nothing. */
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
  sentences.flatMap((sentence) => (sentence.trim() === '' ? [] : [`${mark} ${sentence.trim()}`]));

/** What has changed, a line for each sentence, with - and +; `…` stands for all that is the same. */
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

const inWords = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A change of any value, in lines with - and +. A value that is not there has no line. */
export function describeChange(before: unknown, after: unknown): string[] {
  if (typeof before === 'string' && typeof after === 'string') return describeTextChange(before, after);
  return [
    ...(before === undefined ? [] : [`- ${inWords(before)}`]),
    ...(after === undefined ? [] : [`+ ${inWords(after)}`]),
  ];
}
