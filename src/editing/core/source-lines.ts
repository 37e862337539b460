/** The line break of a text, by its first line. */
export const eolOf = (source: string): string => /\r?\n/.exec(source)?.[0] ?? '\n';

/** The start of the line at an offset. */
export const lineStart = (source: string, offset: number): number =>
  offset === 0 ? 0 : source.lastIndexOf('\n', offset - 1) + 1;

/** The end of the line at an offset, before its line break. */
export function lineEnd(source: string, offset: number): number {
  const found = source.indexOf('\n', offset);
  const end = found < 0 ? source.length : found;
  return end > offset && source[end - 1] === '\r' ? end - 1 : end;
}

/** The start of the line after an offset, or the end of the text. */
export function nextLine(source: string, offset: number): number {
  const found = source.indexOf('\n', offset);
  return found < 0 ? source.length : found + 1;
}

/** The position of the first non-blank character, or of the line's end. */
export function firstSign(source: string, start: number): number {
  const end = lineEnd(source, start);
  const found = source.slice(start, end).search(/[^ \t]/);
  return found < 0 ? end : start + found;
}

/** Whether the line that starts there is blank. */
export const isBlankLine = (source: string, start: number): boolean =>
  firstSign(source, start) === lineEnd(source, start);
