import MiniSearch from 'minisearch';
import type { Passage } from '../../../src/build/knowledge/passages.ts';
import { rate, type Question } from './rating.ts';
import { sentencesOf, speak, type Field, type Sentence } from './sentences.ts';
import { askedBy, COMMON_WORDS, spelledWordsOf, termsOf, usualForm, wordingOf } from './words.ts';

/** The answer to a question, and the passage it quotes. */
export interface Answer {
  /** One or two whole sentences quoted from the content, preceded by the title of the passage where they need it. */
  text: string;
  passage: Passage;
}

/** In characters: nobody speaks a longer question. */
const LONGEST_QUESTION = 400;
/** A question about costs can only be answered with a price. */
const PRICE = termsOf('price');
/** How much lower the last sentence of the site ranks than the first: the site begins with what matters most. */
const ORDER = 0.15;

/** Corrects words that are mistyped or cut short. */
function openSpelling(words: ReadonlySet<string>): (word: string) => string {
  const forms = new Set([...words].map(usualForm));
  const letters = (word: string) => word.charAt(0) + Array.from(word).sort().join('');
  const anagrams = new Map([...words].map((word) => [letters(word), word]));
  const index = new MiniSearch({ fields: ['id'] });
  index.addAll([...words].map((id) => ({ id })));
  return (word) => {
    if (/\d/.test(word) || forms.has(usualForm(word))) return word;
    const fuzzy = word.length >= 10 ? 2 : word.length >= 5 && 1;
    const [closest] = index.search(word, { prefix: word.length >= 4, fuzzy });
    return anagrams.get(letters(word)) ?? (closest ? String(closest.id) : word);
  };
}

/** A search that uses the terms of sentences and questions unchanged. */
function openSearch(sentences: readonly Sentence[]): (terms: ReadonlySet<string>) => (id: number) => number {
  const asTerms = { tokenize: (terms: string) => terms.split(' '), processTerm: (term: string) => term };
  const fields: Field[] = ['sentence', 'title', 'place', 'text'];
  const index = new MiniSearch({ ...asTerms, fields });
  index.addAll(
    sentences.map(({ terms }, id) => ({
      id,
      ...Object.fromEntries(fields.map((field) => [field, [...terms[field]].join(' ')])),
    })),
  );
  return (terms) => {
    const results = index.search([...terms].join(' '), { ...asTerms, boost: { sentence: 2, text: 0.5 } });
    const scores = new Map(results.map(({ id, score }) => [Number(id), score]));
    const highest = Math.max(...scores.values());
    return (id) => (scores.get(id) ?? 0) / highest;
  };
}

/**
 * Answers questions with quotes from passages.
 *
 * @returns a function that answers a question; it returns undefined if the passages have no answer
 */
export function openAnswers(passages: readonly Passage[]): (question: string) => Answer | undefined {
  const sentences = passages.flatMap(sentencesOf);
  const search = openSearch(sentences);
  const written = passages.flatMap(({ title, page, text }) => spelledWordsOf(`${title} ${page} ${text}`));
  const spell = openSpelling(new Set([...written, ...COMMON_WORDS]));

  function weightOf(term: string): number {
    const having = sentences.filter(({ terms }) => Object.values(terms).some((field) => field.has(term)));
    return Math.log(1 + sentences.length / (1 + having.length));
  }

  function understand(asked: string): Question {
    const terms = termsOf(asked);
    const kind = askedBy(asked);
    const told = new Set(kind?.needed ? [kind.term] : []);
    const weights = new Map([...terms].map((term) => [term, weightOf(term)]));
    if (kind) weights.set(kind.term, 2 * weightOf(kind.term));
    return {
      terms,
      needed: PRICE.intersection(terms).union(told),
      // The count of something is not a separate subject.
      subjects: kind && terms.has(kind.term.slice(1)) ? terms : terms.union(told),
      kind: kind?.term,
      wording: wordingOf(asked),
      weigh: (term) => weights.get(term) ?? 0,
    };
  }

  return (asked) => {
    if (asked.length > LONGEST_QUESTION) return undefined;
    const question = understand(spelledWordsOf(asked).map(spell).join(' '));
    const hitOf = search(question.terms);
    const [best] = sentences
      .flatMap((sentence, id) => {
        const rating = rate(sentence, question, hitOf(id));
        return rating === undefined ? [] : { sentence, rating: rating - (ORDER * id) / sentences.length };
      })
      .sort((a, b) => b.rating - a.rating);
    return best && { text: speak(best.sentence, question.terms), passage: best.sentence.passage };
  };
}
