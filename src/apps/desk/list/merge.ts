import type { Key } from '../requests.ts';
import type { Entry } from '../shapes.ts';
import { isSame } from './place.ts';

/** Newest first. All times are in UTC with as many digits as they need, so they compare as texts. */
const byAge = (one: Entry, other: Entry): number => {
  const [a, b] = [`${one.created_at} ${one.id}`, `${other.created_at} ${other.id}`];
  return a < b ? 1 : a > b ? -1 : 0;
};

/** The list with the page after it. Nothing is in it twice. */
export const append = (shown: readonly Entry[], page: readonly Entry[]): Entry[] => [
  ...shown,
  ...page.filter((entry) => !shown.some((one) => isSame(one, entry))),
];

export interface Merged {
  entries: Entry[];
  /** What is newer than all that was shown. */
  arrived: Entry[];
}

/**
 * The list after its newest rows were read again: new ones are at the top, others as they are now, and those that no
 * longer match are gone.
 *
 * @param most how many rows were asked for: if fewer came, there are no older ones
 * @param open stays in its place even if it no longer matches: somebody is reading it
 */
export function merge(shown: readonly Entry[], newest: readonly Entry[], most: number, open: Key | null): Merged {
  const last = newest.at(-1);
  const isAll = newest.length < most;
  const rest = shown.filter(
    (entry) =>
      !newest.some((one) => isSame(one, entry)) &&
      (isSame(entry, open) || (!isAll && last !== undefined && byAge(last, entry) < 0)),
  );
  const first = shown[0];
  return {
    entries: [...newest, ...rest].toSorted(byAge),
    arrived: newest
      .filter((entry) => first === undefined || byAge(entry, first) < 0)
      .filter((entry) => !entry.opened_at),
  };
}

/** The list with one row as it is now. */
export const replaced = (shown: readonly Entry[], entry: Entry): Entry[] =>
  shown.map((one) => (isSame(one, entry) ? entry : one));

/** The list without one row. */
export const without = (shown: readonly Entry[], key: Key): Entry[] => shown.filter((one) => !isSame(one, key));
