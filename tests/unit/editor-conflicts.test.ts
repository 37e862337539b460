import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesTo, meetings, resolved } from '../../src/editing/client/conflicts.ts';
import { applyAll, valueAt, type Data } from '../../src/editing/core/values.ts';
import type { Change, Value } from '../../src/editing/protocol.ts';

const BASE: Data = { heading: 'H', lead: 'L', items: [{ title: 'A' }, { title: 'B' }] };
const heading: Change = { do: 'set', path: ['heading'], value: 'mine' };

describe('our changes to a file that someone else has changed', () => {
  it('apply as they are next to changes in other places', () => {
    const theirs = { ...BASE, lead: 'theirs' };
    const met = meetings(BASE, [heading], theirs);
    expect(met).toMatchObject([{ path: ['heading'], mine: 'mine', theirs: 'H', clash: false }]);
    expect(applyAll(theirs, resolved(met))).toEqual({ ...theirs, heading: 'mine' });
  });

  it('conflict with a change in the same place', () => {
    const theirs = { ...BASE, heading: 'theirs' };
    const met = meetings(BASE, [heading], theirs);
    expect(met).toMatchObject([{ mine: 'mine', theirs: 'theirs', clash: true }]);
    expect(applyAll(theirs, resolved(met))).toEqual({ ...theirs, heading: 'mine' });
    expect(resolved([])).toEqual([]);
  });

  it('are dropped if the file already has our value', () => {
    expect(meetings(BASE, [heading], { ...BASE, heading: 'mine' })).toEqual([]);
  });

  it('conflict where a list has become longer, even if the entry at the index is equal', () => {
    const theirs = { ...BASE, items: [{ title: 'N' }, { title: 'B' }, { title: 'B' }] };
    const met = meetings(BASE, [{ do: 'set', path: ['items', 1, 'title'], value: 'C' }], theirs);
    expect(met).toMatchObject([{ clash: true }]);
  });

  describe('in a list entry', () => {
    const of = (...titles: string[]): Data => ({ items: titles.map((title) => ({ title, sample: true })) });
    const base = of('A', 'B', 'C');
    const ours = (index: number, field = 'title'): Change[] => [
      { do: 'set', path: ['items', index, field], value: 'mine' },
    ];

    it.each([
      { was: 'swapped with another one', theirs: of('B', 'A', 'C'), place: 1 },
      { was: 'behind a new one', theirs: of('N', 'A', 'B', 'C'), place: 1 },
      { was: 'before one that was removed', theirs: of('A', 'C'), place: 0 },
      { was: 'one of two that are equal', theirs: of('A', 'N', 'A'), from: of('A', 'A'), index: 1, place: 2 },
    ])('follow an entry that is $was', ({ theirs, from = base, index = 0, place }) => {
      const met = meetings(from, ours(index), theirs);
      expect(met).toMatchObject([{ place: ['items', place, 'title'], clash: place !== index }]);
      const after = applyAll(theirs, resolved(met));
      expect(after).toEqual(applyAll(theirs, ours(place)));
    });

    it('follow the only entry that was changed, and conflict with it', () => {
      const theirs = of('B', 'theirs', 'C');
      const met = meetings(base, ours(0), theirs);
      expect(met).toMatchObject([{ place: ['items', 1, 'title'], theirs: 'theirs', clash: true }]);
      expect(applyAll(theirs, resolved(met))).toEqual(of('B', 'mine', 'C'));
    });

    it.each([
      { case: 'between the same others', theirs: of('N', 'A', 'theirs', 'C'), place: 2 },
      { case: 'at the end', from: of('A', 'D', 'B'), index: 2, theirs: of('N', 'A', 'D', 'theirs'), place: 3 },
    ])('conflict with one that was changed $case', ({ from = base, theirs, index = 1, place }) => {
      const met = meetings(from, ours(index), theirs);
      expect(met).toMatchObject([{ place: ['items', place, 'title'], theirs: 'theirs', clash: true }]);
    });

    it('follow entries within entries', () => {
      const theirs = { groups: [of('D'), of('C', 'A', 'B')] };
      const change: Change = { do: 'set', path: ['groups', 0, 'items', 1, 'title'], value: 'mine' };
      const met = meetings({ groups: [base, of('D')] }, [change], theirs);
      expect(met).toMatchObject([{ place: ['groups', 1, 'items', 2, 'title'] }]);
    });

    it('conflict where the entry may be another one', () => {
      const beside = { items: [{ title: 'N', sample: true }, ...(of('B', 'C')['items'] as Value[])] };
      expect(meetings(base, ours(0, 'sample'), beside)).toMatchObject([{ clash: true }]);
    });

    it('apply beside a change of another entry', () => {
      expect(meetings(base, ours(0, 'sample'), of('A', 'N', 'C'))).toMatchObject([{ clash: false }]);
    });
  });

  it('are one decision for a list whose entries were added, removed or moved', () => {
    const changes: Change[] = [
      { do: 'set', path: ['items', 0, 'title'], value: 'X' },
      { do: 'insert', path: ['items', 0], value: { title: 'N' } },
      { do: 'remove', path: ['items', 2] },
    ];
    const theirs = { ...BASE, items: [{ title: 'A' }, { title: 'Q' }, { title: 'B' }] };
    const met = meetings(BASE, changes, theirs);
    expect(met).toMatchObject([{ path: ['items'], clash: true }]);
    expect(applyAll(theirs, resolved(met))['items']).toEqual([{ title: 'N' }, { title: 'X' }]);
  });

  it('have no place if their entry is gone, and leave the others alone', () => {
    const change: Change = { do: 'set', path: ['items', 0, 'title'], value: 'X' };
    const theirs = { ...BASE, items: [{ title: 'B' }] };
    expect(meetings(BASE, [change], theirs)).toMatchObject([{ gone: true, theirs: undefined }]);
  });
});

/** A change that is possible on some data, chosen by a number. */
function possible(data: Data, pick: number): Change {
  const items = data['items'] as unknown[];
  const index = pick % Math.max(items.length, 1);
  const kinds: Change[] = [
    { do: 'set', path: ['heading'], value: `H${pick % 3}` },
    { do: 'insert', path: ['items', pick % (items.length + 1)], value: { title: `N${pick % 3}` } },
    'lead' in data ? { do: 'remove', path: ['lead'] } : { do: 'set', path: ['lead'], value: 'L' },
    { do: 'remove', path: ['items', index] },
    { do: 'move', path: ['items', index], to: (pick * 7) % Math.max(items.length, 1) },
    { do: 'set', path: ['items', index], value: { title: `W${pick % 3}` } },
    { do: 'set', path: ['items', index, 'title'], value: `T${pick % 3}` },
  ];
  const change = kinds[Math.floor(pick / 16) % (items.length > 0 ? 7 : 3)];
  return change ?? { do: 'set', path: ['heading'], value: '' };
}
const edited = (picks: readonly number[]): Change[] =>
  picks.reduce<Change[]>((made, pick) => [...made, possible(applyAll(BASE, made), pick)], []);

it('our changes can all be kept on any other version of the file, unless they have no place in it', () => {
  const picks = fc.array(fc.nat(10_000), { maxLength: 8 });
  fc.assert(
    fc.property(picks, picks, (ours, others) => {
      const changes = edited(ours);
      const theirs = applyAll(BASE, edited(others));
      const kept = meetings(BASE, changes, theirs).filter(({ gone }) => !gone);
      const after = applyAll(theirs, resolved(kept));
      expect(new Set(kept.map(({ place }) => place.join('/'))).size, 'no two go to one place').toBe(kept.length);
      for (const { place, mine } of kept) expect(valueAt(after, place), place.join('/')).toEqual(mine);
    }),
    { numRuns: 2000 },
  );
});

it('turns one list into another and keeps the common entries', () => {
  expect(changesTo(['l'], ['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([
    { do: 'remove', path: ['l', 1] },
    { do: 'insert', path: ['l', 1], value: 'x' },
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat(4)), fc.array(fc.nat(4)), (from, to) => {
      expect(applyAll({ l: from }, changesTo(['l'], from, to))['l']).toEqual(to);
    }),
  );
});
