import { REQUEST_KINDS, type RetentionKey } from '../../src/backend/request-kinds.ts';

/** How many days each kind of request is kept (`retention` in content/site.yaml); without a number, forever. */
export type Retention = Partial<Record<RetentionKey, number>>;

/** How many days the rows of each table are kept. */
export const keepDays = (retention: Retention): Record<string, number> =>
  Object.fromEntries(
    Object.entries(REQUEST_KINDS).flatMap(([table, kind]) => {
      const days = retention[kind.retention];
      return days === undefined ? [] : [[table, days] as const];
    }),
  );
