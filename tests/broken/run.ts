/**
 * Mutation tests: breaks each promise of the product with one small change, and checks that its tests fail.
 *
 *     npm run test:broken                     all promises; after an interruption, the remaining ones
 *     npm run test:broken -- --only <name>    one promise again; may be repeated
 *     npm run test:broken -- --fresh          all promises, including those that were caught before
 *     npm run test:broken -- --list           lists the promises
 *
 * A mutation counts as caught only if a test fails: a failing build or start says nothing about the promise.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { openWorkspace } from '../setup/workspace.ts';
import { breakFile, MutationError } from './mutation.ts';
import type { BrokenPromise, Guard, Suite } from './promise.ts';
import { PROMISES } from './promises.ts';
import { resultsOf, runTests, type Result } from './run-tests.ts';
import { openState, type Outcome, type State } from './state.ts';

const SUITES: readonly Suite[] = ['unit', 'contract', 'e2e'];

const { values: given } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    fresh: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

/** @throws Error with the names that no promise has */
function chosen(): readonly BrokenPromise[] {
  const unknown = given.only.filter((name) => !PROMISES.some((promise) => promise.name === name));
  if (unknown.length > 0) throw new Error(`There is no promise ${unknown.join(', ')}. --list lists them.`);
  return given.only.length === 0 ? PROMISES : PROMISES.filter(({ name }) => given.only.includes(name));
}

const WIDTH = Math.max(...PROMISES.map(({ name }) => name.length));
const say = ({ name }: BrokenPromise, verdict: string, more: string) =>
  console.log(`${name.padEnd(WIDTH)}  ${verdict.padEnd(10)}  ${more}`);
const inWords = ({ title, why = '' }: Result) => `${title}: ${why}`.slice(0, 200);

/** Runs the tests of the guards, each test once. Guards with a title run apart from those of a whole file. */
async function runAll(workspace: string, guards: readonly Guard[]): Promise<{ results: Result[]; output: string }> {
  const results: Result[] = [];
  let output = '';
  for (const suite of SUITES)
    for (const part of [true, false]) {
      const named = guards.filter((guard) => guard.suite === suite && (guard.title !== undefined) === part);
      if (named.length === 0) continue;
      // A flaky test is no reason to distrust every promise of its file.
      const run = await runTests(workspace, suite, named, 1);
      results.push(...run.results);
      output += run.output;
    }
  return { results, output };
}

/** Checks that the tests pass with nothing broken, and prints the promises whose tests fail. */
async function checkUnbroken(workspace: string, promises: readonly BrokenPromise[], state: State): Promise<void> {
  const unknown = promises.filter((promise) => !state.of(promise).unbroken);
  if (unknown.length === 0) return;
  console.log(`Running the tests of ${unknown.length} promises with nothing broken ...`);
  const { results, output } = await runAll(
    workspace,
    unknown.flatMap(({ caughtBy }) => caughtBy),
  );
  if (results.length === 0) console.log(output);
  for (const promise of unknown) {
    const own = promise.caughtBy.map((guard) => resultsOf(results, guard));
    state.note(promise, { unbroken: own.every((found) => found.length > 0 && found.every(({ passed }) => passed)) });
    const failed = own.flat().find(({ passed }) => !passed);
    if (!state.of(promise).unbroken)
      say(promise, 'unfit', `with nothing broken, ${failed ? inWords(failed) : 'no test with this title runs'}`);
  }
}

/** Breaks one promise, and runs its tests. */
async function meet(workspace: string, promise: BrokenPromise): Promise<Outcome> {
  const failed: Result[] = [];
  const restore = breakFile(workspace, promise);
  try {
    for (const guard of promise.caughtBy) {
      const { results, output } = await runTests(workspace, guard.suite, [guard], 0);
      const found = resultsOf(results, guard);
      const first = found.find(({ passed }) => !passed);
      if (found.length === 0) return { caught: false, says: `no test ran in ${guard.file}:\n${output.slice(-3000)}` };
      if (!first) return { caught: false, says: `${guard.file} still passes` };
      failed.push(first);
    }
  } finally {
    restore();
  }
  return { caught: true, says: failed.map(inWords).join('; ') };
}

async function main(): Promise<void> {
  const promises = chosen();
  if (given.list) {
    for (const promise of promises) say(promise, promise.from, promise.promise);
    return;
  }
  const state = openState(projectFolder, given.fresh);
  if (given.only.length > 0) for (const promise of promises) state.forget(promise);
  const workspace = join(projectFolder, '.local/broken');
  openWorkspace(workspace);
  await checkUnbroken(workspace, promises, state);

  let caught = 0;
  for (const promise of promises) {
    const { unbroken, outcome: known } = state.of(promise);
    if (!unbroken) continue;
    let outcome = known?.caught ? known : undefined;
    const began = Date.now();
    try {
      outcome ??= await meet(workspace, promise);
    } catch (error) {
      if (!(error instanceof MutationError)) throw error;
      outcome = { caught: false, says: error.message };
    }
    state.note(promise, { outcome });
    const seconds = outcome === known ? 'before' : `${Math.round((Date.now() - began) / 1000)} s`;
    say(promise, outcome.caught ? 'caught' : 'NOT CAUGHT', `${seconds}  ${outcome.says}`);
    if (outcome.caught) caught += 1;
  }
  console.log(`\n${caught} of ${promises.length} caught`);
  if (caught < promises.length) process.exitCode = 1;
}

await main();
