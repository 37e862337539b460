import { atom, type ReadableAtom } from 'nanostores';
import type { KeptDraft } from '../protocol.ts';
import { keep, readKept, SPACE, type Store } from './kept.ts';
import { applyAll } from '../core/values.ts';

/** Unsaved changes in a form. */
export interface Draft extends KeptDraft {
  /** How many of the changes have been sent and await a response. */
  sealed: number;
}

/** How long a change waits until it is sent to the dev server, in milliseconds. */
const SEND_MS = 400;

const PREFIX = `${SPACE}/draft/`;

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

/**
 * Has the dev server keep a draft, or remove one that has no changes.
 *
 * @param outlives whether it is sent even if the page is left meanwhile
 * @returns whether it is kept
 */
export type Send = (draft: KeptDraft, outlives: boolean) => Promise<boolean>;

/** The drafts in a browser, by file. */
export interface Drafts {
  $all: ReadableAtom<Readonly<Record<string, Draft>>>;
  get(file: string): Draft | undefined;
  /** @returns whether it is stored and survives a crash: storage may be full or disabled */
  put(draft: Draft): boolean;
  drop(file: string): void;
  /** Picks up what another tab has stored or removed under a key. */
  follow(key: string): void;
  /** Picks up everything that other tabs have stored or removed while nobody followed them. */
  catchUp(): void;
  /** Adds those of an earlier run, once the dev server has answered. One that is or was here is newer. */
  take(kept: Promise<readonly KeptDraft[]>): Promise<void>;
  /**
   * Sends what the dev server has not confirmed yet.
   *
   * @param outlives whether it is sent even if the page is left meanwhile
   */
  sendNow(outlives?: boolean): void;
}

/**
 * @param store keeps them across restarts of the browser; without one they last as long as the page
 * @param send keeps them for the next run, whose origin has a store of its own
 */
export function openDrafts(store: Store | undefined, send?: Send): Drafts {
  function readAll(): Record<string, Draft> {
    const stored: Record<string, Draft> = {};
    for (let index = 0; store && index < store.length; index += 1) {
      const key = store.key(index);
      const draft = key?.startsWith(PREFIX) ? readKept(store, key) : undefined;
      if (isDraft(draft)) stored[draft.file] = draft;
    }
    return stored;
  }
  const $all = atom<Readonly<Record<string, Draft>>>(readAll());
  const without = (file: string) => {
    const { [file]: _gone, ...rest } = $all.get();
    return rest;
  };
  const get = (file: string): Draft | undefined => $all.get()[file];
  /** Those for which there was no space: only this page has them. */
  const unstored = new Set<string>();
  const unconfirmed = new Set(Object.keys($all.get()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  function sendNow(outlives = false): void {
    clearTimeout(timer);
    timer = undefined;
    for (const file of unconfirmed) {
      const draft = get(file);
      // Nothing has been typed, or another tab has removed it.
      if (!draft || draft.at === 0) unconfirmed.delete(file);
      else
        void send?.(draft, outlives).then((isKept) => {
          if (isKept && get(file)?.at === draft.at) unconfirmed.delete(file);
        });
    }
  }
  function put(draft: Draft): boolean {
    if (send && draft.at !== get(draft.file)?.at) {
      unconfirmed.add(draft.file);
      timer ??= setTimeout(sendNow, SEND_MS);
    }
    $all.set({ ...$all.get(), [draft.file]: draft });
    const isStored = store !== undefined && keep(store, PREFIX + draft.file, draft);
    if (isStored) unstored.delete(draft.file);
    else unstored.add(draft.file);
    return isStored;
  }
  return {
    $all,
    get,
    put,
    drop(file) {
      const draft = get(file);
      $all.set(without(file));
      if (store) keep(store, PREFIX + file, undefined);
      // At once, because a save reloads the page. It counts as later than the draft, which may still be on its way.
      if (!draft || draft.at === 0) return;
      // A request that outlives the page must be small.
      const { inFile: _, sent: _sent, ...rest } = draft;
      void send?.({ ...rest, base: {}, changes: [], at: Math.max(Date.now(), draft.at + 1) }, true);
    },
    follow(key) {
      if (!store || !key.startsWith(PREFIX)) return;
      const draft = readKept(store, key);
      if (isDraft(draft)) $all.set({ ...$all.get(), [draft.file]: draft });
      else $all.set(without(key.slice(PREFIX.length)));
    },
    catchUp() {
      const own = Object.entries($all.get()).filter(([file]) => unstored.has(file));
      $all.set({ ...readAll(), ...Object.fromEntries(own) });
    },
    async take(kept) {
      // What another tab removes before the answer arrives must not come back.
      const own = $all.get();
      for (const one of await kept) {
        const draft = { ...one, sealed: 0 };
        if (isDraft(draft) && !own[draft.file] && !get(draft.file)) put(draft);
      }
    },
    sendNow,
  };
}
