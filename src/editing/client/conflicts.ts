import { pathKey, startsWith } from '../core/paths.ts';
import { applyAll, isGroup, sameValue, valueAt, type Data } from '../core/values.ts';
import type { Change, Path, Value } from '../protocol.ts';
import { commonParts } from '../core/common-parts.ts';

/** A place that we have changed, in a file that someone else has changed too. */
export interface Meeting {
  path: Path;
  mine: Value | undefined;
  theirs: Value | undefined;
  /** They have changed the same place. Otherwise our change fits as it is. */
  clash: boolean;
  /** Its parent is gone: our value has no place in the file. */
  gone: boolean;
  changes: readonly Change[];
}

const isList = (data: Data, path: Path) => Array.isArray(valueAt(data, path));

/** The place that a change counts for: the whole list if an entry is inserted, removed or moved. */
function placeOfChange(change: Change): Path {
  const entry = change.do === 'insert' || change.do === 'move' || typeof change.path.at(-1) === 'number';
  return entry && change.do !== 'set' ? change.path.slice(0, -1) : change.path;
}

/** Whether the parent of a path exists. */
function hasPlace(data: Data, path: Path): boolean {
  const around = valueAt(data, path.slice(0, -1));
  return Array.isArray(around) ? around.length > Number(path.at(-1)) : isGroup(around);
}

/**
 * Whether a list entry on the path may be another one by now: its list has a different length, or it differs in more than
 * the place itself. Two entries that were swapped can have the same value there.
 */
const shifted = (path: Path, base: Data, theirs: Data): boolean =>
  path.some((part, index) => {
    const list = path.slice(0, index);
    if (typeof part !== 'number' || !isList(base, list)) return false;
    const [before, after] = [valueAt(base, list), valueAt(theirs, list)];
    if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return true;
    const rest = (data: Data) => valueAt(applyAll(data, [{ do: 'set', path, value: null }]), [...list, part]);
    return hasPlace(theirs, path) && !sameValue(rest(base), rest(theirs));
  });

/**
 * Compares our changes with a file that has changed since: the places that we changed, except those that already have
 * our value.
 *
 * @param base the data that our changes apply to
 * @param theirs the current data of the file
 */
export function meetings(base: Data, changes: readonly Change[], theirs: Data): Meeting[] {
  const mine = applyAll(base, changes);
  const all = changes.map(placeOfChange);
  const places = all
    .filter((path, at) => all.findIndex((other) => pathKey(other) === pathKey(path)) === at)
    .filter((path) => !all.some((other) => other.length < path.length && startsWith(path, other)));
  return places
    .map((path) => ({
      path,
      mine: valueAt(mine, path),
      theirs: valueAt(theirs, path),
      clash: !sameValue(valueAt(base, path), valueAt(theirs, path)) || shifted(path, base, theirs),
      gone: !hasPlace(theirs, path),
      changes: changes.filter((change) => startsWith(change.path, path)),
    }))
    .filter((meeting) => !sameValue(meeting.mine, meeting.theirs));
}

/** The changes that apply our decisions to the current file. Places that are not kept stay as they are there. */
export const resolved = (kept: readonly Meeting[]): Change[] =>
  kept.flatMap(({ clash, changes, path, mine, theirs }) => (clash ? changesTo(path, theirs, mine) : [...changes]));

/** The changes that turn one value into another. */
export function changesTo(path: Path, from: Value | undefined, to: Value | undefined): Change[] {
  if (sameValue(from, to)) return [];
  if (to === undefined) return [{ do: 'remove', path }];
  return Array.isArray(from) && Array.isArray(to) ? entriesTo(path, from, to) : [{ do: 'set', path, value: to }];
}

/** Keeps the entries that both lists have in the same order. */
function entriesTo(path: Path, from: readonly Value[], to: readonly Value[]): Change[] {
  const common = commonParts(from, to, sameValue);
  const changes: Change[] = [];
  let at = 0;
  let [before, after] = [0, 0];
  for (const [inFrom, inTo] of [...common, [from.length, to.length] as const]) {
    for (; before < inFrom; before += 1) changes.push({ do: 'remove', path: [...path, at] });
    for (; after < inTo; after += 1, at += 1)
      changes.push({ do: 'insert', path: [...path, at], value: to[after] ?? null });
    [before, after, at] = [inFrom + 1, inTo + 1, at + 1];
  }
  return changes;
}
