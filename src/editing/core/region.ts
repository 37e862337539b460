import type { Slot } from './slots.ts';
import { firstSign, isBlankLine, lineEnd, lineStart, nextLine } from './source-lines.ts';
import type { Fields } from './yaml-fields.ts';

/** The range of a field or list entry in block style, with its comments. */
export interface Region {
  readonly start: number;
  /** Before the line break of its last line. */
  readonly end: number;
  /** Whether nothing precedes it on its first line, such as the hyphen of an outer list. */
  readonly ownLines: boolean;
}

/** The column where a field or entry begins. */
export const columnOf = ({ source }: Fields, { head }: Slot): number => head - lineStart(source, head);

/** Includes the comment lines directly above. Those indented further belong to what is above them. */
function startOf({ source, notes }: Fields, line: number, column: number): number {
  let start = line;
  while (start > 0) {
    const above = lineStart(source, start - 1);
    const sign = firstSign(source, above);
    if (!notes.has(sign) || sign - above > column) break;
    start = above;
  }
  return start;
}

/** Includes the comment lines below that are indented further. */
function endOf({ source, notes }: Fields, lastLine: number, column: number): number {
  let end = lastLine;
  for (let line = nextLine(source, end); line < source.length; line = nextLine(source, line)) {
    if (isBlankLine(source, line)) continue;
    const sign = firstSign(source, line);
    if (!notes.has(sign) || sign - line <= column) break;
    end = lineEnd(source, line);
  }
  return end;
}

/** The lines of a field or entry, with a comment directly above it and those indented like its content. */
export function regionOf(fields: Fields, slot: Slot): Region {
  const { source } = fields;
  const line = lineStart(source, slot.head);
  const column = slot.head - line;
  const ownLines = firstSign(source, line) === slot.head;
  const end = endOf(fields, lineEnd(source, slot.end), column);
  return { start: ownLines ? startOf(fields, line, column) : slot.head, end, ownLines };
}
