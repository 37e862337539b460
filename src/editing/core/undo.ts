import type { Change, Clash, Path, Value } from '../protocol.ts';
import { startsWith } from './paths.ts';
import { throughChanges } from './shifted-paths.ts';
import { applyChange, type Data, isGroup, sameValue, valueAt } from './values.ts';

const clash = (path: Path, before: Value | undefined, now: Value | undefined): Clash => ({
  path,
  ...(before !== undefined && { before }),
  ...(now !== undefined && { now }),
});

/** A step that undoes one change, a clash, or nothing if it is undone already. */
type Step = Change | Clash | undefined;

/** The data right before and after a change, and now. */
interface Moment {
  was: Data;
  is: Data;
  now: Data;
  /** Where a value is now that had this path right after the change; undefined if it is gone. */
  placeOf: (path: Path) => Path | undefined;
}

function undoSet({ path }: Change, { was, is, now, placeOf }: Moment): Step {
  const before = valueAt(was, path);
  const place = placeOf(path);
  const current = place && valueAt(now, place);
  if (sameValue(current, before)) return undefined;
  if (!place || !sameValue(current, valueAt(is, path))) return clash(place ?? path, before, current);
  return before === undefined ? { do: 'remove', path: place } : { do: 'set', path: place, value: before };
}

function undoInsert({ path }: Change, { is, now, placeOf }: Moment): Step {
  const place = placeOf(path);
  if (!place) return undefined;
  const current = valueAt(now, place);
  if (!sameValue(current, valueAt(is, path))) return clash(place, undefined, current);
  return { do: 'remove', path: place };
}

/**
 * The index in the current list of the gap where an entry was: after the entry that preceded it, or before the one that
 * followed it.
 *
 * @param change moved or removed the entry
 * @param now the current list
 */
function gapOf(change: Change, now: readonly Value[], { placeOf }: Moment): number {
  const list = change.path.slice(0, -1);
  const index = Number(change.path.at(-1));
  for (const [neighbor, beside] of [
    [index - 1, 1],
    [index + 1, 0],
  ] as const) {
    const path = neighbor < 0 ? undefined : throughChanges([...list, neighbor], [change]);
    const at = path && placeOf(path)?.at(-1);
    if (typeof at === 'number' && at < now.length) return at + beside;
  }
  return Math.min(index, now.length);
}

/** @param change a removal of a list entry or a field */
function undoRemove(change: Change, moment: Moment): Step {
  const { was, now, placeOf } = moment;
  const { path } = change;
  const before = valueAt(was, path) ?? null;
  const key = path.at(-1) ?? '';
  const around = placeOf(path.slice(0, -1));
  const holder = around && valueAt(now, around);
  if (around && typeof key === 'number' && Array.isArray(holder))
    return { do: 'insert', path: [...around, gapOf(change, holder, moment)], value: before };
  const place = [...(around ?? path.slice(0, -1)), key];
  const current = around && valueAt(now, place);
  if (sameValue(current, before)) return undefined;
  return isGroup(holder) && current === undefined
    ? { do: 'set', path: place, value: before }
    : clash(place, before, current);
}

function undoMove(change: Change & { do: 'move' }, moment: Moment): Step {
  const place = moment.placeOf([...change.path.slice(0, -1), change.to]);
  const list = place && valueAt(moment.now, place.slice(0, -1));
  const at = place?.at(-1);
  if (!place || !Array.isArray(list) || typeof at !== 'number') return undefined;
  const gap = gapOf(change, list, moment);
  // The entry leaves its place before it gets there.
  const to = gap > at ? gap - 1 : gap;
  return to === at ? undefined : { do: 'move', path: place, to };
}

function undoStep(change: Change, moment: Moment): Step {
  switch (change.do) {
    case 'set':
      return undoSet(change, moment);
    case 'insert':
      return undoInsert(change, moment);
    case 'remove':
      return undoRemove(change, moment);
    case 'move':
      return undoMove(change, moment);
  }
}

/**
 * Undoes changes and keeps what has changed around them since.
 *
 * @param before the data that the changes were made to
 * @param later what has changed since, in order
 * @param now the current data
 * @returns the changes that undo them; or the values that have changed again, of which none is undone
 */
export function undoing(
  before: Data,
  changes: readonly Change[],
  later: readonly Change[],
  now: Data,
): { changes: Change[] } | { clashes: Clash[] } {
  const states = [before];
  for (const change of changes) states.push(applyChange(states.at(-1) ?? before, change));
  const made: Change[] = [];
  /** How many steps were made when each change was undone, and the step. */
  const undone = new Map<Change, { count: number; step: Change }>();
  const placeAfter = (index: number) => (path: Path) => {
    let place: Path | undefined = path;
    for (const change of changes.slice(index + 1)) {
      const back = change.do === 'remove' && startsWith(place, change.path) ? undone.get(change) : undefined;
      // It was removed, and is back where the removal was undone.
      if (back) return throughChanges([...back.step.path, ...place.slice(change.path.length)], made.slice(back.count));
      place = throughChanges(place, [change]);
      if (!place) return undefined;
    }
    return throughChanges(place, [...later, ...made]);
  };
  const clashes: Clash[] = [];
  let result = now;
  // The last change first, so that each finds the state that it left behind.
  for (let at = changes.length - 1; at >= 0; at -= 1) {
    const [change, was, is] = [changes[at], states[at], states[at + 1]];
    if (!change || !was || !is) continue;
    const step = undoStep(change, { was, is, now: result, placeOf: placeAfter(at) });
    if (step && 'do' in step) {
      made.push(step);
      undone.set(change, { count: made.length, step });
      result = applyChange(result, step);
    } else if (step) clashes.push(step);
  }
  return clashes.length > 0 ? { clashes } : { changes: made };
}
