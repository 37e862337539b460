import { describe, expect, it } from 'vitest';
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
