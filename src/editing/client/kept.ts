import { atom, type WritableAtom } from 'nanostores';

/**
 * What the keys begin with. The words of the room are those of a branch, so it keeps them apart from what the dev server
 * on the same origin has of the files on disk.
 */
export const SPACE =
  typeof document !== 'undefined' && 'room' in document.documentElement.dataset ? 'edit-room' : 'site-editing';

/** The part of the Storage interface that is used here. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The JSON value stored under a key; undefined if it is missing or invalid. */
export function readKept(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON; undefined removes it. Returns whether it worked: storage may be full or disabled. */
export function keep(store: Store, key: string, value: unknown): boolean {
  try {
    if (value === undefined) store.removeItem(key);
    else store.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** A storage of the browser. Reading the property can throw where storage is blocked. */
export function storage(kind: 'sessionStorage' | 'localStorage'): Store | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined;
  }
}

/** An atom that survives reloads of its tab. */
export function keptAtom<Type>(name: string, initial: Type): WritableAtom<Type> {
  const key = `${SPACE}/${name}`;
  const store = storage('sessionStorage');
  const $value = atom((store && (readKept(store, key) as Type | undefined)) ?? initial);
  $value.listen((value) => {
    if (store) keep(store, key, value);
  });
  return $value;
}

/** Forgets what all such atoms of this tab keep, from its next load on. */
export function forgetKept(): void {
  const store = storage('sessionStorage');
  const keys = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '');
  for (const key of keys) if (key.startsWith(`${SPACE}/`)) store?.removeItem(key);
}
