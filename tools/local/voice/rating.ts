import { isFigure, isWhole, type Field, type Sentence } from './sentences.ts';

/** A question, prepared for rating sentences. */
export interface Question {
  terms: Set<string>;
  /** Terms that an answer must have. */
  needed: Set<string>;
  /** Most of what an answer must be about. */
  subjects: Set<string>;
  /** The term that the best answers to this kind of question have. */
  kind: string | undefined;
  wording: Set<string>;
  /** The weight of a term: the fewer sentences have it, the higher. */
  weigh: (term: string) => number;
}

/** The share of a question that a sentence and its context must cover. */
const ENOUGH = 0.6;
/** The share of its wording that a question has in common with a heading that asks the same. */
const ALIKE = 0.7;
/** The value of a term by where it is found, highest first. */
const WORTH: [Field, number][] = [
  ['sentence', 1],
  ['title', 1],
  ['place', 0.9],
  ['text', 0.45],
];

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  (2 * a.intersection(b).size) / Math.max(a.size + b.size, 1);

/** How many headings of a sentence ask the same as a question, weighted by similarity. */
const sameAsked = ({ headings }: Sentence, question: Question) =>
  sum(
    Object.values(headings)
      // A question with several terms is about them, however it is worded.
      .filter(({ kind }) => question.terms.size < 2 || kind === 'question')
      .map(({ wording }) => likeness(question.wording, wording))
      .filter((share) => share >= ALIKE),
  );

/** The terms of a sentence's title, if they are relevant to the question. */
function titleTerms({ headings: { title } }: Sentence, question: Question, alike: number): Set<string> {
  // An answer to one question need not answer another one about the same topic.
  const matters = {
    topic: true,
    question: alike > 0,
    condition: question.wording.has('when') || question.wording.has('if'),
  };
  return matters[title.kind] ? title.terms : new Set();
}

/**
 * How well a sentence answers a question; undefined if it does not. The weights were tuned with the questions in
 * tools/local/answers.test.ts.
 *
 * @param hit the score of the search, from 0 to 1
 */
export function rate(sentence: Sentence, question: Question, hit: number): number | undefined {
  const { text, depth, terms, headings } = sentence;
  const alike = sameAsked(sentence, question);
  const title = titleTerms(sentence, question, alike);
  const titleFit = likeness(question.terms, title);
  const found = { ...terms, title };
  const worth = (term: string) => WORTH.find(([field]) => found[field].has(term))?.[1] ?? 0;
  const share = (asked: ReadonlySet<string>, weigh: (term: string) => number) =>
    asked.size === 0 ? 1 : sum([...asked].map((term) => worth(term) * weigh(term))) / sum([...asked].map(weigh));

  const about = alike > 0 ? question.terms : question.subjects;
  const covered = [share(about, question.weigh), share(about, () => 1)];
  if (Math.min(...covered) < ENOUGH) return undefined;
  if (alike === 0) {
    // Under a title about several things, a sentence may be about another of them.
    const own = isWhole(text) && titleFit < ENOUGH ? terms.sentence : terms.sentence.union(title);
    if (own.isDisjointFrom(question.terms) || !question.needed.isSubsetOf(terms.sentence.union(title)))
      return undefined;
  }

  const pageIsNamed = headings.page.terms.size > 0 && headings.page.terms.isSubsetOf(question.terms);
  const fits = [title, headings.page.terms, headings.label.terms].map((heading) => likeness(question.terms, heading));
  const fit = pageIsNamed ? 1 : Math.max(...fits);
  const isWanted = !isFigure(text) || (question.kind !== undefined && titleFit === 1);
  const ideal = new Set(question.kind === undefined || alike > 0 ? [] : [question.kind]).union(question.terms);
  return (
    share(ideal, question.weigh) +
    (isWanted ? 0.3 * fit ** 2 + 0.15 * titleFit ** 3 : -0.2) +
    0.2 * alike +
    0.1 * hit -
    0.04 * depth -
    (title === headings.title.terms ? 0 : 0.1) -
    (isWhole(text) ? 0 : 0.08)
  );
}
