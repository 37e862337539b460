import type { AskedQuestion } from '../../../src/build/knowledge/questions.ts';
import { alikeness, signsOfAll } from './kept-meanings.ts';
import { meaningsOf, type Meaning } from './meaning.ts';
import { termsOf, wordingOf } from './words.ts';

/** How much a word counts that does not say what a question is about, compared with one that does. */
const SMALL_WORD = 0.15;
/** How much the meaning of a question counts beside its words. */
const MEANING = 0.7;
/**
 * How clear the best match has to be: how alike it is, from 0 to 1, and how much more so than any other question, both in
 * words and in meaning. Tuned with tests/questions.
 */
const CLEAR = 0.7;
/** From here on, it is the same question. */
const SAME = 0.95;
/** How much the wordings of a question count that are closest in meaning. */
const CLOSEST = [0.6, 0.25, 0.15];

/** A question as it is compared. */
interface Wording {
  /** All words, in their usual form. */
  words: ReadonlySet<string>;
  /** Those that say what it is about. */
  terms: ReadonlySet<string>;
}

/** How alike one question is to each of the known ones, in the same order. */
type Likeness = readonly number[];

/** How far one question is ahead of all others; negative if it is behind. */
function lead(likeness: Likeness, index: number): number {
  const others = likeness.filter((_, other) => other !== index);
  return (likeness[index] ?? 0) - Math.max(0, ...others);
}

const descending = (numbers: readonly number[]) => numbers.toSorted((a, b) => b - a);

/** Compares the words of questions. */
function openWords(questions: readonly (readonly string[])[]) {
  const read = (text: string): Wording => ({ words: wordingOf(text), terms: termsOf(text) });
  const readings = questions.map((wordings) => {
    const each = wordings.map(read);
    return { wordings: each, words: new Set(each.flatMap(({ words }) => [...words])) };
  });
  const counts = new Map<string, number>();
  for (const word of readings.flatMap(({ words }) => [...words])) counts.set(word, (counts.get(word) ?? 0) + 1);

  /** The fewer questions have a word, the more it says; one that none has says most. */
  const rarity = (word: string) => Math.log(1 + questions.length / (0.5 + (counts.get(word) ?? 0)));
  const weigh = (words: Iterable<string>, terms: ReadonlySet<string>) =>
    [...words].reduce((sum, word) => sum + rarity(word) * (terms.has(word) ? 1 : SMALL_WORD), 0);
  const known = readings.map(({ wordings, words }) => ({
    words,
    wordings: wordings.map((wording) => ({ ...wording, weight: weigh(wording.words, wording.terms) })),
  }));

  /** @returns for each question how alike it is, and how alike its closest wording */
  return (asked: string): { alike: number; closest: number }[] => {
    const { words, terms } = read(asked);
    const weight = weigh(words, terms);
    if (words.size < 2 || weight === 0) return known.map(() => ({ alike: 0, closest: 0 }));
    const shared = (others: ReadonlySet<string>) => weigh(words.intersection(others), terms);
    return known.map((candidate) => {
      const likeness = descending(candidate.wordings.map((one) => (2 * shared(one.words)) / (weight + one.weight)));
      const [closest = 0, second = 0, third = 0] = likeness;
      // One wording can be alike by chance.
      const usual = (closest + second + third) / 3;
      return { alike: (usual + shared(candidate.words) / weight) / 2, closest };
    });
  };
}

/** Compares the meanings of questions. */
async function openMeanings(questions: readonly (readonly string[])[]) {
  const signs = await signsOfAll(questions.flat());
  const known = questions.map((wordings) => wordings.map((wording) => signs.get(wording) ?? new Uint8Array()));
  return (asked: Meaning): Likeness =>
    known.map((wordings) => {
      const likeness = descending(wordings.map((wording) => alikeness(asked, wording)));
      return CLOSEST.reduce((sum, share, index) => sum + share * (likeness[index] ?? likeness[0] ?? 0), 0);
    });
}

/** A text as it is compared: the company's name says nothing about what is asked. */
const anonymous = (text: string, company: string) => text.toLowerCase().replaceAll(company.toLowerCase(), 'you');

/** All wordings of each question, as they are compared. */
export const wordingsOf = (questions: readonly AskedQuestion[], company: string): string[][] =>
  questions.map(({ question, also }) => [question, ...also].map((text) => anonymous(text, company)));

/**
 * Finds the question of content/assistant/questions/ that a caller asks in other words.
 *
 * @returns a function that finds it; it resolves to undefined if none is clearly meant
 */
export async function openQuestions(
  questions: readonly AskedQuestion[],
  company: string,
): Promise<(asked: string) => Promise<AskedQuestion | undefined>> {
  const wordings = wordingsOf(questions, company);
  const compareWords = openWords(wordings);
  const compareMeanings = await openMeanings(wordings);

  return async (asked) => {
    const text = anonymous(asked, company);
    const inWords = compareWords(text);
    const same = inWords.findIndex(({ closest }) => closest >= SAME);
    if (same >= 0) return questions[same];
    const words = inWords.map(({ alike }) => alike);
    if (Math.max(...words) === 0) return undefined;
    const [meaning] = await meaningsOf([text]);
    if (!meaning) return undefined;
    const meanings = compareMeanings(meaning);
    const alike = meanings.map((one, index) => MEANING * one + (1 - MEANING) * (words[index] ?? 0));
    const best = alike.indexOf(Math.max(...alike));
    const clearness = (alike[best] ?? 0) + lead(words, best) + lead(meanings, best);
    return clearness >= CLEAR ? questions[best] : undefined;
  };
}
