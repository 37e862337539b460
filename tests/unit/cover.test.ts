import { describe, expect, it } from 'vitest';
import { arch, disc } from '../../src/brand/arch.ts';
import { cover, COVER } from '../../src/components/cover.ts';

/** The left, right and top edges of a path made of arches, half discs and discs. */
function extent(path: string): { left: number; right: number; top: number } {
  const shapes = [...path.matchAll(/M([\d.-]+) ([\d.-]+)(?:v([\d.-]+))?a[\d.]+ ([\d.]+) 0 0 1 ([\d.]+) 0/g)].map(
    ([, left, base, up = 0, radius, width]) => ({
      left: Number(left),
      right: Number(left) + Number(width),
      top: Number(base) + Number(up) - Number(radius),
    }),
  );
  expect(shapes.length).toBe(path.split('M').length - 1);
  return {
    left: Math.min(...shapes.map(({ left }) => left)),
    right: Math.max(...shapes.map(({ right }) => right)),
    top: Math.min(...shapes.map(({ top }) => top)),
  };
}

const SEEDS = Array.from({ length: 200 }, (_, index) => `publication-${index}`);

describe('a drawn cover', () => {
  it('is the same for the same publication, and differs between publications', () => {
    expect(cover('student-teams')).toEqual(cover('student-teams'));
    const covers = SEEDS.map((seed) => JSON.stringify(cover(seed)));
    expect(new Set(covers).size).toBeGreaterThan(150);
  });

  it('has the campus on the left, the company on the right, an overlap, and room for a title', () => {
    for (const seed of SEEDS) {
      const { campus, company } = cover(seed);
      const [from, to] = [extent(campus), extent(company)];
      expect(from.left, seed).toBeCloseTo(0, 0);
      expect(to.right, seed).toBeCloseTo(COVER.width, 0);
      expect(from.right - to.left, seed).toBeGreaterThan(10);
      expect(Math.min(from.top, to.top), seed).toBeGreaterThan(COVER.height / 3);
    }
  });

  it('stays small, so that a page with many of them stays light', () => {
    for (const seed of SEEDS) {
      const { campus, company } = cover(seed);
      expect(campus.length + company.length, seed).toBeLessThan(500);
    }
  });
});

describe('shapes', () => {
  it('an arch goes straight up to its half disc; a low one is flat', () => {
    expect(arch(10, 100, 40, 90)).toBe('M10 100v-70a20 20 0 0 1 40 0v70z');
    expect(arch(10, 100, 40, 12)).toBe('M10 100a20 12 0 0 1 40 0z');
  });

  it('a disc is drawn around its center', () => {
    expect(disc(50, 40, 10.04)).toBe('M40 40a10 10 0 0 1 20 0 10 10 0 0 1-20 0z');
  });
});
