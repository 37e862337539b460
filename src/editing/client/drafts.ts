import { atom, type ReadableAtom } from 'nanostores';
import type { Change } from '../protocol.ts';
import { keep, readKept, type Store } from './kept.ts';
import { applyAll, type Data } from '../core/values.ts';

/** Unsaved changes in a form. */
export interface Draft {
  /** The file, or the name of the form for a new file. */
  file: string;
  title: string;
  /** The hash of the file that the changes are based on; for a new file, the file that it copies. */
  hash: string;
  base: Data;
  changes: readonly Change[];
  /** How many of the changes have been sent and await a response. */
  sealed: number;
  /** When it was last changed, in milliseconds since 1970; 0 if nothing has been typed. */
  at: number;
}

const PREFIX = 'site-editing/draft/';

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'file' in value &&
  'hash' in value &&
  'base' in value &&
  'changes' in value &&
  Array.isArray(value.changes) &&
  canBeMade(value as Draft);

/** Whether the changes can be applied. Those stored by another version of the editor may not fit. */
function canBeMade({ base, changes }: Draft): boolean {
  try {
    applyAll(base, changes);
    return true;
  } catch {
    return false;
  }
}

/** The drafts in a browser, by file. */
export interface Drafts {
  $all: ReadableAtom<Readonly<Record<string, Draft>>>;
  get(file: string): Draft | undefined;
  /** @returns whether it is stored and survives a crash: storage may be full or disabled */
  put(draft: Draft): boolean;
  drop(file: string): void;
  /** Picks up what another tab has stored or removed under a key. */
  follow(key: string): void;
}

/** @param store keeps them across restarts of the browser; without one they last as long as the page */
export function openDrafts(store: Store | undefined): Drafts {
  const stored: Record<string, Draft> = {};
  for (let index = 0; store && index < store.length; index += 1) {
    const key = store.key(index);
    const draft = key?.startsWith(PREFIX) ? readKept(store, key) : undefined;
    if (isDraft(draft)) stored[draft.file] = draft;
  }
  const $all = atom<Readonly<Record<string, Draft>>>(stored);
  const without = (file: string) => {
    const { [file]: _gone, ...rest } = $all.get();
    return rest;
  };
  return {
    $all,
    get: (file) => $all.get()[file],
    put(draft) {
      $all.set({ ...$all.get(), [draft.file]: draft });
      return store !== undefined && keep(store, PREFIX + draft.file, draft);
    },
    drop(file) {
      $all.set(without(file));
      if (store) keep(store, PREFIX + file, undefined);
    },
    follow(key) {
      if (!store || !key.startsWith(PREFIX)) return;
      const draft = readKept(store, key);
      if (isDraft(draft)) $all.set({ ...$all.get(), [draft.file]: draft });
      else $all.set(without(key.slice(PREFIX.length)));
    },
  };
}
