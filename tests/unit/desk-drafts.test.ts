import { expect, it } from 'vitest';
import { draftKey, keepDraft, readDraft, withId } from '../../src/apps/desk/request/drafts.ts';

/** A storage in memory. */
function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

it('a draft of the desk is there again after the next sign-in of the same person, and of nobody else', () => {
  const store = memory();
  const key = draftKey('ada', 'demo_bookings', '1', 'note');
  keepDraft(store, key, { value: 'Call her' });
  expect(readDraft(store, key)).toEqual({ value: 'Call her' });
  expect(readDraft(store, draftKey('bo', 'demo_bookings', '1', 'note'))).toBeUndefined();
  expect(readDraft(store, draftKey('ada', 'demo_bookings', '2', 'note'))).toBeUndefined();
  keepDraft(store, key, undefined);
  expect(store.kept.size).toBe(0);
});

it.each(['', '{', 'null', '1', '[]', '{"text":1}'])('a damaged draft of the desk is none: %j', (text) => {
  const store = memory();
  store.setItem('key', text);
  expect(readDraft(store, 'key')).toBeUndefined();
});

it('a full storage does not break the desk', () => {
  const full = {
    ...memory(),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => keepDraft(full, 'key', { value: 'x' })).not.toThrow();
});

it('a draft that is sent again unchanged has the same id, and is stored once; a changed one has another', () => {
  let count = 0;
  const makeId = () => `id ${++count}`;
  const first = withId({ value: 'Call her' }, '10:00', makeId);
  expect(withId(first, '10:00', makeId).sent.id).toBe(first.sent.id);
  expect(withId(first, '11:00', makeId).sent.id).not.toBe(first.sent.id);
  expect(withId({ ...first, value: 'Call her today' }, '10:00', makeId).sent.id).not.toBe(first.sent.id);
});
