import type { Change, Path } from '../protocol.ts';
import { RefusedError, unsafeRefused } from './refused-error.ts';
import { applySplices } from './splice.ts';
import { applyChange, type Data, sameValue } from './values.ts';
import { made, type Made } from './yaml-change.ts';
import { type Fields, readFields } from './yaml-fields.ts';

/** What the schema says about how fields are written. */
export interface FieldOrder {
  /** The names of the possible fields at a path, in order. */
  readonly keyOrder: (data: Data, path: Path) => readonly string[];
  /** Whether a path holds a day, which is written without quotes. */
  readonly isDay: (data: Data, path: Path) => boolean;
}

/** Whether all comments are still there, except those in the removed range. */
function keepsNotes(before: Fields, after: Fields, gone: Made['gone']): boolean {
  const left = [...after.notes.values()];
  return [...before.notes]
    .filter(([offset]) => !gone || offset < gone.start || offset >= gone.end)
    .every(([, note]) => {
      const index = left.indexOf(note);
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    });
}

/** The fields of a source, or undefined if they can't be parsed. */
function tryToRead(source: string, eol: string): Fields | undefined {
  try {
    return readFields(source, eol, 0);
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/**
 * Makes one change in the source of fields, and parses the result to check its values and that no comment is lost.
 *
 * @throws RefusedError when that is not possible
 * @throws NoSuchPlaceError when the path of the change does not exist
 */
export function changedFields(fields: Fields, change: Change, order: FieldOrder): Fields {
  const data = applyChange(fields.data, change);
  // The second attempt uses a style that can hold any text.
  for (const safe of [false, true]) {
    const { splices, gone } = made(fields, change, {
      source: fields.source,
      safe,
      isDay: (path) => order.isDay(data, path),
      keyOrder: (path) => order.keyOrder(data, path),
    });
    const after = tryToRead(applySplices(fields.source, splices), fields.eol);
    if (after && sameValue(after.data, data) && keepsNotes(fields, after, gone)) return after;
  }
  throw unsafeRefused();
}
