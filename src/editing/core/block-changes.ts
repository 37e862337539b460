import { columnOf, type Region, regionOf } from './region.ts';
import type { Slot } from './slots.ts';
import { firstSign, isBlankLine, lineEnd, lineStart, nextLine } from './source-lines.ts';
import type { Splice } from './splice.ts';
import type { Fields } from './yaml-fields.ts';

const endOfLineAbove = (source: string, start: number) => lineEnd(source, lineStart(source, start - 1));

/**
 * Removes whole lines. A file without a final line break stays without one.
 *
 * @param tidy also removes empty lines that are no longer needed
 * @param isFirst whether the line above belongs to their parent
 */
export function withoutLines(
  source: string,
  { start, end }: Pick<Region, 'start' | 'end'>,
  tidy: boolean,
  isFirst = false,
): Splice {
  const isBlankAbove = start === 0 || isBlankLine(source, lineStart(source, start - 1));
  let stop = nextLine(source, end);
  if (stop === source.length && start > 0) {
    const from = tidy && isBlankAbove ? lineStart(source, start - 1) : start;
    return { start: source.endsWith('\n') || from === 0 ? from : endOfLineAbove(source, from), end: stop, text: '' };
  }
  while (tidy && (isBlankAbove || isFirst) && stop < source.length && isBlankLine(source, stop))
    stop = nextLine(source, stop);
  return { start, end: stop, text: '' };
}

/** Removes one of several fields or entries in block style. */
export function removedLines(fields: Fields, slots: readonly Slot[], slot: Slot, tidy: boolean): Splice {
  const { source, notes } = fields;
  const region = regionOf(fields, slot);
  if (region.ownLines) {
    const above = lineStart(source, Math.max(0, region.start - 1));
    return withoutLines(source, region, tidy, slots[0] === slot && !notes.has(firstSign(source, above)));
  }
  // The next one takes its place after the hyphen.
  let next = nextLine(source, region.end);
  while (isBlankLine(source, next) && next < source.length) next = nextLine(source, next);
  return { start: slot.head, end: firstSign(source, next), text: '' };
}

/**
 * Inserts a field or entry.
 *
 * @param slots the existing ones, at least one
 * @param index the one to insert it before
 * @param lines its lines from its key or hyphen on, the first without indentation
 */
export function insertedLines(fields: Fields, slots: readonly Slot[], index: number, lines: readonly string[]): Splice {
  const { source, eol } = fields;
  const text = lines.join(eol);
  const [before, first] = [slots[index - 1], slots[0]];
  if (before) {
    const { end } = regionOf(fields, before);
    return { start: end, end, text: eol + ' '.repeat(columnOf(fields, before)) + text };
  }
  if (!first) return { start: source.length, end: source.length, text };
  const pad = ' '.repeat(columnOf(fields, first));
  const { start, ownLines } = regionOf(fields, first);
  if (!ownLines) return { start, end: start, text: text + eol + pad };
  // Comments at the beginning of a file are about the file.
  const at = start === 0 ? lineStart(source, first.head) : start;
  return { start: at, end: at, text: pad + text + eol };
}

/** Moves a list entry. Comments that belong to no entry stay where they are. */
export function movedLines(fields: Fields, slots: readonly Slot[], from: number, to: number): Splice[] {
  const { source } = fields;
  const regions = slots.map((slot) => regionOf(fields, slot));
  const bodies = slots.map((slot, index) => {
    const { start = 0, end = 0, ownLines } = regions[index] ?? {};
    return (ownLines ? '' : ' '.repeat(columnOf(fields, slot))) + source.slice(start, end);
  });
  const order = bodies.toSpliced(from, 1).toSpliced(to, 0, ...bodies.slice(from, from + 1));
  return regions.map(({ start, end, ownLines }, index) => {
    const body = order[index] ?? '';
    return { start, end, text: ownLines ? body : body.trimStart() };
  });
}
