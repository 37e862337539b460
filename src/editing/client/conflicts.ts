import { pathKey, samePath, startsWith } from '../core/paths.ts';
import { applyAll, sameValue, valueAt, type Data } from '../core/values.ts';
import type { Change, Path, Value } from '../protocol.ts';
import { commonParts } from '../core/common-parts.ts';
import { follow } from './follow.ts';

/** A place that we have changed, in a file that someone else has changed too. */
export interface Meeting {
  /** Where it was when we changed it. */
  path: Path;
  /** Where it is in their version. */
  place: Path;
  mine: Value | undefined;
  theirs: Value | undefined;
  /** They have changed the same place, or moved it. Otherwise our change fits as it is. */
  clash: boolean;
  /** What is around it is gone: our value has no place in the file. */
  gone: boolean;
  /** Our changes of it, in their version. */
  changes: readonly Change[];
}

/** The place that a change counts for: the whole list if an entry is inserted, removed or moved. */
function placeOfChange(change: Change): Path {
  const entry = change.do === 'insert' || change.do === 'move' || typeof change.path.at(-1) === 'number';
  return entry && change.do !== 'set' ? change.path.slice(0, -1) : change.path;
}

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
    .map((path) => {
      const { path: place, isSure, isGone } = follow(base, theirs, path);
      const now = isGone ? undefined : valueAt(theirs, place);
      return {
        path,
        place,
        mine: valueAt(mine, path),
        theirs: now,
        // Whoever is typing in it sees where it is now before they go on.
        clash: !isSure || !samePath(place, path) || !sameValue(valueAt(base, path), now),
        gone: isGone,
        changes: changes
          .filter((change) => startsWith(change.path, path))
          .map((change) => ({ ...change, path: [...place, ...change.path.slice(path.length)] })),
      };
    })
    .filter((meeting) => !sameValue(meeting.mine, meeting.theirs));
}

/** The changes that apply our decisions to the current file. Places that are not kept stay as they are there. */
export const resolved = (kept: readonly Meeting[]): Change[] =>
  kept.flatMap(({ clash, changes, place, mine, theirs }) => (clash ? changesTo(place, theirs, mine) : [...changes]));

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
