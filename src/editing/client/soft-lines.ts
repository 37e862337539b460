import { commonParts } from './common-parts.ts';

/**
 * A paragraph of Markdown may be broken into lines anywhere, which the file does and nobody who reads it sees. In the form
 * it is one line; in the file its breaks stay where they were, as far as the words around them have stayed.
 */

/** Lines that begin with a sign that means something, or end with a break that is meant. */
const MEANT = /\n(?:[ \t]|[-+*>#|`~<{]|\d+[.)])|(?: {2}|\\)\n|\n\s*\n/;
/** Blocks in which line breaks mean something from the start. */
const NO_PARAGRAPH = /^(?:[-+*>#|`~<{]|\d+[.)]\s|import\s|export\s)/;

const WORDS = /\s+|\S+/g;

/** A block as one line, if its line breaks mean nothing. */
export const unwrapped = (block: string): string =>
  NO_PARAGRAPH.test(block) || MEANT.test(block) ? block : block.replace(/[ \t]*\n/g, ' ');

const isBlank = (word: string) => word.trim() === '';

/**
 * What was written in a form, with the line breaks that the block has in its file.
 *
 * @param block as it was before
 * @param written as it is in the form, where {@link unwrapped} has shown it
 */
export function rewrapped(block: string, written: string): string {
  if (unwrapped(block) === block) return written;
  const before = block.match(WORDS) ?? [];
  const after = written.match(WORDS) ?? [];
  const words = [...after];
  for (const [from, to] of commonParts<string>(before, after, (a, b) => a === b || (isBlank(a) && b === ' ')))
    // A line that begins with another word than before might begin with a sign that means something.
    if (before[from]?.includes('\n') && before[from + 1] === after[to + 1]) words[to] = before[from];
  return words.join('');
}
