import { applyAll, isGroup, sameValue, valueAt, type Data } from '../core/values.ts';
import { commonParts } from '../core/common-parts.ts';
import type { Path, Value } from '../protocol.ts';

/** Where a place is in another version of a file. */
interface Followed {
  /** As it was, if it is gone. */
  path: Path;
  /** Whether each list entry on the path is certainly the same one. */
  isSure: boolean;
  /** It has no place there: a list entry or group on the path is gone. */
  isGone: boolean;
}

const indexesOf = (list: readonly Value[], value: Value | undefined): number[] =>
  list.flatMap((entry, index) => (sameValue(entry, value) ? [index] : []));

/** The indexes of the entries that another list does not have. */
const notIn = (other: readonly Value[], list: readonly Value[]): number[] =>
  list.flatMap((entry, index) => (indexesOf(other, entry).length === 0 ? [index] : []));

/** Whether a path has a place: its last part may be missing in a group, but not in a list. */
function hasPlace(data: Data, path: Path): boolean {
  const around = valueAt(data, path.slice(0, -1));
  return Array.isArray(around) ? around.length > Number(path.at(-1)) : isGroup(around);
}

/** Whether two values are equal, apart from what is at a place within them. */
function sameAround(one: Value = null, other: Value = null, place: Path): boolean {
  const path = ['value', ...place];
  const without = (value: Value) => applyAll({ value }, [{ do: 'set', path, value: null }]);
  const haveBoth = [one, other].every((value) => hasPlace({ value }, path));
  return haveBoth && sameValue(without(one), without(other));
}

/** Where an entry should be between those beside it; Infinity if there is no entry. */
function between(before: readonly Value[], after: readonly Value[], index: number): number {
  const common = commonParts(before, after, sameValue);
  const [was, is] = common.findLast(([was]) => was < index) ?? [-1, -1];
  const [, end] = common.find(([was]) => was > index) ?? [before.length, after.length];
  const at = is + index - was;
  return at < end ? at : Infinity;
}

/** Where the entry around a place is in another version of its list: no index if it is gone. */
function followEntry(before: readonly Value[], after: readonly Value[], index: number, place: Path) {
  const entry = before[index];
  const [were, are] = [indexesOf(before, entry), indexesOf(after, entry)];
  if (are.length > 0) return { index: are[were.indexOf(index)], isSure: are.length === were.length };
  const [lost, found] = [notIn(after, before), notIn(before, after)];
  const at =
    lost.length === 1 && found.length === 1 ? found[0] : found.find((other) => other === between(before, after, index));
  return { index: at, isSure: before.length === after.length && sameAround(entry, after[at ?? -1], place) };
}

/**
 * Follows a place into another version of a file, where list entries may have been moved, added and removed. An entry is
 * found by its value; one that was changed, if it is the only one, or between the same entries.
 */
export function follow(base: Data, theirs: Data, path: Path): Followed {
  const place = [...path];
  let isSure = true;
  for (const [depth, part] of path.entries()) {
    const [before, after] = [valueAt(base, path.slice(0, depth)), valueAt(theirs, place.slice(0, depth))];
    if (typeof part !== 'number' || !Array.isArray(before) || !Array.isArray(after)) continue;
    const entry = followEntry(before, after, part, path.slice(depth + 1));
    if (entry.index === undefined) return { path, isSure: false, isGone: true };
    place[depth] = entry.index;
    isSure &&= entry.isSure;
  }
  return { path: place, isSure, isGone: !hasPlace(theirs, place) };
}
