import type { Change, Path, Value } from '../protocol.ts';
import { commonParts, MOST_COMPARISONS } from './common-parts.ts';
import { applyAll, applyChange, type Data, isGroup, sameValue, valueAt } from './values.ts';

function listSteps(old: readonly Value[], value: readonly Value[], path: Path): Change[] {
  const steps: Change[] = [];
  let [was, at] = [0, 0];
  for (const [inOld, inValue] of [...commonParts(old, value, sameValue), [old.length, value.length] as const]) {
    const both = Math.min(inOld - was, inValue - at);
    const behind = at + both;
    for (; at < behind; was += 1, at += 1) steps.push(...settingSteps(old[was], value[at] ?? null, [...path, at]));
    for (; at < inValue; at += 1) steps.push({ do: 'insert', path: [...path, at], value: value[at] ?? null });
    for (; was < inOld; was += 1) steps.push({ do: 'remove', path: [...path, at] });
    [was, at] = [inOld + 1, inValue + 1];
  }
  return steps;
}

function settingSteps(old: Value | undefined, value: Value, path: Path): Change[] {
  if (sameValue(old, value)) return [];
  if (Array.isArray(old) && Array.isArray(value)) return listSteps(old, value, path);
  if (!isGroup(old) || !isGroup(value)) return [{ do: 'set', path, value }];
  const set = Object.entries(value).flatMap(([key, item]) =>
    settingSteps(Object.hasOwn(old, key) ? old[key] : undefined, item, [...path, key]),
  );
  // Last, so that there is always at least one field.
  const removed = Object.keys(old)
    .filter((key) => !Object.hasOwn(value, key))
    .map((key): Change => ({ do: 'remove', path: [...path, key] }));
  return [...set, ...removed];
}

/**
 * Splits a change into the smallest equivalent steps: of a list or fields that are set, only what differs, so that the
 * rest of the file stays as it is. Returns none for a change that has no effect.
 *
 * @throws NoSuchPlaceError when the path of the change does not exist
 */
export function refined(data: Data, change: Change): Change[] {
  if (sameValue(applyChange(data, change), data)) return [];
  return change.do === 'set' ? settingSteps(valueAt(data, change.path), change.value, change.path) : [change];
}

/** The order of a list in which the entries that another one has, too, are as there. The others stay between. */
function orderAs(value: readonly Value[], old: readonly Value[]): number[] {
  const indexesIn = (list: readonly Value[], entry: Value | undefined) =>
    list.flatMap((one, index) => (sameValue(one, entry) ? [index] : []));
  // Of equal entries, the first is the first.
  const goals = old.map((entry, index) => indexesIn(value, entry)[indexesIn(old, entry).indexOf(index)]);
  const shared = [...old.keys()].filter((index) => goals[index] !== undefined);
  const sorted = shared.toSorted((one, other) => (goals[one] ?? 0) - (goals[other] ?? 0));
  return [...old.keys()].map((index) => sorted[shared.indexOf(index)] ?? index);
}

/** The moves of list entries between two versions of a value. */
function movesBetween(old: Value | undefined, value: Value | undefined, path: Path): Change[] {
  if (isGroup(old) && isGroup(value))
    return Object.keys(old).flatMap((key) => movesBetween(old[key], value[key], [...path, key]));
  if (!Array.isArray(old) || !Array.isArray(value) || sameValue(old, value)) return [];
  const order = old.length * value.length > MOST_COMPARISONS ? [...old.keys()] : orderAs(value, old);
  const now = [...old.keys()];
  const moves = order.flatMap((index, to): Change[] => {
    const from = now.indexOf(index);
    now.splice(to, 0, ...now.splice(from, 1));
    return from === to ? [] : [{ do: 'move', path: [...path, from], to }];
  });
  // With entries that were added or removed, those at one place may be different ones.
  if (old.length !== value.length) return moves;
  return [...moves, ...order.flatMap((index, at) => movesBetween(old[index], value[at], [...path, at]))];
}

/** The smallest steps from one version of a file's data to another. Entries of lists that have moved are moved. */
export function stepsBetween(old: Data, data: Data): Change[] {
  const moves = movesBetween(old, data, []);
  return [...moves, ...settingSteps(applyAll(old, moves), data, [])];
}
