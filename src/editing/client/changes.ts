import { sameValue, valueAt, type Data } from '../core/values.ts';
import type { Change, Path, Value } from '../protocol.ts';
import { related, samePath, startsWith } from './tokens.ts';
import { applyAll } from './values.ts';

/** Whether a change is about an entry of a list, and so moves others. */
const ofList = ({ do: what, path }: Change): boolean =>
  what === 'insert' || what === 'move' || (what === 'remove' && typeof path.at(-1) === 'number');

/** A value with another one at a path within it. */
function within(value: Value, path: Path, inner: Value): Value {
  const [first, ...rest] = path;
  if (first === undefined) return inner;
  return applyAll({ value }, [{ do: 'set', path: ['value', first, ...rest], value: inner }])['value'] ?? inner;
}

/** What takes a setting in: one of the same place, or of a value that the place is in. */
function takenIn(earlier: Change, { path, value }: { path: Path; value: Value }): Change | undefined {
  if (earlier.do === 'remove' && !ofList(earlier) && samePath(earlier.path, path)) return { do: 'set', path, value };
  if ((earlier.do !== 'set' && earlier.do !== 'insert') || !startsWith(path, earlier.path)) return undefined;
  return { ...earlier, value: within(earlier.value, path.slice(earlier.path.length), value) };
}

function addSetting(open: readonly Change[], change: Change & { do: 'set' }): Change[] {
  for (let at = open.length - 1; at >= 0; at -= 1) {
    const earlier = open[at];
    if (!earlier) break;
    const merged = takenIn(earlier, change);
    if (merged) return open.with(at, merged);
    // What moves entries gives places other names, and what stands around this one was there first.
    if (ofList(earlier) || related(earlier.path, change.path)) break;
  }
  return [...open, change];
}

/** A change as it is written after a removal, which has moved the entries behind. */
const after = (later: Change, removal: Change): Change => ({
  ...later,
  path: throughChanges(later.path, [removal]) ?? later.path,
});

/** @param before what the open changes are made on */
function addRemoval(before: Data, open: readonly Change[], change: Change & { do: 'remove' }): Change[] {
  const kept = [...open];
  for (let at = kept.length - 1; at >= 0; at -= 1) {
    const earlier = kept[at];
    if (!earlier) break;
    if (earlier.do === 'insert' && samePath(earlier.path, change.path))
      return [...kept.slice(0, at), ...kept.slice(at + 1).map((later) => after(later, change))];
    if (ofList(earlier)) break;
    if (startsWith(earlier.path, change.path)) kept.splice(at, 1);
    else if (related(earlier.path, change.path)) break;
  }
  // What only an earlier change had added is gone with it.
  return valueAt(applyAll(before, kept), change.path) === undefined ? kept : [...kept, change];
}

function addMove(open: readonly Change[], change: Change & { do: 'move' }): Change[] {
  const last = open.at(-1);
  const list = change.path.slice(0, -1);
  if (last?.do !== 'move' || !samePath([...list, last.to], change.path) || !samePath(last.path.slice(0, -1), list))
    return [...open, change];
  return last.path.at(-1) === change.to ? open.slice(0, -1) : [...open.slice(0, -1), { ...last, to: change.to }];
}

/** Whether a change leaves a place as it has always been, though others have changed. */
function changesNothing(base: Data, changes: readonly Change[], change: Change): boolean {
  if (changes.some((other) => ofList(other) || (other !== change && related(other.path, change.path)))) return false;
  const before = valueAt(base, change.path);
  if (change.do === 'remove') return before === undefined;
  return change.do === 'set' && before !== undefined && sameValue(before, change.value);
}

/**
 * The list of changes with one more, which is put together with earlier ones where that makes no difference: of what is
 * typed into a field, only the last is kept. What comes out as it was is no change.
 *
 * @param base what the first change is made on
 * @param sealed how many changes at the beginning have been sent, and stay as they are
 */
export function addChange(base: Data, changes: readonly Change[], change: Change, sealed = 0): Change[] {
  const open = changes.slice(sealed);
  const added =
    change.do === 'set'
      ? addSetting(open, change)
      : change.do === 'remove'
        ? addRemoval(applyAll(base, changes.slice(0, sealed)), open, change)
        : change.do === 'move'
          ? addMove(open, change)
          : [...open, change];
  if (sealed > 0) return [...changes.slice(0, sealed), ...added];
  const telling = added.filter((one) => !changesNothing(base, added, one));
  return sameValue(applyAll(base, telling), base) ? [] : telling;
}

/** Where a place of the data has come to by changes of it; undefined if it was removed. */
export function throughChanges(path: Path, changes: readonly Change[]): Path | undefined {
  return changes.reduce<Path | undefined>((place, change) => {
    if (!place) return undefined;
    if (change.do === 'set') return place;
    if (change.do === 'remove' && startsWith(place, change.path)) return undefined;
    const depth = change.path.length - 1;
    const from = change.path[depth];
    const index = place[depth];
    if (typeof from !== 'number' || typeof index !== 'number' || !startsWith(place, change.path.slice(0, -1)))
      return place;
    return [...place.slice(0, depth), indexAfter(index, from, change), ...place.slice(depth + 1)];
  }, path);
}

/** Where a place was before changes were made; undefined if they have added it. */
export function beforeChanges(path: Path, changes: readonly Change[]): Path | undefined {
  return throughChanges(path, changes.toReversed().map(opposite));
}

/** What takes a change back, as far as it has moved anything. */
function opposite(change: Change): Change {
  if (change.do === 'insert') return { do: 'remove', path: change.path };
  if (change.do === 'remove' && ofList(change)) return { do: 'insert', path: change.path, value: null };
  if (change.do === 'move') {
    const from = change.path.at(-1);
    return typeof from === 'number' ? { do: 'move', path: [...change.path.slice(0, -1), change.to], to: from } : change;
  }
  return change.do === 'remove' ? { do: 'set', path: change.path, value: null } : change;
}

function indexAfter(index: number, from: number, change: Change): number {
  if (change.do === 'insert') return index >= from ? index + 1 : index;
  if (change.do === 'remove') return index > from ? index - 1 : index;
  if (change.do !== 'move') return index;
  if (index === from) return change.to;
  const gone = index > from ? index - 1 : index;
  return gone >= change.to ? gone + 1 : gone;
}
