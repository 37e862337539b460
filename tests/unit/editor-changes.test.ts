import { beforeChanges, throughChanges } from '../../src/editing/core/shifted-paths.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addChange } from '../../src/editing/client/changes.ts';
import { applyAll, valueAt, type Data } from '../../src/editing/core/values.ts';
import type { Change, Path } from '../../src/editing/protocol.ts';

const BASE: Data = {
  heading: 'Ours',
  items: [
    { title: 'A', points: ['a', 'b'] },
    { title: 'B', points: ['c', 'd'] },
    { title: 'C', points: ['e', 'f'] },
  ],
  action: { label: 'Go', href: '/flow' },
};

const set = (path: Path, value: string): Change => ({ do: 'set', path, value });
const log = (...changes: Change[]) => changes.reduce<Change[]>((all, change) => addChange(BASE, all, change), []);

describe('the list of changes of a form', () => {
  it('keeps only the last value typed into a field, also after another field', () => {
    expect(log(set(['heading'], 'T'), set(['heading'], 'Th'))).toEqual([set(['heading'], 'Th')]);
    expect(log(set(['heading'], 'T'), set(['items', 0, 'title'], 'X'), set(['heading'], 'Th'))).toEqual([
      set(['heading'], 'Th'),
      set(['items', 0, 'title'], 'X'),
    ]);
  });

  it('drops a field that is back to its original value, and keeps the others', () => {
    expect(log(set(['heading'], 'T'), set(['heading'], 'Ours'))).toEqual([]);
    expect(log(set(['heading'], 'T'), set(['action', 'label'], 'X'), set(['heading'], 'Ours'))).toEqual([
      set(['action', 'label'], 'X'),
    ]);
  });

  it('does not mix up entries that have moved in between', () => {
    const changes = log(
      set(['items', 0, 'title'], 'X'),
      { do: 'move', path: ['items', 0], to: 1 },
      set(['items', 0, 'title'], 'Y'),
    );
    expect(changes).toHaveLength(3);
    expect(applyAll(BASE, changes)['items']).toMatchObject([{ title: 'Y' }, { title: 'X' }, { title: 'C' }]);
  });

  it('merges text typed into a new entry into the entry', () => {
    const changes = log(
      { do: 'insert', path: ['items', 1], value: { title: '', points: [] } },
      set(['items', 1, 'title'], 'N'),
    );
    expect(changes).toEqual([{ do: 'insert', path: ['items', 1], value: { title: 'N', points: [] } }]);
  });

  it('is empty after an entry or a field was added and removed', () => {
    expect(
      log({ do: 'insert', path: ['items', 3], value: { title: '' } }, { do: 'remove', path: ['items', 3] }),
    ).toEqual([]);
    expect(log(set(['eyebrow'], ''), set(['eyebrow'], 'E'), { do: 'remove', path: ['eyebrow'] })).toEqual([]);
  });

  it('adjusts the entries after one that was added and removed', () => {
    const changes = log({ do: 'insert', path: ['items', 1], value: { title: '' } }, set(['items', 2, 'title'], 'X'), {
      do: 'remove',
      path: ['items', 1],
    });
    expect(changes).toEqual([set(['items', 1, 'title'], 'X')]);
  });

  it('is empty after an entry was moved there and back', () => {
    expect(log({ do: 'move', path: ['items', 0], to: 2 }, { do: 'move', path: ['items', 2], to: 0 })).toEqual([]);
  });

  it('merges removing and rewriting a field into one change', () => {
    expect(log({ do: 'remove', path: ['heading'] }, set(['heading'], 'N'))).toEqual([set(['heading'], 'N')]);
  });

  it('restores a removed field when its parent is set again', () => {
    const whole: Change = { do: 'set', path: ['action'], value: { label: 'New', href: '/a' } };
    const changes = log(whole, { do: 'remove', path: ['action', 'href'] }, whole);
    expect(applyAll(BASE, changes)['action']).toEqual({ label: 'New', href: '/a' });
  });

  it('does not touch changes that have been sent', () => {
    const sent = log(set(['heading'], 'T'));
    expect(addChange(BASE, sent, set(['heading'], 'Th'), 1)).toEqual([...sent, set(['heading'], 'Th')]);
    expect(addChange(BASE, sent, set(['heading'], 'Ours'), 1)).toHaveLength(2);
    const added = addChange(BASE, sent, set(['eyebrow'], 'E'), 1);
    expect(addChange(BASE, added, { do: 'remove', path: ['eyebrow'] }, 1)).toEqual(sent);
  });
});

/** A change that is possible on some data, chosen by a number. */
function possible(data: Data, pick: number): Change {
  const items = data['items'] as { title: string; points: string[] }[];
  const index = items.length === 0 ? 0 : pick % items.length;
  const kinds: Change[] = [
    set(['heading'], ['Ours', 'X', 'Y'][pick % 3] ?? ''),
    { do: 'insert', path: ['items', pick % (items.length + 1)], value: { title: `N${pick}`, points: [] } },
    'note' in data ? { do: 'remove', path: ['note'] } : set(['note'], 'N'),
    set(['action'], 'whole'),
    ...(items.length > 0
      ? ([
          set(['items', index, 'title'], `T${pick % 4}`),
          set(['items', index], `I${pick % 2}`),
          { do: 'remove', path: ['items', index] },
          { do: 'move', path: ['items', index], to: (pick * 7) % items.length },
          { do: 'set', path: ['items', index], value: { title: 'B', points: ['c', 'd'] } },
        ] as Change[])
      : []),
  ];
  const change = kinds[Math.floor(pick / 16) % kinds.length];
  const isGroup = typeof items[index] === 'object';
  return !change || (change.path.length > 2 && !isGroup) ? set(['heading'], 'X') : change;
}

it('has the same result as all changes one by one, sealed or not', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 30 }), fc.nat(5), (picks, sealing) => {
      let data = BASE;
      let changes: Change[] = [];
      picks.forEach((pick, at) => {
        const change = possible(data, pick);
        data = applyAll(data, [change]);
        changes = addChange(BASE, changes, change, at >= sealing ? Math.min(sealing, changes.length) : 0);
        expect(applyAll(BASE, changes)).toEqual(data);
      });
    }),
    { numRuns: 2000 },
  );
});

describe('a path after changes in a form', () => {
  const data = { items: ['a', 'b', 'c', 'd'] };
  const follow = (index: number, ...changes: Change[]) => throughChanges(['items', index], changes);

  it('follows its entry', () => {
    const changes: Change[] = [
      { do: 'insert', path: ['items', 1], value: 'n' },
      { do: 'move', path: ['items', 4], to: 0 },
      { do: 'remove', path: ['items', 1] },
      { do: 'move', path: ['items', 0], to: 2 },
    ];
    const after = applyAll(data, changes);
    for (const [index, item] of data.items.entries()) {
      const place = follow(index, ...changes);
      expect(place ? valueAt(after, place) : undefined, item).toBe(index === 0 ? undefined : item);
    }
  });

  it('leads back to where its entry was before', () => {
    const changes: Change[] = [
      { do: 'insert', path: ['items', 1], value: 'n' },
      { do: 'move', path: ['items', 4], to: 0 },
      { do: 'remove', path: ['items', 1] },
      { do: 'set', path: ['items', 0], value: 'd' },
    ];
    const after = applyAll(data, changes)['items'] as string[];
    for (const [index, item] of after.entries()) {
      const place = beforeChanges(['items', index], changes);
      expect(place ? valueAt(data, place) : 'n', item).toBe(item);
    }
  });

  it('is undefined after its entry was removed, and unaffected by other lists', () => {
    expect(follow(1, { do: 'remove', path: ['items', 1] })).toBeUndefined();
    expect(follow(1, { do: 'remove', path: ['points', 0] })).toEqual(['items', 1]);
  });
});
