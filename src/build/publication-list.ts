import { quarterOrder, type Publication } from '../schemas/collections.ts';
import { compareNames } from '../schemas/file-order.ts';

/** How many publications one page of the list shows. Each adds about 200 compressed bytes to the HTML. */
export const PAGE_SIZE = 6;

/** A publication of the list: its file name without the extension, and its fields. */
export interface Listed {
  id: string;
  data: Pick<Publication, 'date' | 'published'>;
}

/**
 * The order of the list: announced publications, soonest first, then published ones, newest first. Files of the same
 * quarter or day are sorted by name.
 */
function compare(a: Listed, b: Listed): number {
  const byName = compareNames(a.id, b.id);
  if (a.data.published && b.data.published) return b.data.published.getTime() - a.data.published.getTime() || byName;
  if (a.data.published || b.data.published) return a.data.published ? 1 : -1;
  return quarterOrder(a.data.date) - quarterOrder(b.data.date) || byName;
}

/** The sorted publications, page by page. There is always a first page, even without publications. */
export function listPages<Entry extends Listed>(publications: readonly Entry[]): [Entry[], ...Entry[][]] {
  const sorted = [...publications].sort(compare);
  const pages = Array.from({ length: Math.ceil(sorted.length / PAGE_SIZE) }, (_, index) =>
    sorted.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
  );
  const [first = [], ...further] = pages;
  return [first, ...further];
}

/**
 * The path of a page of the list.
 *
 * @param page from 1
 */
export const listPath = (page: number): string => (page === 1 ? '/research' : `/research/page/${page}`);

/** The most places that page numbers take. The number is constant, so that no link moves away under a pointer. */
const PLACES = 7;

/**
 * The pages that a page of the list links to: the first, the last and those around it; undefined for a gap.
 *
 * @param page from 1
 * @param count the number of pages
 */
export function namedPages(page: number, count: number): (number | undefined)[] {
  const from = (first: number, length: number) => Array.from({ length }, (_, index) => first + index);
  if (count <= PLACES) return from(1, count);
  const run = PLACES - 2;
  if (page < run) return [...from(1, run), undefined, count];
  if (page > count - run + 1) return [1, undefined, ...from(count - run + 1, run)];
  return [1, undefined, ...from(page - 1, run - 2), undefined, count];
}
