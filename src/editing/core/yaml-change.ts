import { isMap, isScalar, type ParsedNode } from 'yaml';
import type { Change, Path, Value } from '../protocol.ts';
import { insertedLines, movedLines, removedLines, withoutLines } from './block-changes.ts';
import { type Emission, besideHyphen, entryLines, written } from './emit.ts';
import { insertedInFlow, movedInFlow, removedInFlow } from './flow-changes.ts';
import { writtenKey } from './quoted-text.ts';
import { RefusedError } from './refused-error.ts';
import { columnOf, regionOf } from './region.ts';
import { holderAt, indexIn, type YamlPlace, placeOf } from './yaml-place.ts';
import { type Holder, isBlock, type Slot, slotsOf } from './slots.ts';
import { lineEnd } from './source-lines.ts';
import type { Splice } from './splice.ts';
import { replacedValue } from './value-change.ts';
import type { Fields } from './yaml-fields.ts';

/** How a change is made in a source, and the range that is removed with all its comments. */
export interface Made {
  readonly splices: readonly Splice[];
  readonly gone?: { readonly start: number; readonly end: number };
}

/** How values are written, and the order of fields. */
export interface Writing extends Emission {
  readonly keyOrder: (path: Path) => readonly string[];
}

/** Where a change is made. */
interface Target {
  readonly holder: Holder;
  readonly slots: readonly Slot[];
  readonly inFlow: boolean;
  readonly above: YamlPlace | undefined;
}

/** The index where a new field goes, by the order of the schema. */
function orderedIndex(slots: readonly Slot[], key: string, order: readonly string[]): number {
  const own = order.indexOf(key);
  if (own < 0) return slots.length;
  for (const name of order.slice(0, own).toReversed()) {
    const index = indexIn(slots, name);
    if (index >= 0) return index + 1;
  }
  return 0;
}

const columnIn = (fields: Fields, slots: readonly Slot[]) => (slots[0] ? columnOf(fields, slots[0]) : 0);

function removed(fields: Fields, path: Path, { safe }: Writing): Made {
  const place = placeOf(fields, path);
  const { holder, slots, index, slot, above } = place;
  const empty = isMap(holder) ? '{}' : '[]';
  if (!isBlock(holder))
    return { splices: removedInFlow(fields, holder, slots, index), gone: { start: slot.head, end: slot.end } };
  const gone = regionOf(fields, slot);
  // A line break that a text keeps at its end looks like an empty line.
  if (slots.length > 1) return { splices: [removedLines(fields, slots, slot, !safe)], gone };
  if (above?.slot.after === undefined)
    throw new RefusedError('This is the last field of the file, which needs at least one. Write another one first.');
  if (!gone.ownLines) return { splices: [{ ...gone, text: empty }], gone };
  const { after } = above.slot;
  return { splices: [{ start: after, end: after, text: ` ${empty}` }, withoutLines(fields.source, gone, false)], gone };
}

function moved(fields: Fields, path: Path, to: number): Made {
  const { holder, slots, index } = placeOf(fields, path);
  return { splices: isBlock(holder) ? movedLines(fields, slots, index, to) : movedInFlow(fields, slots, index, to) };
}

/** Empty brackets or braces after a key or hyphen become block style. */
function filled(fields: Fields, above: YamlPlace, path: Path, value: Value, writing: Writing): Made {
  const spot = { column: columnOf(fields, above.slot), inFlow: false };
  return { splices: replacedValue(fields, above, written(value, path, spot, undefined, writing)) };
}

function added(
  fields: Fields,
  { holder, slots, inFlow, above }: Target,
  path: Path,
  value: Value,
  writing: Writing,
): Made {
  const key = path.at(-1) ?? '';
  const isField = typeof key === 'string';
  const index = isField ? orderedIndex(slots, key, writing.keyOrder(path.slice(0, -1))) : key;
  const like = isField ? undefined : (slots[index - 1] ?? slots[index])?.node;
  if (slots.length === 0 && above && !above.inFlow && isMap(above.holder))
    return filled(fields, above, path.slice(0, -1), isField ? { [key]: value } : [value], writing);
  const spot = { column: columnIn(fields, slots), inFlow };
  const text = written(value, path, spot, like, writing);
  if (inFlow) {
    const start = isField ? `${writtenKey(key, true)}: ` : '';
    return { splices: [insertedInFlow(fields, holder, slots, index, start + text.head)] };
  }
  const lines = isField ? entryLines(`${writtenKey(key, false)}:`, text) : entryLines('-', besideHyphen(text));
  return { splices: [insertedLines(fields, slots, index, lines)] };
}

/** Adds the first field of a file. */
function begun({ source, eol }: Fields, path: Path, value: Value, writing: Writing): Made {
  const text = written(value, path, { column: 0, inFlow: false }, undefined, writing);
  const lines = entryLines(`${writtenKey(String(path[0]), false)}:`, text);
  const start = source === '' || source.endsWith('\n') ? '' : eol;
  return { splices: [{ start: source.length, end: source.length, text: start + lines.join(eol) + eol }] };
}

function set(fields: Fields, path: Path, value: Value, writing: Writing): Made {
  const { holder, above, inFlow } = holderAt(fields, path.slice(0, -1));
  const slots = slotsOf(holder, fields.source);
  if (indexIn(slots, path.at(-1) ?? '') < 0)
    return added(fields, { holder, slots, inFlow, above }, path, value, writing);
  const place = placeOf(fields, path);
  const { node } = place.slot;
  const like: ParsedNode | undefined = isScalar(node) ? node : undefined;
  const spot = { column: columnOf(fields, place.slot), inFlow };
  const splices = replacedValue(fields, place, written(value, path, spot, like, writing));
  if (!node || isScalar(node)) return { splices };
  const { after, end } = place.slot;
  if (!isBlock(node)) return { splices, gone: { start: node.range[0], end } };
  // Comments between the key's line and its content belong to the content.
  const start = after === undefined ? node.range[0] : Math.min(lineEnd(fields.source, after), node.range[0]);
  return { splices, gone: { start, end: regionOf(fields, place.slot).end } };
}

/**
 * How one change is made in the fields of a file. Its path must exist.
 *
 * @throws RefusedError when the syntax there can't be changed
 */
export function made(fields: Fields, change: Change, writing: Writing): Made {
  const { path } = change;
  switch (change.do) {
    case 'set':
      return fields.root ? set(fields, path, change.value, writing) : begun(fields, path, change.value, writing);
    case 'insert': {
      const { holder, above, inFlow } = holderAt(fields, path.slice(0, -1));
      const slots = slotsOf(holder, fields.source);
      return added(fields, { holder, slots, inFlow, above }, path, change.value, writing);
    }
    case 'remove':
      return removed(fields, path, writing);
    case 'move':
      return moved(fields, path, change.to);
  }
}
