import { describe, expect, it } from 'vitest';
import { rowFor } from '../../src/apps/desk/list/keys.ts';
import { append, merge, replaced, without } from '../../src/apps/desk/list/merge.ts';
import { filterOf, hashOf, readPlace, START } from '../../src/apps/desk/list/place.ts';
import type { Entry } from '../../src/apps/desk/shapes.ts';

/** A request that came at a minute of an hour. */
const at = (minute: number, changes: Partial<Entry> = {}): Entry => ({
  kind: 'contact_submissions',
  id: `00000000-0000-4000-8000-0000000000${String(minute).padStart(2, '0')}`,
  created_at: `2026-11-25T10:${String(minute).padStart(2, '0')}:00.5+00:00`,
  name: 'Ada',
  email: 'ada@example.com',
  subject: '',
  dead: false,
  state: 'new',
  opened_at: null,
  answered_at: null,
  assigned_to: null,
  version: 1,
  changed_by: null,
  ...changes,
});
const minutes = (entries: readonly Entry[]) => entries.map(({ created_at }) => Number(created_at.slice(14, 16)));

describe('the desk’s list, after its newest rows were read again', () => {
  it('has new ones at the top, and keeps the older pages', () => {
    const { entries, arrived } = merge([at(9), at(8), at(3), at(2)], [at(11), at(9), at(8)], 3, null);
    expect(minutes(entries)).toEqual([11, 9, 8, 3, 2]);
    expect(minutes(arrived)).toEqual([11]);
  });

  it('shows changes, and drops what no longer matches or was erased', () => {
    const { entries } = merge([at(9), at(8), at(7)], [at(9, { state: 'done' }), at(7)], 50, null);
    expect(entries.map(({ state }) => state)).toEqual(['done', 'new']);
    expect(minutes(entries)).toEqual([9, 7]);
  });

  it('keeps the open request in its place while it is read', () => {
    const { entries } = merge([at(9), at(8), at(7)], [at(9), at(7)], 50, at(8));
    expect(minutes(entries)).toEqual([9, 8, 7]);
  });

  it('tells neither an opened one nor an older one as new', () => {
    // Somebody has set it back from done.
    const { arrived } = merge([at(9), at(7)], [at(10, { opened_at: 'x' }), at(9), at(8), at(7)], 50, null);
    expect(arrived).toEqual([]);
  });

  it('tells requests apart that came at the same time, and times with fewer digits', () => {
    const one = at(9, { created_at: '2026-11-25T10:09:00+00:00' });
    const two = at(8, { created_at: '2026-11-25T10:09:00.25+00:00' });
    expect(merge([], [two, one], 50, null).entries).toEqual([two, one]);
  });

  it('is empty after everything was erased', () => {
    expect(merge([at(9), at(8)], [], 50, null).entries).toEqual([]);
  });
});

it('a page of the desk’s list is added without what is already there', () => {
  expect(minutes(append([at(9), at(8)], [at(8), at(7)]))).toEqual([9, 8, 7]);
});

it('a row of the desk’s list is replaced or removed by its kind and id', () => {
  const other = at(9, { kind: 'demo_bookings' });
  expect(replaced([at(9), other], at(9, { state: 'done' })).map(({ state }) => state)).toEqual(['done', 'new']);
  expect(without([at(9), other], at(9))).toEqual([other]);
});

describe('the address of a place in the desk', () => {
  const id = '6f1c2b9e-0000-4000-8000-000000000001';
  it.each([
    ['#requests', START],
    ['#requests?kind=demo_bookings', { ...START, kind: 'demo_bookings' }],
    [
      `#requests?state=in+work&open=voice_leads/${id}`,
      { ...START, state: 'in work', open: { kind: 'voice_leads', id } },
    ],
    ['#figures', { ...START, view: 'figures' }],
  ] as const)('%s leads there and back', (hash, place) => {
    expect(readPlace(hash)).toEqual(place);
    expect(hashOf(place)).toBe(hash);
  });

  it.each([
    '',
    '#',
    '#nonsense',
    '#requests?kind=users&state=x',
    '#requests?open=demo_bookings/1',
    '#requests?open=../x',
  ])('%j is the whole list', (hash) => {
    expect(readPlace(hash)).toEqual(START);
  });

  it('never has the words of a search', () => {
    expect(hashOf({ ...START, find: 'ada@example.com' })).toBe('#requests');
  });
});

it('a search of the desk begins at three characters, and calls are with and without a lead', () => {
  expect(filterOf({ ...START, find: ' ad ' }).words).toBe('');
  expect(filterOf({ ...START, find: ' 🦊🦊🦊 ' }).words).toBe('🦊🦊🦊');
  expect(filterOf({ ...START, kind: 'voice_leads' }).kinds).toEqual(['voice_leads', 'voice_calls']);
  expect(filterOf(START)).toEqual({ kinds: null, states: null, words: '' });
  expect(filterOf({ ...START, state: 'dead' }).states).toEqual(['dead']);
});

it('arrows, j and k, Home and End move in the desk’s list, and no other key', () => {
  expect(['ArrowDown', 'j', 'ArrowUp', 'k', 'Home', 'End'].map((key) => rowFor(key, 1, 4))).toEqual([2, 2, 0, 0, 0, 3]);
  expect([rowFor('j', 3, 4), rowFor('k', 0, 4)]).toEqual([3, 0]);
  expect([rowFor('x', 1, 4), rowFor('j', 0, 0)]).toEqual([undefined, undefined]);
});
