import { atom, type WritableAtom } from 'nanostores';

/** What of a browser's storage is needed here. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** What is stored under a key as JSON; undefined if there is nothing that can be read. */
export function readKept(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON; undefined removes it. Says whether that worked: storage may be full or switched off. */
export function keep(store: Store, key: string, value: unknown): boolean {
  try {
    if (value === undefined) store.removeItem(key);
    else store.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The tab's storage. Reading the property can throw where storage is forbidden. */
export function tabStorage(): Store | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** A value that outlives reloads of its tab. */
export function keptAtom<Type>(name: string, initial: Type): WritableAtom<Type> {
  const key = `site-editing/${name}`;
  const store = tabStorage();
  const $value = atom((store && (readKept(store, key) as Type | undefined)) ?? initial);
  $value.listen((value) => {
    if (store) keep(store, key, value);
  });
  return $value;
}
