import type { Passage } from '../../../src/build/knowledge/passages.ts';
import type { RehearsalCopy } from '../../../src/schemas/assistant.ts';

/** What became of the questions of a call. */
export interface Findings {
  /** What was answered from, in the words of the pages. */
  topics: readonly string[];
  /** What could not be answered, as it was asked. */
  open: readonly string[];
}

/**
 * What a passage is about, in a few words. The first of a page or section stands under its headline, which says less than
 * the name of the place.
 */
export function openTopics(passages: readonly Passage[]): (passage: Passage) => string {
  const headlines = new Set(new Map(passages.toReversed().map((passage) => [passage.page, passage])).values());
  return (passage) => {
    const { path, page, title } = passage;
    return path !== '/' && headlines.has(passage) ? page : title.replace(/[.?!]$/, '');
  };
}

const MOST_TOPICS = 6;
const MOST_OPEN = 3;
/** Of an open question (code points). */
const LONGEST_QUESTION = 120;

function shorten(question: string): string {
  const letters = Array.from(question.replace(/\s+/g, ' ').trim());
  return letters.length <= LONGEST_QUESTION ? letters.join('') : `${letters.slice(0, LONGEST_QUESTION - 1).join('')}…`;
}

/** A call in a sentence or two. Nothing is in them twice. */
export function summarize({ topics, open }: Findings, words: RehearsalCopy['summary']): string {
  const about = [...new Set(topics)].slice(0, MOST_TOPICS);
  const unanswered = [...new Set(open.map(shorten))].slice(0, MOST_OPEN);
  const sentences = [
    ...(about.length > 0 ? [words.asked.replace('{topics}', () => about.join('; '))] : []),
    ...(unanswered.length > 0
      ? [words.open.replace('{questions}', () => unanswered.map((question) => `"${question}"`).join('; '))]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : words.nothing;
}
