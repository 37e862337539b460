import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrokenPromise } from './promise.ts';

/** What happened when a promise was broken. */
export interface Outcome {
  caught: boolean;
  /** Which test failed and why, or what went wrong. */
  says: string;
}

/** What is known about the current version of a promise and of its tests. */
interface Known {
  /** Whether its tests pass when nothing is broken. */
  unbroken?: boolean;
  outcome?: Outcome;
}

/** Lets an interrupted run continue. */
export interface State {
  of: (promise: BrokenPromise) => Known;
  note: (promise: BrokenPromise, change: Known) => void;
  forget: (promise: BrokenPromise) => void;
}

/** Changes with the promise, the file that it breaks, and the files of its tests. */
function keyOf(project: string, promise: BrokenPromise): string {
  const hash = createHash('sha256').update(JSON.stringify(promise));
  for (const file of [promise.file, ...promise.caughtBy.map((guard) => guard.file)])
    hash.update(readFileSync(join(project, file)));
  return `${promise.name} ${hash.digest('hex').slice(0, 16)}`;
}

/** @param fresh whether to forget earlier results */
export function openState(project: string, fresh: boolean): State {
  const path = join(project, '.local/broken.json');
  const known: Partial<Record<string, Known>> =
    !fresh && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Known>) : {};
  return {
    of: (promise) => known[keyOf(project, promise)] ?? {},
    note(promise, change) {
      const key = keyOf(project, promise);
      known[key] = { ...known[key], ...change };
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(known, null, 2));
    },
    forget(promise) {
      known[keyOf(project, promise)] = {};
    },
  };
}
