import { isGroup, sameValue, valueAt, type Data } from '../core/values.ts';
import type { Change, Path, Value } from '../protocol.ts';
import { commonParts } from './common-parts.ts';
import { pathKey, startsWith } from './tokens.ts';
import { applyAll } from './values.ts';

/** A place that we have changed, in a file that somebody else has changed too. */
export interface Meeting {
  path: Path;
  mine: Value | undefined;
  theirs: Value | undefined;
  /** They have changed the same place. Otherwise our change fits as it is. */
  clash: boolean;
  /** What it stood in is gone: ours can only be written somewhere else. */
  gone: boolean;
  changes: readonly Change[];
}

const isList = (data: Data, path: Path) => Array.isArray(valueAt(data, path));

/** The place that is changed as one: a whole list where entries come, go or move. */
function placeOfChange(change: Change): Path {
  const entry = change.do === 'insert' || change.do === 'move' || typeof change.path.at(-1) === 'number';
  return entry && change.do !== 'set' ? change.path.slice(0, -1) : change.path;
}

/** Whether a list on the way to a place has another length, so that its entries may be others. */
const shifted = (path: Path, base: Data, theirs: Data): boolean =>
  path.some((part, index) => {
    const list = path.slice(0, index);
    if (typeof part !== 'number' || !isList(base, list)) return false;
    const [before, after] = [valueAt(base, list), valueAt(theirs, list)];
    return !Array.isArray(before) || !Array.isArray(after) || before.length !== after.length;
  });

/** Whether there is something in which a place can be. */
function hasPlace(data: Data, path: Path): boolean {
  const around = valueAt(data, path.slice(0, -1));
  return Array.isArray(around) ? around.length > Number(path.at(-1)) : isGroup(around);
}

/**
 * Our changes held against a file that has changed since: the places that we have changed, except those that say by now
 * what we want.
 *
 * @param base what our changes were made on
 * @param theirs how the file stands now
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

/** The changes that make our decisions of a file as it stands now. What is not kept stays as it is there. */
export const resolved = (kept: readonly Meeting[]): Change[] =>
  kept.flatMap(({ clash, changes, path, mine, theirs }) => (clash ? changesTo(path, theirs, mine) : [...changes]));

/** The changes that make one value of another. */
export function changesTo(path: Path, from: Value | undefined, to: Value | undefined): Change[] {
  if (sameValue(from, to)) return [];
  if (to === undefined) return [{ do: 'remove', path }];
  return Array.isArray(from) && Array.isArray(to) ? entriesTo(path, from, to) : [{ do: 'set', path, value: to }];
}

/** Leaves the entries alone that both lists have in the same order. */
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
