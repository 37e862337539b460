import { isUnprintable } from './plain-text.ts';
import type { YamlLines } from './yaml-lines.ts';

/** In columns: the width of a new text, and the least width of an existing one. */
const WIDTH = 120;
const LEAST_WIDTH = 100;

/** The lines of a text, without its final line break; undefined if a block scalar can't represent it exactly. */
function linesOf(text: string): string[] | undefined {
  const lines = text.replace(/\n$/, '').split('\n');
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  const fits = lines.every((line) => !isUnprintable(line) && !/[ \t]$/.test(line));
  return fits && first !== '' && last !== '' && !/^[ \t]/.test(first) ? lines : undefined;
}

function block(sign: string, text: string, lines: readonly string[], indent: number): YamlLines {
  const pad = ' '.repeat(indent);
  // The final line break is part of the text or is stripped.
  const head = text.endsWith('\n') ? sign : `${sign}-`;
  return { head, lines: lines.map((line) => (line === '' ? '' : pad + line)) };
}

/** Breaks lines only at single spaces: nothing else survives folding. */
function wrapped(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/(?<![ \t]) (?![ \t])/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A line break takes two in folded style. */
const folded = (text: string, width: number): string[] =>
  text
    .split('\n')
    .flatMap((paragraph, index) => [
      ...(index > 0 ? [''] : []),
      ...(paragraph === '' ? [] : wrapped(paragraph, width)),
    ]);

/** The text of folded lines. */
const unfolded = (lines: readonly string[]) =>
  lines.reduce((text, line, index) => {
    if (line === '') return `${text}\n`;
    return index > 0 && lines[index - 1] !== '' ? `${text} ${line}` : text + line;
  }, '');

/** The text in lines. Existing lines are kept up to the first one that differs. */
function refolded(text: string, old: readonly string[], width: number): string[] {
  for (let count = old.length; count > 0; count -= 1) {
    const kept = old.slice(0, count);
    const begin = unfolded(kept);
    if (kept.at(-1) === '' || !text.startsWith(begin)) continue;
    const rest = text.slice(begin.length);
    if (rest === '') return kept;
    if (rest.startsWith('\n')) return [...kept, '', ...folded(rest.slice(1), width)];
    // The last line may have room for more.
    if (/^ [^ \t\n]/.test(rest) && !/[ \t]$/.test(begin) && old[count])
      return [...kept, ...folded(rest.slice(1), width)];
  }
  return folded(text, width);
}

/**
 * A text in folded style (`>-`), or undefined if folding can't represent it exactly, because a line begins or ends with
 * whitespace.
 *
 * @param indent the column of its lines
 * @param old the existing lines, without their indentation: those that are unchanged stay as they are
 */
export function foldedText(text: string, indent: number, old: readonly string[] = []): YamlLines | undefined {
  const lines = linesOf(text);
  if (!lines || lines.some((line) => /^[ \t]/.test(line))) return undefined;
  const longest = Math.max(...old.map((line) => indent + line.length));
  const width = (old.length > 0 ? Math.max(LEAST_WIDTH, longest) : WIDTH) - indent;
  const usable = old.some((line) => /^[ \t]|[ \t]$/.test(line)) ? [] : old;
  return block('>', text, refolded(lines.join('\n'), usable, width), indent);
}

/**
 * A text in literal style (`|-`), or undefined if that can't represent it exactly.
 *
 * @param indent the column of its lines
 */
export function literalText(text: string, indent: number): YamlLines | undefined {
  const lines = linesOf(text);
  return lines && block('|', text, lines, indent);
}
