import { isMap } from 'yaml';
import type { Holder, Slot } from './slots.ts';
import type { Splice } from './splice.ts';
import type { Fields } from './yaml-fields.ts';

const cut = (start: number, end: number): Splice => ({ start, end, text: '' });

/** The whitespace before an entry: a space or, if each entry is on its own line, a line break and indentation. */
function gapBefore(source: string, slot: Slot | undefined): string {
  if (!slot) return ' ';
  const before = source.slice(0, slot.head);
  return before.slice(before.trimEnd().length);
}

const hasNote = ({ notes }: Fields, start: number, end: number) =>
  [...notes.keys()].some((offset) => offset >= start && offset < end);

/** The comma after an entry. Commas in comments don't count. */
function commaBehind({ source, notes }: Fields, end: number): number {
  const inNote = (at: number) => [...notes].some(([start, note]) => start < at && at < start + note.length);
  let comma = source.indexOf(',', end);
  while (comma >= 0 && inNote(comma)) comma = source.indexOf(',', comma + 1);
  return comma;
}

/** Removes an entry in brackets or braces, and its comma. Comments stay. */
export function removedInFlow(fields: Fields, holder: Holder, slots: readonly Slot[], index: number): Splice[] {
  const { source } = fields;
  const [open, close] = holder.range;
  const [before, slot, next] = [slots[index - 1], slots[index], slots[index + 1]];
  if (!slot) return [];
  const comma = commaBehind(fields, (next ? slot : before)?.end ?? open);
  if (next) {
    return hasNote(fields, slot.end, next.head)
      ? [cut(slot.head, slot.end), cut(comma, comma + 1)]
      : [cut(slot.head, next.head)];
  }
  if (!before) {
    if (!hasNote(fields, open, close)) return [cut(open + 1, close - 1)];
    const [last = ''] = /^\s*,/.exec(source.slice(slot.end)) ?? [];
    return [cut(slot.head, slot.end + last.length)];
  }
  return hasNote(fields, before.end, slot.head)
    ? [cut(comma, comma + 1), cut(slot.head, slot.end)]
    : [cut(before.end, slot.end)];
}

/**
 * Inserts an entry in brackets or braces.
 *
 * @param index the existing entry to insert it before
 * @param text the entry, with its key if it has one
 */
export function insertedInFlow(
  { source }: Fields,
  holder: Holder,
  slots: readonly Slot[],
  index: number,
  text: string,
): Splice {
  const [before, next] = [slots[index - 1], slots[index]];
  if (next) {
    const gap = gapBefore(source, before ? next : slots[1]);
    return { start: next.head, end: next.head, text: `${text},${gap}` };
  }
  if (before) {
    const gap = gapBefore(source, slots[index - 2] && before);
    return { start: before.end, end: before.end, text: `,${gap}${text}` };
  }
  const [open, close] = holder.range;
  return { start: open + 1, end: close - 1, text: isMap(holder) ? ` ${text} ` : text };
}

/** Moves an entry of a list in brackets. */
export function movedInFlow({ source }: Fields, slots: readonly Slot[], from: number, to: number): Splice[] {
  const texts = slots.map(({ head, end }) => source.slice(head, end));
  const order = texts.toSpliced(from, 1).toSpliced(to, 0, ...texts.slice(from, from + 1));
  return slots.map(({ head, end }, index) => ({ start: head, end, text: order[index] ?? '' }));
}
