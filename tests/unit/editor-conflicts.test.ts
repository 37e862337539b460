import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesTo, meetings, resolved } from '../../src/editing/client/conflicts.ts';
import { applyAll, valueAt, type Data } from '../../src/editing/core/values.ts';
import type { Change } from '../../src/editing/protocol.ts';

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

  it('conflict where entries were swapped that have the same value in this place', () => {
    const base: Data = {
      items: [
        { title: 'A', sample: true },
        { title: 'B', sample: true },
      ],
    };
    const theirs = {
      items: [
        { title: 'B', sample: true },
        { title: 'A', sample: true },
      ],
    };
    expect(meetings(base, [{ do: 'set', path: ['items', 0, 'sample'], value: false }], theirs)).toMatchObject([
      { clash: true },
    ]);
    const beside = {
      items: [
        { title: 'A', sample: true },
        { title: 'C', sample: true },
      ],
    };
    expect(meetings(base, [{ do: 'set', path: ['items', 0, 'sample'], value: false }], beside)).toMatchObject([
      { clash: false },
    ]);
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

  it('have no place if their entry is gone', () => {
    const met = meetings(BASE, [{ do: 'set', path: ['items', 1, 'title'], value: 'X' }], {
      ...BASE,
      items: [{ title: 'A' }],
    });
    expect(met).toMatchObject([{ gone: true }]);
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
      for (const { path, mine } of kept) expect(valueAt(after, path), path.join('/')).toEqual(mine);
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
