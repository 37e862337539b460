import { commonParts } from '../core/common-parts.ts';

/**
 * The files break Markdown paragraphs into lines, which has no visible effect. The form shows a paragraph as one line.
 * In the file, its line breaks stay where the words around them stay.
 */

/** Lines that begin with a Markdown marker, or end with a hard break. */
const MEANT = /\n(?:[ \t]|[-+*>#|`~<{]|\d+[.)])|(?: {2}|\\)\n/;
/** Between the paragraphs of a block to which one was added. */
const EMPTY_LINES = /(\n\s*\n)/;
/** Blocks in which line breaks are always significant. */
const NO_PARAGRAPH = /^(?:[-+*>#|`~<{]|\d+[.)]\s|import\s|export\s)/;

const WORDS = /\s+|\S+/g;

/** A block with each of its paragraphs as one line, if their line breaks are not significant. */
export function unwrapped(block: string): string {
  const parts = block.split(EMPTY_LINES);
  if (MEANT.test(block) || parts.some((part) => NO_PARAGRAPH.test(part))) return block;
  return parts.map((part, index) => (index % 2 === 0 ? joined(part) : part)).join('');
}

/** Lines as one. A regular expression would search for the end of the line again from each of many blanks. */
function joined(text: string): string {
  const lines = text.split('\n');
  return [...lines.slice(0, -1).map((line) => line.trimEnd()), ...lines.slice(-1)].join(' ');
}

/** A text of one paragraph, which has no line breaks. */
export const inOneLine = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
    : text;

/** Whether a blank of a file can be shown as ' '. */
const isSoft = (word: string) => word.trim() === '' && !EMPTY_LINES.test(word);

/**
 * The text of a form with the line breaks that the block has in its file.
 *
 * @param block the block before the edit
 * @param written the text of the form, which shows the block {@link unwrapped}
 */
export function rewrapped(block: string, written: string): string {
  if (unwrapped(block) === block) return written;
  const before = block.match(WORDS) ?? [];
  const after = written.match(WORDS) ?? [];
  const words = [...after];
  for (const [from, to] of commonParts<string>(before, after, (a, b) => a === b || (isSoft(a) && b === ' ')))
    // Only if the next word is the same: a different one at the start of a line could be a Markdown marker.
    if (before[from]?.includes('\n') && before[from + 1] === after[to + 1]) words[to] = before[from];
  return words.join('');
}
