import type { Stack } from '../../../tests/setup/stack.ts';
import { fuzzForm, fuzzShapesOfForms } from './agreement.ts';
import { fuzzShapes, fuzzTable } from './database.ts';
import { TABLES } from './columns.ts';
import { FORMS } from './form-inputs.ts';
import type { FuzzResult } from './fuzz-run.ts';
import { fuzzHandlers } from './handlers.ts';
import { openVerdicts } from './verdict.ts';

/** The distribution of 100 payloads: fast targets get the most. */
const SHARES = { form: 11, shapesOfForms: 5, handlers: 20, table: 3.6, shapes: 2 } as const;

/**
 * Fuzzes schemas, functions and database, at about 4 ms per payload.
 *
 * @param stack used by this run only: its request limits are lifted
 */
export async function fuzzAll(stack: Stack, payloads: number, seed: number): Promise<FuzzResult[]> {
  await stack.database`update private.settings set requests_per_ip = 100000000`;
  const { backend, database } = stack;
  const target = { ...stack, ...backend };
  const share = (per: number) => Math.max(Math.round((payloads * per) / 100), 1);
  const results: FuzzResult[] = [];

  const { ask, release } = await openVerdicts(database);
  try {
    for (const form of FORMS) results.push(await fuzzForm(form, ask, share(SHARES.form), seed));
  } finally {
    release();
  }
  results.push(await fuzzShapesOfForms(share(SHARES.shapesOfForms), seed));
  results.push(...(await fuzzHandlers(stack, share(SHARES.handlers), seed)));
  // Each of them waits for one response at a time.
  results.push(
    ...(await Promise.all([
      ...Object.keys(TABLES).map((table) => fuzzTable(database, target, table, share(SHARES.table), seed)),
      fuzzShapes(target, share(SHARES.shapes), seed),
    ])),
  );
  return results;
}
