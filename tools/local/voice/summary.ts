import { withoutAccountNumbers } from '../../../functions/_shared/account-numbers.ts';
import type { Passage } from '../../../src/build/knowledge/passages.ts';
import type { RehearsalCopy } from '../../../src/schemas/assistant.ts';

/** The outcome of a call's questions. */
export interface Findings {
  /** What the caller wished for, a person or a time, as it was said. */
  wishes: readonly string[];
  /** The topics of the answers, named as on the pages. */
  topics: readonly string[];
  /** The questions without an answer, as they were asked. */
  open: readonly string[];
}

/**
 * Names the topic of a passage in a few words. The first passage of a page or section has its headline as its title,
 * which says less than the name of the page or section.
 */
export function openTopics(passages: readonly Passage[]): (passage: Passage) => string {
  const headlines = new Set(new Map(passages.toReversed().map((passage) => [passage.page, passage])).values());
  return (passage) => {
    const { path, page, title } = passage;
    return path !== '/' && headlines.has(passage) ? page : title.replace(/[.?!]$/, '');
  };
}

const MOST_TOPICS = 6;
/** All of them, in any real call: as many as fit into the mail. */
const MOST_QUOTED = 24;
/** The longest quote of an open question (code points). */
const LONGEST_QUESTION = 120;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function shorten(question: string): string {
  // Before cutting: a number that is cut off would not be recognized.
  const letters = Array.from(withoutAccountNumbers(question));
  return letters.length <= LONGEST_QUESTION ? letters.join('') : `${letters.slice(0, LONGEST_QUESTION - 1).join('')}…`;
}

/** What was said, once each, in quotation marks. Cut first: looking for numbers takes time. */
const quoted = (said: readonly string[]): string =>
  [...new Set([...new Set(said.map(oneLine))].slice(0, MOST_QUOTED).map(shorten))]
    .map((question) => `"${question}"`)
    .join('; ');

/** Sums up a call in up to three sentences, without repetitions: wishes first, and every open question. */
export function summarize({ wishes, topics, open }: Findings, words: RehearsalCopy['summary']): string {
  const about = [...new Set(topics)].slice(0, MOST_TOPICS);
  const wished = quoted(wishes);
  const unanswered = quoted(open.filter((question) => !wishes.includes(question)));
  const sentences = [
    ...(wished ? [words.wished.replace('{wishes}', () => wished)] : []),
    ...(about.length > 0 ? [words.asked.replace('{topics}', () => about.join('; '))] : []),
    ...(unanswered ? [words.open.replace('{questions}', () => unanswered)] : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : words.nothing;
}
