import { quarterOrder, type Publication } from '../schemas/collections.ts';
import { compareNames } from '../schemas/file-order.ts';

/** How many publications stand on a page of their list. Each adds about 200 bytes, as they are sent, to its HTML. */
export const PAGE_SIZE = 6;

/** A publication of the list: its file name without the extension, and its fields. */
export interface Listed {
  id: string;
  data: Pick<Publication, 'date' | 'published'>;
}

/**
 * The order of the list, which begins at the present: what is announced, the soonest first, then what has been published,
 * the newest first. Files of one quarter or day stand in the order of their names.
 */
function compare(a: Listed, b: Listed): number {
  const byName = compareNames(a.id, b.id);
  if (a.data.published && b.data.published) return b.data.published.getTime() - a.data.published.getTime() || byName;
  if (a.data.published || b.data.published) return a.data.published ? 1 : -1;
  return quarterOrder(a.data.date) - quarterOrder(b.data.date) || byName;
}

/** The publications in their order, page by page. The first page is there even when there are none. */
export function listPages<Entry extends Listed>(publications: readonly Entry[]): [Entry[], ...Entry[][]] {
  const sorted = [...publications].sort(compare);
  const pages = Array.from({ length: Math.ceil(sorted.length / PAGE_SIZE) }, (_, index) =>
    sorted.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
  );
  const [first = [], ...further] = pages;
  return [first, ...further];
}

/**
 * Where a page of the list is.
 *
 * @param page from 1
 */
export const listPath = (page: number): string => (page === 1 ? '/research' : `/research/page/${page}`);

/** How many places the numbers of pages take at most: always the same, so that none moves away under a pointer. */
const PLACES = 7;

/**
 * The pages that a page of the list names: the first, the last and those around it; undefined where some are left out.
 *
 * @param page from 1
 * @param count how many there are
 */
export function namedPages(page: number, count: number): (number | undefined)[] {
  const from = (first: number, length: number) => Array.from({ length }, (_, index) => first + index);
  if (count <= PLACES) return from(1, count);
  const run = PLACES - 2;
  if (page < run) return [...from(1, run), undefined, count];
  if (page > count - run + 1) return [1, undefined, ...from(count - run + 1, run)];
  return [1, undefined, ...from(page - 1, run - 2), undefined, count];
}
