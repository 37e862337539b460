import { describe, expect, it } from 'vitest';
import { scrollProgress, stageIsActive } from '../../src/browser/scroll-progress.ts';
import { pagePath } from '../../src/page-path.ts';
import { isPast, quarterOrder } from '../../src/schemas/collections.ts';

describe('the progress of the journey (spec section 4)', () => {
  it.each([
    [0, 1000, 0],
    [250, 1000, 25],
    [1000, 1000, 100],
    // Elastic scrolling goes beyond both ends.
    [1300, 1000, 100],
    [-50, 1000, 0],
    // A page that cannot be scrolled.
    [0, 0, 0],
  ])('%d of %d px is %d percent', (position, distance, percent) => {
    expect(scrollProgress(position, distance)).toBe(percent);
  });

  it('a stage is active when the progress exceeds index / count x 100, and not when it reaches it', () => {
    expect([0, 0.1, 50, 50.1, 100].map((progress) => stageIsActive(3, 6, progress))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect([0, 0.1].map((progress) => stageIsActive(0, 6, progress))).toEqual([false, true]);
    // With a seventh stage the shares are smaller.
    expect(stageIsActive(3, 7, 43)).toBe(true);
  });
});

describe('the quarter of a publication', () => {
  it('is past when it is over', () => {
    const at = (day: string) => isPast('Q2 2025', new Date(`${day}T12:00:00Z`));
    expect([at('2025-03-31'), at('2025-06-30'), at('2025-07-01'), at('2026-01-01')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('comes before the next one, also at the turn of a year', () => {
    expect(['Q1 2026', 'Q4 2025', 'Q2 2025'].sort((a, b) => quarterOrder(a) - quarterOrder(b))).toEqual([
      'Q2 2025',
      'Q4 2025',
      'Q1 2026',
    ]);
  });
});

it.each([
  ['/index.html', '/'],
  ['/', '/'],
  ['/flow.html', '/flow'],
  ['/internships/apply.html', '/internships/apply'],
  ['/research', '/research'],
])('the page of %s is published at %s', (file, path) => {
  expect(pagePath(new URL(file, 'https://example.com'))).toBe(path);
});
