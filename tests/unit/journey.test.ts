import { describe, expect, it } from 'vitest';
import { scrollProgress, stageIsActive } from '../../src/browser/scroll-progress.ts';
import { schedule } from '../../src/components/flow/schedule.ts';
import { builtShare, span } from '../../src/components/flow/span.ts';
import { pagePath } from '../../src/build/page-path.ts';
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

describe('the time scale of the journey', () => {
  it('starts each stage at the latest end of the one before; a milestone takes no time', () => {
    expect(schedule(['1-2 weeks', '1 week', 'Milestone: Scope Freeze', 'Week 1 of the transformation'])).toEqual([
      { start: 0, least: 1, most: 2 },
      { start: 2, least: 1, most: 1 },
      { start: 3, least: 0, most: 0 },
      { start: 3, least: 1, most: 1 },
    ]);
    expect(schedule(['Some weeks', 'Weekly', 'until week 3'])).toEqual(Array(3).fill({ start: 0, least: 0, most: 0 }));
  });

  it.each([2, 6, 9])('has the sides of %d stages start apart, move closer at each stage, and meet', (count) => {
    const shares = Array.from({ length: count }, (_, index) => builtShare(index, count));
    expect(shares[0]).toBeLessThan(0.5);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
  });

  it('has the sides at the two ends of a span', () => {
    expect(builtShare(0, 1)).toBe(1);
    expect(span(30, 50, 60, 0.5)).toEqual({ campus: 'M30 50a15 15 0 0 1 30 0z', company: 'M60 50a15 15 0 0 1 30 0z' });
    const { campus, company } = span(0, 50, 100, 1);
    expect(campus).toBe(company);
  });
});

describe('the quarter of a publication', () => {
  it('is past once it is over', () => {
    const at = (day: string) => isPast('Q2 2025', new Date(`${day}T12:00:00Z`));
    expect([at('2025-03-31'), at('2025-06-30'), at('2025-07-01'), at('2026-01-01')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('comes before the next one, even across years', () => {
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
