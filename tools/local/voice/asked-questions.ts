import type { AskedQuestion } from '../../../src/build/knowledge/questions.ts';
import { termsOf, wordingOf } from './words.ts';

/** How much a word counts that does not say what a question is about, compared with one that does. */
const SMALL_WORD = 0.15;
/**
 * How clear the best match has to be: how alike it is, from 0 to 1, and how much more so than any other question, times
 * LEAD. Tuned with tests/questions.
 */
const CLEAR = 2.2;
const LEAD = 9;
/** From here on, it is the same question. */
const SAME = 0.95;

/** A question as it is compared. */
interface Wording {
  /** All words, in their usual form. */
  words: ReadonlySet<string>;
  /** Those that say what it is about. */
  terms: ReadonlySet<string>;
}

/**
 * Finds the question of content/assistant/questions/ that a caller asks in other words.
 *
 * @param company its name says nothing about what is asked
 * @returns a function that finds it; it returns undefined if none is clearly meant
 */
export function openQuestions(
  questions: readonly AskedQuestion[],
  company: string,
): (asked: string) => AskedQuestion | undefined {
  const read = (text: string): Wording => {
    const anonymous = text.toLowerCase().replaceAll(company.toLowerCase(), ' ');
    return { words: wordingOf(anonymous), terms: termsOf(anonymous) };
  };
  const readings = questions.map((question) => {
    const wordings = [question.question, ...question.also].map(read);
    return { question, wordings, words: new Set(wordings.flatMap(({ words }) => [...words])) };
  });
  const counts = new Map<string, number>();
  for (const word of readings.flatMap(({ words }) => [...words])) counts.set(word, (counts.get(word) ?? 0) + 1);

  /** The fewer questions have a word, the more it says; one that none has says most. */
  const rarity = (word: string) => Math.log(1 + questions.length / (0.5 + (counts.get(word) ?? 0)));
  const weigh = (words: Iterable<string>, terms: ReadonlySet<string>) =>
    [...words].reduce((sum, word) => sum + rarity(word) * (terms.has(word) ? 1 : SMALL_WORD), 0);
  const known = readings.map(({ wordings, ...reading }) => ({
    ...reading,
    wordings: wordings.map((wording) => ({ ...wording, weight: weigh(wording.words, wording.terms) })),
  }));

  return (asked) => {
    const { words, terms } = read(asked);
    const weight = weigh(words, terms);
    if (weight === 0) return undefined;
    const shared = (others: ReadonlySet<string>) => weigh(words.intersection(others), terms);
    const [best, second] = known
      .map((candidate) => {
        const likeness = candidate.wordings
          .map((one) => (2 * shared(one.words)) / (weight + one.weight))
          .sort((a, b) => b - a);
        const [closest = 0] = likeness;
        // One wording can be alike by chance.
        const usual = (closest + (likeness[1] ?? 0) + (likeness[2] ?? 0)) / 3;
        return { ...candidate, closest, alike: (usual + shared(candidate.words) / weight) / 2 };
      })
      .sort((a, b) => Number(b.closest >= SAME) - Number(a.closest >= SAME) || b.alike - a.alike);
    if (!best) return undefined;
    // One word is not a question.
    const isClear = words.size > 1 && best.alike + LEAD * (best.alike - (second?.alike ?? 0)) >= CLEAR;
    return isClear || best.closest >= SAME ? best.question : undefined;
  };
}
