import { atom, type ReadableAtom } from 'nanostores';
import type { Change } from '../protocol.ts';
import { keep, readKept, type Store } from './kept.ts';
import { applyAll } from './values.ts';
import type { Data } from '../core/values.ts';

/** What has been written in a form and is not in its file yet. */
export interface Draft {
  /** The file, or the name of a form for a file that is still to be made. */
  file: string;
  title: string;
  /** The state of the file on which the changes are based; of a file that is still to be made, the one that it copies. */
  hash: string;
  base: Data;
  changes: readonly Change[];
  /** How many of the changes have been sent, and wait for an answer. */
  sealed: number;
  /** When it was last changed, in milliseconds since 1970; 0 if nobody has written anything. */
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

/** Whether the changes lead somewhere. What another version of the editor has stored may not. */
function canBeMade({ base, changes }: Draft): boolean {
  try {
    applyAll(base, changes);
    return true;
  } catch {
    return false;
  }
}

/** The drafts of a browser, by file. */
export interface Drafts {
  $all: ReadableAtom<Readonly<Record<string, Draft>>>;
  get(file: string): Draft | undefined;
  /** @returns whether it will also outlive a crash: storage may be full or switched off */
  put(draft: Draft): boolean;
  drop(file: string): void;
  /** Takes over what another tab has stored or removed under a key. */
  follow(key: string): void;
}

/** @param store where they outlive a restart of the browser; without one they last as long as the page */
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
