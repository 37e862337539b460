import type { Change, Path, Value } from '../protocol.ts';
import { applyChange, type Data, isGroup, sameValue, valueAt } from './values.ts';

function listSteps(old: readonly Value[], value: readonly Value[], path: Path): Change[] {
  const least = Math.min(old.length, value.length);
  let before = 0;
  while (before < least && sameValue(old[before], value[before])) before += 1;
  let behind = 0;
  while (behind < least - before && sameValue(old.at(-1 - behind), value.at(-1 - behind))) behind += 1;
  const common = least - behind;
  const steps = value
    .slice(before, common)
    .flatMap((item, index) => settingSteps(old[before + index], item, [...path, before + index]));
  const added = value
    .slice(common, value.length - behind)
    .map((item, index): Change => ({ do: 'insert', path: [...path, common + index], value: item }));
  const removed = old.slice(common, old.length - behind).map((): Change => ({ do: 'remove', path: [...path, common] }));
  return [...steps, ...added, ...removed];
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

/** The smallest steps from one version of a file's data to another. */
export const stepsBetween = (old: Data, data: Data): Change[] => settingSteps(old, data, []);
