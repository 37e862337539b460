/** Keeps a test out of the gate: it runs only in `npm run test:all`, or when its file is named. */
export const EXHAUSTIVE = { tag: '@exhaustive' } as const;

/** Keeps only those tests of a series in the gate for which this is true: one of each kind is enough there. */
export const gateIf = (isOne: boolean): { tag?: '@exhaustive' } => (isOne ? {} : EXHAUSTIVE);
