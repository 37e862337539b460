import fc from 'fast-check';
import type { KillPlan } from './kill-round.ts';
import { KILLS } from './machine.ts';

// Values at the ends of a range are not special here.
const moment = fc.noBias(
  fc.record({ percent: fc.integer({ min: 5, max: 90 }), delay: fc.integer({ min: 0, max: 250 }) }),
);

/** What is killed in each round: all kinds in turn, at moments decided by the seed. */
export const killPlans = (rounds: number, seed: number): KillPlan[] =>
  fc.sample(moment, { numRuns: rounds, seed }).map(({ percent, delay }, round) => ({
    what: KILLS[round % KILLS.length] ?? 'machine',
    share: percent / 100,
    delay,
  }));
