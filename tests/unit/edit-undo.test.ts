import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepsBetween } from '../../src/editing/core/refine.ts';
import { undoing } from '../../src/editing/core/undo.ts';
import { applyAll, type Data, valueAt } from '../../src/editing/core/values.ts';
import type { Change, Path, Value } from '../../src/editing/protocol.ts';

const card = (title: string) => ({ title, text: `About ${title}`, sample: true });
const BEFORE: Data = { heading: 'Ours', cards: [card('a'), card('b'), card('c')], tags: ['x', 'y'] };
const set = (value: Value, ...path: Path): Change => ({ do: 'set', path, value });
const remove = (...path: Path): Change => ({ do: 'remove', path });
const insert = (value: Value, ...path: Path): Change => ({ do: 'insert', path, value });
const move = (to: number, ...path: Path): Change => ({ do: 'move', path, to });

/** The data after a save, later changes, and undoing the save. */
function undone(save: readonly Change[], later: readonly Change[]): Data | { clashes: unknown } {
  const now = applyAll(applyAll(BEFORE, save), later);
  const result = undoing(BEFORE, save, later, now);
  return 'clashes' in result ? result : applyAll(now, result.changes);
}
const titles = (data: Data | { clashes: unknown }) =>
  ((data as Data)['cards'] as { title: string }[]).map(({ title }) => title).join('');

describe('the steps between two versions', () => {
  it('move the entries of a list that were moved, whatever was changed beside them', () => {
    const [a, b, c] = [card('a'), card('b'), card('c')];
    const to = (...cards: Value[]) => stepsBetween(BEFORE, { ...BEFORE, cards });
    expect(to(b, c, a)).toEqual([move(0, 'cards', 1), move(1, 'cards', 2)]);
    expect(to({ ...a, text: 'New' }, c, b)).toEqual([move(1, 'cards', 2), set('New', 'cards', 0, 'text')]);
    expect(to(b, c, card('n'))).toEqual([remove('cards', 0), insert(card('n'), 'cards', 2)]);
  });

  it('lead from one to the other', () => {
    const list = fc.array(fc.record({ title: fc.nat(3), tags: fc.array(fc.nat(2), { maxLength: 3 }) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(list, list, (old, cards) => {
        expect(applyAll({ cards: old }, stepsBetween({ cards: old }, { cards }))).toEqual({ cards });
      }),
      { seed: 28, numRuns: 3000 },
    );
  });

  it('are enough to undo a save after entries were moved', () => {
    // Of entries that have the same value, too.
    const before: Data = { cards: [card('a'), { ...card('b'), text: 'Same' }] };
    const saved = applyAll(before, [set('Same', 'cards', 0, 'text')]);
    const now = applyAll(saved, [move(1, 'cards', 0)]);
    const result = undoing(before, stepsBetween(before, saved), stepsBetween(saved, now), now);
    expect(result).toEqual({ changes: [set('About a', 'cards', 1, 'text')] });
  });
});

describe('undoing', () => {
  it.each<[string, Change[], Change[], string]>([
    ['a title, after the entry has moved', [set('B', 'cards', 1, 'title')], [move(0, 'cards', 1)], 'bac'],
    [
      'a title, after one was added before it',
      [set('B', 'cards', 1, 'title')],
      [insert(card('n'), 'cards', 0)],
      'nabc',
    ],
    ['an added entry, after others have moved', [insert(card('n'), 'cards', 1)], [move(3, 'cards', 0)], 'bca'],
    ['a removed entry, after the one before it was removed', [remove('cards', 1)], [remove('cards', 0)], 'bc'],
    [
      'a removed entry, after both beside it were removed',
      [remove('cards', 1)],
      [remove('cards', 0), remove('cards', 0)],
      'b',
    ],
    [
      'a removed entry, after one was added at its place',
      [remove('cards', 1)],
      [insert(card('n'), 'cards', 1)],
      'abnc',
    ],
    ['a move, after one was added at the start', [move(0, 'cards', 2)], [insert(card('n'), 'cards', 0)], 'nabc'],
    [
      'an addition that was moved first',
      [insert(card('n'), 'cards', 3), move(0, 'cards', 3)],
      [set('B', 'cards', 2, 'title')],
      'aBc',
    ],
    ['an entry that is gone', [insert(card('n'), 'cards', 0)], [remove('cards', 0)], 'abc'],
  ])('%s', (_, save, later, expected) => {
    expect(titles(undone(save, later))).toBe(expected);
  });

  it('keeps the values beside it in the same entry', () => {
    const data = undone([set('B', 'cards', 1, 'title')], [set('New', 'cards', 1, 'text'), move(2, 'cards', 1)]);
    expect(valueAt(data as Data, ['cards', 2])).toEqual({ ...card('b'), text: 'New' });
  });

  it.each<[string, Change[], Change[], unknown]>([
    [
      'a value that changed again',
      [set('B', 'heading')],
      [set('C', 'heading')],
      { path: ['heading'], before: 'Ours', now: 'C' },
    ],
    [
      'a value whose entry is gone',
      [set('B', 'cards', 1, 'title')],
      [remove('cards', 1)],
      { path: ['cards', 1, 'title'], before: 'b' },
    ],
    [
      'an added entry with later words',
      [insert(card('n'), 'cards', 0)],
      [set('N', 'cards', 0, 'title')],
      { path: ['cards', 0], now: { ...card('n'), title: 'N' } },
    ],
    [
      'a removed field that was written again',
      [remove('heading')],
      [set('C', 'heading')],
      { path: ['heading'], before: 'Ours', now: 'C' },
    ],
  ])('shows both versions of %s', (_, save, later, clash) => {
    expect(undone(save, later)).toEqual({ clashes: [clash] });
  });

  /** Changes of the given data, one after another. */
  const changesOf = (draws: readonly { kind: number; at: number; to: number; text: string }[], data: Data) => {
    const changes: Change[] = [];
    let now = data;
    for (const { kind, at, to, text } of draws) {
      const list = now['cards'] as Value[];
      const index = list.length === 0 ? 0 : at % list.length;
      const fits: Change[] =
        list.length === 0
          ? [insert(card(text), 'cards', 0)]
          : [
              set(text, 'cards', index, 'title'),
              set(text, 'heading'),
              insert(card(text), 'cards', index),
              remove('cards', index),
              move(to % list.length, 'cards', index),
            ];
      const change = fits[kind % fits.length];
      if (!change) continue;
      changes.push(change);
      now = applyAll(now, [change]);
    }
    return changes;
  };
  const draw = fc.record({
    kind: fc.nat(4),
    at: fc.nat(9),
    to: fc.nat(9),
    text: fc.string({ minLength: 1, maxLength: 3 }),
  });

  it('restores exactly what was there if nothing has changed since', () => {
    fc.assert(
      fc.property(fc.array(draw, { maxLength: 5 }), (draws) => {
        expect(undone(changesOf(draws, BEFORE), [])).toEqual(BEFORE);
      }),
      { seed: 26, numRuns: 2000 },
    );
  });

  it('of later saves, the newest first, leads back to the start', () => {
    fc.assert(
      fc.property(fc.array(fc.array(draw, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), (saves) => {
        let now = BEFORE;
        const made = saves.map((draws) => {
          const changes = changesOf(draws, now);
          const save = { before: now, changes };
          now = applyAll(now, changes);
          return save;
        });
        for (const { before, changes } of made.toReversed()) {
          const result = undoing(before, changes, [], now);
          expect(result).not.toHaveProperty('clashes');
          if ('changes' in result) now = applyAll(now, result.changes);
        }
        expect(now).toEqual(BEFORE);
      }),
      { seed: 27, numRuns: 1000 },
    );
  });
});
