/** A suite of the gate. */
export type Suite = 'unit' | 'contract' | 'e2e';

/** What must fail: a file of tests, or those of its tests whose whole title has this text in it. */
export interface Guard {
  suite: Suite;
  /** From the project's folder. */
  file: string;
  title?: string;
}

/** A promise, one slip that breaks it, and the tests that must notice. */
export interface BrokenPromise {
  /** Short, and no other's: `npm run test:broken -- --only <name>`. */
  name: string;
  /** Where it was given: `spec 4` or `decision 005`. */
  from: string;
  /** What a visitor, an editor or the team may rely on. */
  promise: string;
  /** The file of the product in which the slip is, from the project's folder. */
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
  /** All of them must fail: name the cheapest. */
  caughtBy: readonly Guard[];
}

const guard = (suite: Suite, file: string, title?: string): readonly Guard[] => [
  { suite, file, ...(title !== undefined && { title }) },
];

/** @param name of the file in tests/unit without its ending, or a path like `tools/edit/routes` */
export const unit = (name: string, title?: string): readonly Guard[] =>
  guard('unit', name.startsWith('tools/') ? `${name}.test.ts` : `tests/unit/${name}.test.ts`, title);

/** @param name of the file in tests/contract without its ending, or a path like `tools/edit/server` */
export const contract = (name: string, title?: string): readonly Guard[] =>
  guard('contract', name.startsWith('tools/') ? `${name}.contract.test.ts` : `tests/contract/${name}.test.ts`, title);

/** @param name of the file in tests/e2e, without its ending */
export const e2e = (name: string, title?: string): readonly Guard[] => guard('e2e', `tests/e2e/${name}.spec.ts`, title);
