import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read } from '../../src/editing/core/write.ts';
import { checkedEdit } from '../setup/edit-check.ts';
import { changeOf, type Draw, draw } from '../setup/edit-draws.ts';
import { NASTY_SOURCES } from '../setup/edit-nasty-sources.ts';
import { COPY_SOURCES, type Source } from '../setup/edit-sources.ts';

const SEED = 20_270_531;
const CHAIN_LENGTH = 20;

// More of the nasty sources than of the real ones.
const SOURCES = [...COPY_SOURCES, ...Array.from({ length: 12 }, () => NASTY_SOURCES).flat()];
const source = fc.constantFrom(...SOURCES);

/**
 * Makes random edits and checks each one.
 *
 * @param alone the number of edits of an unchanged source
 * @param chains the number of chains of 20 edits: a result must be editable again
 */
function expectRight(alone: number, chains: number): void {
  let count = 0;
  let refused = 0;
  const edited = (before: Source, drawn: Draw): Source => {
    count += 1;
    const after = checkedEdit(before, changeOf(read(before.text, before.isMdx).data, drawn));
    if (!('refused' in after)) return after;
    refused += 1;
    expect(after.refused).toMatch(/ask a developer|write |reload|begin |close /i);
    return before;
  };
  fc.assert(
    fc.property(source, draw, (before, drawn) => void edited(before, drawn)),
    { seed: SEED, numRuns: alone },
  );
  fc.assert(
    fc.property(source, fc.array(draw, { minLength: CHAIN_LENGTH, maxLength: CHAIN_LENGTH }), (before, drawn) => {
      drawn.reduce(edited, before);
    }),
    { seed: SEED, numRuns: chains },
  );
  expect(count).toBe(alone + chains * CHAIN_LENGTH);
  expect(refused / count).toBeLessThan(0.05);
}

describe('random edits of real and nasty files are written correctly, lose no comment, and are rarely refused', () => {
  it('in hundreds', { timeout: 60_000 }, () => expectRight(60, 2));

  it('in ten thousand', { tags: ['exhaustive'], timeout: 180_000 }, () => expectRight(7_000, 150));
});
