import { isMap } from 'yaml';
import type { Holder, Slot } from './slots.ts';
import type { Splice } from './splice.ts';
import type { Fields } from './yaml-fields.ts';

const cut = (start: number, end: number): Splice => ({ start, end, text: '' });

/** What stands between a comma and the entry behind it: a blank or, if each has its line, a line end and an indentation. */
const gapBefore = (source: string, slot: Slot | undefined) =>
  slot ? (/[ \t\r\n]*$/.exec(source.slice(0, slot.head))?.[0] ?? ' ') : ' ';

const hasNote = ({ notes }: Fields, start: number, end: number) =>
  [...notes.keys()].some((offset) => offset >= start && offset < end);

/** The comma behind an entry, which is none in a note. */
function commaBehind({ source, notes }: Fields, end: number): number {
  const inNote = (at: number) => [...notes].some(([start, note]) => start < at && at < start + note.length);
  let comma = source.indexOf(',', end);
  while (comma >= 0 && inNote(comma)) comma = source.indexOf(',', comma + 1);
  return comma;
}

/** Takes out one of the entries in brackets or braces, and its comma. Notes among them stay. */
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
 * Puts an entry into brackets or braces.
 *
 * @param index before which of those that are there it is to stand
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

/** Puts an entry of a list in brackets in another place. */
export function movedInFlow({ source }: Fields, slots: readonly Slot[], from: number, to: number): Splice[] {
  const texts = slots.map(({ head, end }) => source.slice(head, end));
  const order = texts.toSpliced(from, 1).toSpliced(to, 0, ...texts.slice(from, from + 1));
  return slots.map(({ head, end }, index) => ({ start: head, end, text: order[index] ?? '' }));
}
