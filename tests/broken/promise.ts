/** A suite of the gate. */
export type Suite = 'unit' | 'contract' | 'e2e';

/** What must fail: a test file, or only its tests whose full title contains `title`. */
export interface Guard {
  suite: Suite;
  /** Relative to the project folder. */
  file: string;
  title?: string;
}

/** A promise, a mutation that breaks it, and the tests that must catch it. */
export interface BrokenPromise {
  /** Short and unique: `npm run test:broken -- --only <name>`. */
  name: string;
  /** Where it comes from: `spec 4` or `decision 005`. */
  from: string;
  /** What a visitor, an editor or the team can rely on. */
  promise: string;
  /** The product file to mutate, relative to the project folder. */
  file: string;
  /** Occurs in the file exactly once. */
  find: string;
  replace: string;
  /** All of them must fail: name the cheapest. */
  caughtBy: readonly Guard[];
}

const guard = (suite: Suite, file: string, title?: string): readonly Guard[] => [
  { suite, file, ...(title !== undefined && { title }) },
];

/** @param name of the file in tests/unit without its extension, or a path like `tools/edit/routes` */
export const unit = (name: string, title?: string): readonly Guard[] =>
  guard('unit', name.startsWith('tools/') ? `${name}.test.ts` : `tests/unit/${name}.test.ts`, title);

/** @param name of the file in tests/contract without its extension, or a path like `tools/edit/server` */
export const contract = (name: string, title?: string): readonly Guard[] =>
  guard('contract', name.startsWith('tools/') ? `${name}.contract.test.ts` : `tests/contract/${name}.test.ts`, title);

/** @param name of the file in tests/e2e, without its extension */
export const e2e = (name: string, title?: string): readonly Guard[] => guard('e2e', `tests/e2e/${name}.spec.ts`, title);
