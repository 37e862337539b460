import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDrafts, type Draft } from '../../src/editing/client/drafts.ts';
import type { Store } from '../../src/editing/client/kept.ts';

function storage(full = false): Store & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

const DRAFT: Draft = {
  file: 'content/home/hero.mdx',
  title: 'Hero',
  hash: 'h',
  base: { heading: 'a' },
  changes: [{ do: 'set', path: ['heading'], value: 'b' }],
  sealed: 0,
  at: 1,
};

describe('drafts', () => {
  it('survive a restart of the browser, until they are dropped', () => {
    const store = storage();
    const drafts = openDrafts(store);
    expect(drafts.put(DRAFT)).toBe(true);
    expect(openDrafts(store).get(DRAFT.file)).toEqual(DRAFT);
    drafts.drop(DRAFT.file);
    expect(openDrafts(store).get(DRAFT.file)).toBeUndefined();
    expect(store.kept.size).toBe(0);
  });

  it('ignore other keys, and values that can’t be read', () => {
    const store = storage();
    store.setItem('theme', 'dark');
    store.setItem('site-editing/draft/a', '{broken');
    store.setItem('site-editing/draft/b', JSON.stringify({ ...DRAFT, changes: [{ do: 'remove', path: ['gone'] }] }));
    expect(openDrafts(store).$all.get()).toEqual({});
    expect(store.kept.size).toBe(3);
  });

  it('last as long as the page if nothing can be stored, and report it', () => {
    for (const store of [undefined, storage(true)]) {
      const drafts = openDrafts(store);
      expect(drafts.put(DRAFT)).toBe(false);
      expect(drafts.get(DRAFT.file)).toEqual(DRAFT);
    }
  });

  it('are those of other tabs after a time without following them, but for what could not be stored', () => {
    const store = storage();
    const [here, other] = [openDrafts(store), openDrafts(store)];
    here.put(DRAFT);
    other.drop(DRAFT.file);
    const written = { ...DRAFT, file: 'content/pages/flow.mdx' };
    other.put(written);
    here.catchUp();
    expect(here.$all.get()).toEqual({ [written.file]: written });
    const full = openDrafts(storage(true));
    full.put(DRAFT);
    full.catchUp();
    expect(full.get(DRAFT.file)).toEqual(DRAFT);
  });

  it('follow another tab', () => {
    const store = storage();
    const [here, there] = [openDrafts(store), openDrafts(store)];
    there.put(DRAFT);
    const [key = ''] = store.kept.keys();
    here.follow(key);
    expect(here.get(DRAFT.file)).toEqual(DRAFT);
    there.drop(DRAFT.file);
    here.follow(key);
    here.follow('theme');
    expect(here.$all.get()).toEqual({});
  });
});

describe('the dev server', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1000 }));
  afterEach(() => void vi.useRealTimers());

  const hero = (heading: string, at: number): Draft => ({
    ...DRAFT,
    changes: [{ do: 'set', path: ['heading'], value: heading }],
    at,
  });
  const GONE = { base: {}, changes: [] };
  const taking = (kept: Draft[]) => Promise.resolve(kept);

  it('gets a draft soon after it has changed, and again when the page is left if it has not confirmed it', async () => {
    const send = vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true);
    const drafts = openDrafts(storage(), send);
    drafts.put(hero('b', 1));
    drafts.put(hero('bc', 2));
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(send.mock.calls).toEqual([[hero('bc', 2), false]]);
    drafts.sendNow(true);
    expect(send).toHaveBeenLastCalledWith(hero('bc', 2), true);
    await vi.advanceTimersByTimeAsync(0);
    drafts.put({ ...hero('bc', 2), sealed: 1 });
    drafts.sendNow(true);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('gets what another session has typed, but no form in which nothing has been typed', () => {
    const store = storage();
    openDrafts(store).put(hero('b', 1));
    openDrafts(store).put({ ...DRAFT, file: 'new:content/home/', at: 0 });
    const send = vi.fn().mockResolvedValue(true);
    openDrafts(store, send).sendNow();
    expect(send.mock.calls).toEqual([[hero('b', 1), false]]);
  });

  it('hears at once that a draft is gone, with a time after that of any request for it', async () => {
    const send = vi.fn().mockResolvedValue(true);
    const drafts = openDrafts(storage(), send);
    drafts.put(hero('b', 1000));
    drafts.drop(DRAFT.file);
    drafts.drop(DRAFT.file);
    await vi.advanceTimersByTimeAsync(500);
    expect(send.mock.calls).toEqual([[{ ...DRAFT, ...GONE, at: 1001 }, true]]);
  });

  it('gives back the drafts of an earlier run, which are then stored here', async () => {
    const store = storage();
    const drafts = openDrafts(store, () => Promise.resolve(true));
    const { sealed: _none, ...kept } = hero('b', 1);
    await drafts.take(taking([kept as Draft, { ...DRAFT, file: 'b', changes: [{ do: 'remove', path: ['gone'] }] }]));
    expect(Object.values(drafts.$all.get())).toEqual([hero('b', 1)]);
    expect(openDrafts(store).get(DRAFT.file)).toEqual(hero('b', 1));
  });

  it('gives back nothing that is here, or that was here when it was asked', async () => {
    const store = storage();
    openDrafts(store).put(hero('saved by another tab', 1));
    const drafts = openDrafts(store, () => Promise.resolve(true));
    const other = { ...DRAFT, file: 'content/site.yaml' };
    const { promise, resolve } = Promise.withResolvers<Draft[]>();
    const taken = drafts.take(promise);
    openDrafts(store).drop(DRAFT.file);
    drafts.follow(`site-editing/draft/${DRAFT.file}`);
    drafts.put({ ...other, title: 'newer', at: 3 });
    resolve([hero('late', 1), other]);
    await taken;
    expect(Object.values(drafts.$all.get())).toEqual([{ ...other, title: 'newer', at: 3 }]);
  });
});
