/** Keeps a test out of the gate: only `npm run test:all` runs it, and whoever names its file. */
export const EXHAUSTIVE = { tag: '@exhaustive' } as const;

/** Keeps those of a row of tests in the gate for which this is so: one of each sort is enough there. */
export const gateIf = (isOne: boolean): { tag?: '@exhaustive' } => (isOne ? {} : EXHAUSTIVE);
