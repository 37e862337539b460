import { describe, expect, it } from 'vitest';
import { listPages, listPath, namedPages, PAGE_SIZE, type Listed } from '../../src/build/publication-list.ts';

const announced = (id: string, date: string): Listed => ({ id, data: { date } });
const published = (id: string, day: string): Listed => ({ id, data: { date: 'Q1 2025', published: new Date(day) } });
const ids = (pages: Listed[][]) => pages.map((page) => page.map(({ id }) => id));

describe('the list of publications', () => {
  it('has announced publications first, soonest first, then published ones, newest first', () => {
    const list = [
      published('old', '2025-05-31'),
      announced('later', 'Q1 2027'),
      published('new', '2026-01-31'),
      announced('soon', 'Q4 2026'),
    ];
    expect(ids(listPages(list))).toEqual([['soon', 'later', 'new', 'old']]);
  });

  it('sorts files of the same quarter or day by name, with numbers in numeric order', () => {
    const list = [
      published('b-10', '2026-01-31'),
      announced('a-10', 'Q1 2027'),
      published('b-9', '2026-01-31'),
      announced('a-9', 'Q1 2027'),
    ];
    expect(ids(listPages(list))).toEqual([['a-9', 'a-10', 'b-9', 'b-10']]);
  });

  it('is split into pages, and has one page when it is empty', () => {
    const list = Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, index) => announced(`study-${index}`, 'Q1 2027'));
    expect(listPages(list).map((page) => page.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 1]);
    expect(listPages(list.slice(0, PAGE_SIZE)).map((page) => page.length)).toEqual([PAGE_SIZE]);
    expect(listPages([])).toEqual([[]]);
  });

  it('starts at /research', () => {
    expect([1, 2, 10].map(listPath)).toEqual(['/research', '/research/page/2', '/research/page/10']);
  });
});

describe('the pages that a page links to', () => {
  it.each([
    [1, 1, '1'],
    [2, 7, '1 2 3 4 5 6 7'],
    [1, 8, '1 2 3 4 5 … 8'],
    [4, 8, '1 2 3 4 5 … 8'],
    [5, 8, '1 … 4 5 6 7 8'],
    [8, 8, '1 … 4 5 6 7 8'],
    [5, 9, '1 … 4 5 6 … 9'],
    [417, 834, '1 … 416 417 418 … 834'],
  ])('from page %i of %i', (page, count, named) => {
    expect(
      namedPages(page, count)
        .map((number) => number ?? '…')
        .join(' '),
    ).toBe(named);
  });
});
