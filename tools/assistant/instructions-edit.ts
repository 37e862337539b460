import { diffArrays } from 'diff';
import { unwrap } from './system-message.ts';

const COMMENT = /\{\/\*[^]*?\*\/\}/g;
/** A block between two empty lines; a comment may contain empty lines. */
const BLOCK = /(?:\{\/\*[^]*?\*\/\}|[^\n]|\n(?![^\S\n]*\n))+/g;

interface Paragraph {
  /** Separate comments above it. */
  above: string[];
  source: string;
  /** On one line, without comments. */
  text: string;
}

/** The last paragraph is empty; the comments above it end the file. */
function paragraphsOf(source: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let above: string[] = [];
  for (const block of source.match(BLOCK) ?? []) {
    const text = unwrap(block.replaceAll(COMMENT, ''));
    if (text !== '') paragraphs.push({ above: above.splice(0), source: block.trim(), text });
    else if (block.trim() !== '') above = [...above, block.trim()];
  }
  return [...paragraphs, { above, source: '', text: '' }];
}

/** Wraps a line, except where the next line would start with the mark of a list, heading or quote. */
function wrap(line: string, width: number): string {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    const isMark = /^([-*+>]|\d+[.)]|#{1,6})$/.test(word);
    if (last === undefined || (last.length + 1 + word.length > width && !isMark)) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

/** Replaces placeholders with the site's values, and back. */
export interface Values {
  fill: (written: string) => string;
  /** @param former the text that is replaced, with placeholders */
  restore: (text: string, former: string) => string;
}

/**
 * Replaces the paragraphs of the instructions that differ. The others keep their line breaks; all comments are kept.
 *
 * @param wanted paragraphs of one line each, with values instead of placeholders
 * @param width the maximum line length in characters
 */
export function editInstructions(source: string, wanted: string, width: number, { fill, restore }: Values): string {
  const paragraphs = paragraphsOf(source);
  const blocks: string[] = [];
  const changes = diffArrays([...paragraphs.map(({ text }) => fill(text))], [...wanted.split('\n\n'), '']);
  let position = 0;
  let replaced: string[] = [];
  for (const { added, removed, value } of changes) {
    if (added) {
      const former = replaced.length > 0 ? replaced : paragraphs.map(({ text }) => text);
      const written = value.map((text) => restore(text, former.join('\n\n')));
      const lines = written.map((text) => text.split('\n').map((line) => wrap(line, width)));
      blocks.push(...lines.map((entry) => entry.join('\n')));
      replaced = [];
      continue;
    }
    const former = paragraphs.slice(position, position + value.length);
    position += value.length;
    if (removed) replaced = former.map(({ text }) => text);
    for (const paragraph of former) {
      blocks.push(...paragraph.above);
      if (removed) blocks.push(...(paragraph.source.match(COMMENT) ?? []));
      else if (paragraph.source !== '') blocks.push(paragraph.source);
    }
  }
  return `\n${blocks.join('\n\n')}\n`;
}
