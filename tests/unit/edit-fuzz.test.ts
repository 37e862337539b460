import fc from 'fast-check';
import { expect, it } from 'vitest';
import { read } from '../../src/edit/core/write.ts';
import { checkedEdit } from '../setup/edit-check.ts';
import { changeOf, type Draw, draw } from '../setup/edit-draws.ts';
import { NASTY_SOURCES } from '../setup/edit-nasty-sources.ts';
import { COPY_SOURCES, type Source } from '../setup/edit-sources.ts';

const SEED = 20_270_531;
const ALONE = 7_000;
const CHAINS = 150;
const CHAIN_LENGTH = 20;

// What is nasty more often than what is real.
const SOURCES = [...COPY_SOURCES, ...Array.from({ length: 12 }, () => NASTY_SOURCES).flat()];
const source = fc.constantFrom(...SOURCES);

let count = 0;
let refused = 0;

/** The source after an edit that is drawn; the same, if it is refused. */
function edited(before: Source, drawn: Draw): Source {
  count += 1;
  const after = checkedEdit(before, changeOf(read(before.text, before.isMdx).data, drawn));
  if (!('refused' in after)) return after;
  refused += 1;
  expect(after.refused).toMatch(/ask a developer|write |reload|begin |close /i);
  return before;
}

it(
  'no edit of many, of every file and of nasty ones, is written wrong or loses a note, and few are refused',
  { timeout: 180_000 },
  () => {
    fc.assert(
      fc.property(source, draw, (before, drawn) => void edited(before, drawn)),
      { seed: SEED, numRuns: ALONE },
    );
    // One upon the other: what was written must be fit to be changed again.
    fc.assert(
      fc.property(source, fc.array(draw, { minLength: CHAIN_LENGTH, maxLength: CHAIN_LENGTH }), (before, drawn) => {
        drawn.reduce(edited, before);
      }),
      { seed: SEED, numRuns: CHAINS },
    );
    expect(count).toBe(ALONE + CHAINS * CHAIN_LENGTH);
    expect(refused / count).toBeLessThan(0.05);
  },
);
