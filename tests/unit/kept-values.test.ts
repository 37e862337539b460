import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentOrigin } from '../../src/islands/form/current-origin.ts';
import { openDraft } from '../../src/islands/form/draft.ts';
import { $toasts, takeToast } from '../../src/stores/toasts.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  kept.clear();
  $toasts.set([]);
});

const MISSHAPEN = ['null', '0', '""', '[]', 'false', '{', '{"utm_source":{}}'];

it.each(MISSHAPEN)('the origin %s in the tab’s storage counts as none', (text) => {
  kept.set('origin', text);
  expect(currentOrigin()).toMatchObject({ page: '/', referrer_host: '', utm_source: '' });
});

it.each([...MISSHAPEN, '{"values":null}', '{"values":{"name":{}},"file":{},"sent":null}', '{"sent":{"id":1}}'])(
  'the draft %s in the tab’s storage counts as empty, and a new one replaces it',
  (text) => {
    kept.set('form-draft', text);
    const draft = openDraft('form');
    expect(draft.values()).toEqual({});
    expect(draft.file()).toBeUndefined();
    draft.save({ name: 'Ada' });
    const id = draft.idFor({ name: 'Ada' }, '');
    expect(openDraft('form').values()).toEqual({ name: 'Ada' });
    expect(openDraft('form').idFor({ name: 'Ada' }, '')).toBe(id);
  },
);

it.each([...MISSHAPEN, '{"tone":"success","title":{},"text":""}', '{"tone":"x","title":"","text":""}'])(
  'the toast %s in the tab’s storage is not shown, and is removed',
  (text) => {
    kept.set('toast', text);
    takeToast();
    expect($toasts.get()).toEqual([]);
    expect(kept.size).toBe(0);
  },
);

it('a toast for the next page is shown', () => {
  kept.set('toast', '{"tone":"success","title":"Done","text":"Yes"}');
  takeToast();
  expect($toasts.get()).toMatchObject([{ tone: 'success', title: 'Done', text: 'Yes' }]);
});
