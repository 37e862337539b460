import { diffArrays } from 'diff';
import { unwrap } from './system-message.ts';

const COMMENT = /\{\/\*[^]*?\*\/\}/g;
/** What stands between two empty lines; a comment may hold some. */
const BLOCK = /(?:\{\/\*[^]*?\*\/\}|[^\n]|\n(?![^\S\n]*\n))+/g;

interface Paragraph {
  /** Comments that stand by themselves above it. */
  above: string[];
  source: string;
  /** In one line, without comments. */
  text: string;
}

/** The last one is empty: what stands above it is the end of the file. */
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

/** Breaks a line where that begins no entry of a list, no heading and no quote. */
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

/** How a text looks with the site's values, and how one with values is written. */
export interface Values {
  fill: (written: string) => string;
  /** @param former what the text takes the place of, as it is written */
  restore: (text: string, former: string) => string;
}

/**
 * The instructions below the fields with those paragraphs replaced that are not as wanted. The others stay as they are
 * written, with their line breaks, and so do all comments.
 *
 * @param wanted paragraphs of one line each, with the site's values
 * @param width characters of a line
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
