import { inOneLine } from './soft-lines.ts';

/** A text, and the part of it that is selected. */
export interface Selected {
  text: string;
  /** Indexes in the text, as of a text area. */
  start: number;
  end: number;
}

export type Mark = 'bold' | 'italic';

/** How a mark is written, how within a word, where _ means nothing, and the parts that are read as marked. */
const MARKS: Readonly<Record<Mark, { plain: string; within: string; read: readonly RegExp[] }>> = {
  bold: {
    plain: '**',
    within: '**',
    read: [/\*\*(?=\S)[^]{1,1000}?(?<=\S)\*\*/gu, /(?<![\p{L}\p{N}_])__(?=\S)[^]{1,1000}?(?<=\S)__(?![\p{L}\p{N}_])/gu],
  },
  italic: {
    plain: '_',
    within: '*',
    read: [
      /(?<!\*)\*(?![*\s])[^]{1,1000}?(?<![*\s])\*(?!\*)/gu,
      /(?<![\p{L}\p{N}_])_(?![_\s])[^]{1,1000}?(?<![_\s])_(?![\p{L}\p{N}_])/gu,
    ],
  },
};

/**
 * Where the characters of marks mean themselves: code, the target of a link, an element, after a backslash. A run of
 * backticks that begins no code is found as a whole, so that it isn't read again from each of them.
 */
const LITERAL = /`+(?:[^`]+`+)?|\]\([^()\s]*|<[^<>]*>|\\./g;
const isLoneRun = (literal: string) => /^`+$/.test(literal);

/** A part without the characters of a mark, where they are in pairs. */
function withoutMark(mark: Mark, part: string): string {
  const { plain, read } = MARKS[mark];
  const masked = part.replace(LITERAL, (literal) => (isLoneRun(literal) ? literal : 'x'.repeat(literal.length)));
  const places = read
    .flatMap((pair) => [...masked.matchAll(pair)])
    .flatMap(({ 0: found, index }) => [index, index + found.length - plain.length])
    .toSorted((a, b) => b - a);
  return places.reduce((rest, at) => rest.slice(0, at) + rest.slice(at + plain.length), part);
}

/** What begins a line of a list, a heading or a quote, and is not part of its words. */
const BEGINNING = /^\s*(?:(?:[-*+]|\d+[.)]|#{1,6}|>)\s+)*/;
const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isMark = (character: string | undefined) => character === '*' || character === '_';

/** The word around the cursor, if nothing is selected. */
function wordAround({ text, start, end }: Selected): Selected {
  if (start !== end) return { text, start, end };
  let [from, to] = [start, end];
  while (isWord(text[from - 1])) from--;
  while (isWord(text[to])) to++;
  return { text, start: from, end: to };
}

/** Without the blanks at both ends: marks next to a blank mean nothing. */
function trimmed({ text, start, end }: Selected): Selected {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  return { text, start: Math.min(from, end), end: Math.max(from, start + part.trimEnd().length) };
}

/** How many of the same mark characters are directly before an index (-1), or from it on (1). */
function run(text: string, index: number, step: 1 | -1): number {
  const first = step === 1 ? index : index - 1;
  if (!isMark(text[first])) return 0;
  let count = 1;
  while (text[first + count * step] === text[first]) count++;
  return count;
}

/** Whether a run of mark characters has this mark: ** is bold, * is italic, *** is both. */
const has = (mark: Mark, count: number) => (mark === 'bold' ? count >= 2 : count % 2 === 1);

/** The characters of a mark around a part: those before its words begin at `left`, those after them at `right`. */
interface Around {
  left: number;
  right: number;
}

/** The mark that a part has, with its characters outside or inside of the part; other marks may be between them. */
function markAround(mark: Mark, { text, start, end }: Selected): Around | undefined {
  const { length } = MARKS[mark].plain;
  let [left, right] = [start, end];
  for (;;) {
    const count = text[left - 1] === text[right] ? Math.min(run(text, left, -1), run(text, right, 1)) : 0;
    if (count === 0) break;
    if (has(mark, count)) return { left: left - length, right };
    [left, right] = [left - count, right + count];
  }
  [left, right] = [start, end];
  for (;;) {
    const count = text[left] === text[right - 1] ? Math.min(run(text, left, 1), run(text, right, -1)) : 0;
    if (count === 0 || left + count >= right - count) return undefined;
    const ends = text.slice(left, left + count);
    // **one** and **two** is not one bold part.
    if (text.slice(left + count, right - count).includes(ends)) return undefined;
    if (has(mark, count)) return { left, right: right - length };
    [left, right] = [left + count, right - count];
  }
}

/** Marks a part of one line, or removes the mark that it has. */
function toggled(mark: Mark, part: Selected): Selected {
  const { text, start, end } = part;
  const { plain, within } = MARKS[mark];
  const { length } = plain;
  const around = markAround(mark, part);
  if (around) {
    const { left, right } = around;
    const isOutside = left < start;
    return {
      text: text.slice(0, left) + text.slice(left + length, right) + text.slice(right + length),
      start: isOutside ? start - length : start,
      end: isOutside ? end - length : end - 2 * length,
    };
  }
  const written = isWord(text[start - 1]) || isWord(text[end]) ? within : plain;
  const words = withoutMark(mark, text.slice(start, end));
  return {
    text: text.slice(0, start) + written + words + written + text.slice(end),
    start: start + length,
    end: start + length + words.length,
  };
}

/**
 * Makes the selected words, or the word at the cursor, bold or italic in Markdown. Does the opposite if they are.
 * Selected lines are marked one by one.
 */
export function toggleMark(mark: Mark, selected: Selected): Selected {
  const whole = trimmed(wordAround(selected));
  if (!whole.text.slice(whole.start, whole.end).includes('\n')) return toggled(mark, whole);
  const lines: { start: number; end: number }[] = [];
  let at = whole.start;
  for (const line of whole.text.slice(whole.start, whole.end).split('\n')) {
    const start = at + (BEGINNING.exec(line)?.[0].length ?? 0);
    if (line.trim() !== '') lines.push({ start, end: at + line.trimEnd().length });
    at += line.length + 1;
  }
  let { text } = whole;
  const length = text.length;
  const areMarked = lines.every((line) => markAround(mark, { text, ...line }));
  // From the last one on, so that the other indexes stay true.
  for (const line of lines.toReversed())
    if (areMarked || !markAround(mark, { text, ...line })) ({ text } = toggled(mark, { text, ...line }));
  return { text, start: whole.start, end: whole.end + text.length - length };
}

/** A link in Markdown, and where it is. */
export interface Link extends Selected {
  words: string;
  address: string;
}

/**
 * A link, or only its words if nothing leads anywhere after them. The words are found as a whole, so that they aren't read
 * again from each bracket in them; the rest has limits.
 */
const LINK = /(?<!!)\[((?:\\.|[^\]\\])*)(?:\]\(\s{0,50}<?([^)\s>]{0,500})>?(?:\s{1,50}"[^"]{0,1000}")?\s{0,50}\))?/g;

/** The link at the selection. */
export function linkAt({ text, start, end }: Selected): Link | undefined {
  for (const match of text.matchAll(LINK)) {
    const [source, words = '', address] = match;
    if (address === undefined) continue;
    if (match.index <= start && end <= match.index + source.length)
      return { text, start: match.index, end: match.index + source.length, words, address };
  }
  return undefined;
}

/**
 * Makes a link of the selected words or the word at the cursor, or gives the link there another address.
 *
 * @param address '' removes the link
 * @param title the words of the link if there are none
 */
export function linked(selected: Selected, address: string, title: string): Selected {
  const link = linkAt(selected);
  const { text, start, end } = link ?? trimmed(wordAround(selected));
  const words = link ? link.words : inOneLine(text.slice(start, end)).replace(/[[\]]/g, '\\$&') || title;
  const written = address === '' ? words : `[${words}](${/[\s()]/.test(address) ? `<${address}>` : address})`;
  return { text: text.slice(0, start) + written + text.slice(end), start, end: start + written.length };
}
