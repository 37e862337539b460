import fc from 'fast-check';
import type { KillPlan } from './kill-round.ts';
import { KILLS } from './machine.ts';

/** What is killed in each round, all kinds by turns, at moments that the seed decides. */
export const killPlans = (rounds: number, seed: number): KillPlan[] =>
  fc
    .sample(
      fc.record({ share: fc.double({ min: 0.05, max: 0.9, noNaN: true }), delay: fc.integer({ min: 0, max: 250 }) }),
      {
        numRuns: rounds,
        seed,
      },
    )
    .map((moment, round) => ({ ...moment, what: KILLS[round % KILLS.length] ?? 'machine' }));
