import type { Passage } from '../../../src/build/knowledge/passages.ts';
import { termsOf, toldBy, wordingOf } from './words.ts';

/** Where a term is found: in the sentence itself or in its context. */
export type Field = 'sentence' | 'title' | 'place' | 'text';

/** A heading above a sentence. */
interface Heading {
  terms: Set<string>;
  wording: Set<string>;
  /** Whether it names the topic, asks the question that is answered, or says when this applies. */
  kind: 'topic' | 'question' | 'condition';
}

/** A sentence of a passage, prepared for comparison with a question. */
export interface Sentence {
  passage: Passage;
  text: string;
  /** The neighbors in its paragraph. */
  previous: string | undefined;
  next: string | undefined;
  /** The number of sentences before it in its paragraph. */
  depth: number;
  terms: Record<Field, Set<string>>;
  /** The passage's title and page; the label is the sentence's own text before a colon. */
  headings: Record<'title' | 'page' | 'label', Heading>;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Whether it is a full sentence, not a list entry. */
export const isWhole = (text: string): boolean => /[.?!]$/.test(text);

/** Whether it is only a value, such as 500+ or 3-6 months. */
export const isFigure = (text: string): boolean => !isWhole(text) && text.split(' ').length < 3;

const headingOf = (text: string): Heading => ({
  terms: termsOf(text),
  wording: wordingOf(text),
  kind: text.endsWith('?') ? 'question' : /^(?:when|if)\b/i.test(text) ? 'condition' : 'topic',
});

/** The sentences of a passage. */
export function sentencesOf(passage: Passage): Sentence[] {
  const { title, page, path } = passage;
  const [titleHeading, pageHeading] = [headingOf(title), headingOf(page)];
  const around = { title: titleHeading.terms, place: termsOf(`${page} ${path}`), text: termsOf(passage.text) };
  return passage.text.split('\n').flatMap((line) =>
    [...segmenter.segment(line)].map(({ segment }, depth, all) => {
      const text = segment.trim();
      const told = toldBy(isFigure(text) ? `${text} ${title}` : text);
      const label = /^([^.]+): /.exec(text)?.[1] ?? '';
      return {
        passage,
        text,
        previous: all[depth - 1]?.segment.trim(),
        next: all[depth + 1]?.segment.trim(),
        depth,
        terms: { ...around, sentence: termsOf(text).union(new Set(told)) },
        headings: { title: titleHeading, page: pageHeading, label: headingOf(label) },
      };
    }),
  );
}

/** The longest pair of sentences, in characters. */
const LONGEST_PAIR = 240;
const REFERS_BACK = /^(?:it|its|they|their|this|these|so|such|to do this|you can \w+ it)\b/i;

/**
 * A sentence as the agent says it. If it is not clear by itself, a neighbor and the title of its passage are added.
 *
 * @param asked the terms of the question
 */
export function speak(sentence: Sentence, asked: ReadonlySet<string>): string {
  const { passage, text, previous, next, terms, headings } = sentence;
  const lacking = asked.difference(termsOf(text));
  const needsTitle = !lacking.isDisjointFrom(terms.title);
  const goesOn =
    needsTitle ||
    headings.title.kind === 'question' ||
    (next !== undefined && !lacking.difference(terms.place).isDisjointFrom(termsOf(next)));
  const [first, second] =
    previous !== undefined && REFERS_BACK.test(text) ? [previous, text] : goesOn ? [text, next] : [text];
  const pair = second === undefined ? first : `${first} ${second}`;
  const said = pair.length <= LONGEST_PAIR ? pair : text;

  const { title, page } = passage;
  const isClear = isWhole(said) || [title, `${page}: `].some((name) => said.includes(name));
  const needsLabel = !isClear && headings.label.terms.isDisjointFrom(asked);
  // A title with a note, such as "(Coming Soon)", is always said.
  const titled = !isWhole(title) && (needsTitle || needsLabel || title.endsWith(')'));
  const separator = `${title}${said}`.includes(': ') ? '. ' : ': ';
  return (titled ? title + separator : '') + said + (isWhole(said) ? '' : '.');
}
