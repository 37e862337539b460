/** How the lines of a text end, by its first one. */
export const eolOf = (source: string): string => /\r?\n/.exec(source)?.[0] ?? '\n';

/** Where the line of an offset begins. */
export const lineStart = (source: string, offset: number): number =>
  offset === 0 ? 0 : source.lastIndexOf('\n', offset - 1) + 1;

/** Where the line of an offset ends, before what ends it. */
export function lineEnd(source: string, offset: number): number {
  const found = source.indexOf('\n', offset);
  const end = found < 0 ? source.length : found;
  return end > offset && source[end - 1] === '\r' ? end - 1 : end;
}

/** Where the line after that of an offset begins, or the end of the text. */
export function nextLine(source: string, offset: number): number {
  const found = source.indexOf('\n', offset);
  return found < 0 ? source.length : found + 1;
}

/** Where the first sign of a line stands that is no blank, or the line's end. */
export function firstSign(source: string, start: number): number {
  const end = lineEnd(source, start);
  const found = source.slice(start, end).search(/[^ \t]/);
  return found < 0 ? end : start + found;
}

/** Whether the line that begins there is empty, blanks aside. */
export const isBlankLine = (source: string, start: number): boolean =>
  firstSign(source, start) === lineEnd(source, start);
