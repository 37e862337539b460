import { expect, it } from 'vitest';
import { applyChange, type Data, isGroup, sameValue, valueAt } from '../../src/editing/core/values.ts';
import type { Change } from '../../src/editing/protocol.ts';

const DATA: Data = { title: 'T', list: ['a', 'b', 'c'], group: { none: null, items: [{ x: 1 }] } };

it.each<[string, Change, Data]>([
  ['a field that is set', { do: 'set', path: ['title'], value: 'U' }, { ...DATA, title: 'U' }],
  [
    'a field that is added',
    { do: 'set', path: ['group', 'new'], value: true },
    { ...DATA, group: { none: null, items: [{ x: 1 }], new: true } },
  ],
  ['a field that is removed', { do: 'remove', path: ['group', 'none'] }, { ...DATA, group: { items: [{ x: 1 }] } }],
  [
    'a field in a list',
    { do: 'set', path: ['group', 'items', 0, 'x'], value: 2 },
    { ...DATA, group: { none: null, items: [{ x: 2 }] } },
  ],
  ['an entry that is set', { do: 'set', path: ['list', 1], value: 'B' }, { ...DATA, list: ['a', 'B', 'c'] }],
  ['an entry that is removed', { do: 'remove', path: ['list', 0] }, { ...DATA, list: ['b', 'c'] }],
  ['an inserted entry', { do: 'insert', path: ['list', 1], value: 'x' }, { ...DATA, list: ['a', 'x', 'b', 'c'] }],
  ['an entry after the last', { do: 'insert', path: ['list', 3], value: 'x' }, { ...DATA, list: ['a', 'b', 'c', 'x'] }],
  ['an entry that moves down', { do: 'move', path: ['list', 0], to: 2 }, { ...DATA, list: ['b', 'c', 'a'] }],
  ['an entry that moves up', { do: 'move', path: ['list', 2], to: 1 }, { ...DATA, list: ['a', 'c', 'b'] }],
])('applies %s without modifying the original', (_what, change, expected) => {
  const before = structuredClone(DATA);
  expect(applyChange(DATA, change)).toEqual(expected);
  expect(DATA).toEqual(before);
});

it.each<[Change, string]>([
  [{ do: 'remove', path: ['nothing'] }, 'nothing'],
  [{ do: 'set', path: ['list', 3], value: '' }, 'list › 3'],
  [{ do: 'set', path: ['list', 'x'], value: '' }, 'list › x'],
  [{ do: 'insert', path: ['list', 4], value: '' }, 'list › 4'],
  [{ do: 'insert', path: ['group', 'x'], value: '' }, 'group › x'],
  [{ do: 'move', path: ['list', 0], to: 3 }, 'list › 3'],
  [{ do: 'set', path: ['title', 'x'], value: '' }, 'title › x'],
  [{ do: 'set', path: ['group', 'missing', 'x'], value: '' }, 'group › missing › x'],
  [{ do: 'set', path: ['toString', 'x'], value: '' }, 'toString › x'],
  [{ do: 'set', path: [], value: {} }, 'such place'],
])('%j has a path that does not exist, and the message names it', (change, place) => {
  expect(() => applyChange(DATA, change)).toThrow(`There is no ${place} to change here. Reload the page`);
});

it('finds a value by its path', () => {
  expect(valueAt(DATA, [])).toBe(DATA);
  expect(valueAt(DATA, ['group', 'items', 0, 'x'])).toBe(1);
  expect(valueAt(DATA, ['group', 'none'])).toBeNull();
  for (const path of [['x'], ['list', 9], ['list', 'length'], ['title', 0], ['group', 'none', 'x'], ['toString']])
    expect(valueAt(DATA, path)).toBeUndefined();
});

it('compares values regardless of the order of their fields', () => {
  expect(sameValue({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
  for (const other of [{ a: 1, b: 2 }, { b: 1 }, { a: '1' }, { a: null }, {}, [1], 1, null, undefined])
    expect(sameValue({ a: 1 }, other)).toBe(false);
  expect(sameValue([1, 2], [2, 1])).toBe(false);
  expect(sameValue([1], [1, 2])).toBe(false);
  expect(sameValue({ toString: 1 }, { x: 1 })).toBe(false);
});

it('distinguishes fields from lists, texts and null', () => {
  expect([{}, { a: 1 }].every(isGroup)).toBe(true);
  expect([[], 'a', null, undefined, 1].some(isGroup)).toBe(false);
});
