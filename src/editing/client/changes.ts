import { related, samePath, startsWith } from '../core/paths.ts';
import { ofList, throughChanges } from '../core/shifted-paths.ts';
import { applyAll, sameValue, valueAt, type Data } from '../core/values.ts';
import type { Change, Path, Value } from '../protocol.ts';

/** A value with a path within it replaced. */
function within(value: Value, path: Path, inner: Value): Value {
  const [first, ...rest] = path;
  if (first === undefined) return inner;
  return applyAll({ value }, [{ do: 'set', path: ['value', first, ...rest], value: inner }])['value'] ?? inner;
}

/** An earlier change with a `set` merged into it: one to the same path, or to a value that contains it. */
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
    // Changes to list entries shift paths, and a change to something around this path has to come first.
    if (ofList(earlier) || related(earlier.path, change.path)) break;
  }
  return [...open, change];
}

/** A change with its path adjusted to a removal, which shifts the entries after it. */
const after = (later: Change, removal: Change): Change => ({
  ...later,
  path: throughChanges(later.path, [removal]) ?? later.path,
});

/** @param before the data that the open changes apply to */
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
  // Nothing to remove if only a dropped change had added it.
  return valueAt(applyAll(before, kept), change.path) === undefined ? kept : [...kept, change];
}

function addMove(open: readonly Change[], change: Change & { do: 'move' }): Change[] {
  const last = open.at(-1);
  const list = change.path.slice(0, -1);
  if (last?.do !== 'move' || !samePath([...list, last.to], change.path) || !samePath(last.path.slice(0, -1), list))
    return [...open, change];
  return last.path.at(-1) === change.to ? open.slice(0, -1) : [...open.slice(0, -1), { ...last, to: change.to }];
}

/** Whether a change leaves its path as it is in the file. */
function changesNothing(base: Data, changes: readonly Change[], change: Change): boolean {
  if (changes.some((other) => ofList(other) || (other !== change && related(other.path, change.path)))) return false;
  const before = valueAt(base, change.path);
  if (change.do === 'remove') return before === undefined;
  return change.do === 'set' && before !== undefined && sameValue(before, change.value);
}

/**
 * Adds a change to the list and merges it with earlier ones where the result is the same: of everything typed into a
 * field, only the last value is kept. Changes that restore the original are dropped.
 *
 * @param base the data that the first change applies to
 * @param sealed the number of leading changes that are already sent and must not change
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
