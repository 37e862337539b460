import type { Change, Entry, Path, Value } from '../protocol.ts';

/** The data of a file. */
export type Data = Entry['data'];

/** The path of a change does not exist. */
export class NoSuchPlaceError extends Error {
  override name = 'NoSuchPlaceError';

  /** @param path the path that does not exist */
  constructor(path: Path) {
    super(
      `There is no ${path.length > 0 ? path.map(String).join(' › ') : 'such place'} to change here. Reload the page, and change it again.`,
    );
  }
}

/** Whether a value is an object. */
export const isGroup = (value: Value | undefined): value is { [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values are equal, regardless of the order of their fields. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (!isGroup(a)) return a === b;
  if (!isGroup(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
}

function childOf(holder: Value | undefined, key: string | number): Value | undefined {
  if (Array.isArray(holder)) return typeof key === 'number' ? holder[key] : undefined;
  return isGroup(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
}

/** The value at a path, or undefined if there is none. */
export const valueAt = (data: Value, path: Path): Value | undefined => path.reduce<Value | undefined>(childOf, data);

function changedList(list: readonly Value[], index: string | number, change: Change): Value[] {
  // A new entry can go after the last.
  const last = change.do === 'insert' ? list.length : list.length - 1;
  const isPlace = (at: string | number): at is number => Number.isInteger(at) && Number(at) >= 0 && Number(at) <= last;
  if (!isPlace(index)) throw new NoSuchPlaceError(change.path);
  switch (change.do) {
    case 'set':
      return list.with(index, change.value);
    case 'insert':
      return list.toSpliced(index, 0, change.value);
    case 'remove':
      return list.toSpliced(index, 1);
    case 'move': {
      if (!isPlace(change.to)) throw new NoSuchPlaceError([...change.path.slice(0, -1), change.to]);
      return list.toSpliced(index, 1).toSpliced(change.to, 0, ...list.slice(index, index + 1));
    }
  }
}

function changedGroup(group: { [key: string]: Value }, key: string | number, change: Change): { [key: string]: Value } {
  if (change.do === 'set') return { ...group, [key]: change.value };
  if (change.do === 'remove' && Object.hasOwn(group, key))
    return Object.fromEntries(Object.entries(group).filter(([name]) => name !== key));
  throw new NoSuchPlaceError(change.path);
}

function changed(holder: Value | undefined, change: Change, depth: number): Value {
  const key = change.path[depth];
  if (key === undefined || (!Array.isArray(holder) && !isGroup(holder))) throw new NoSuchPlaceError(change.path);
  if (depth === change.path.length - 1)
    return Array.isArray(holder) ? changedList(holder, key, change) : changedGroup(holder, key, change);
  const inner = changed(childOf(holder, key), change, depth + 1);
  return Array.isArray(holder) ? holder.with(Number(key), inner) : { ...holder, [key]: inner };
}

/**
 * The data after a change. The given data is not modified.
 *
 * @throws NoSuchPlaceError when the path does not exist. Setting a new field is allowed.
 */
export const applyChange = (data: Data, change: Change): Data => changed(data, change, 0) as Data;

/** Data after a sequence of changes. */
export const applyAll = (data: Data, changes: readonly Change[]): Data =>
  changes.reduce<Data>((before, change) => applyChange(before, change), data);
