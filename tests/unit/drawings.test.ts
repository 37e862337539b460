import { describe, expect, it } from 'vitest';
import { halfDisc } from '../../src/brand/arch.ts';
import { changeOf } from '../../src/brand/change.ts';
import { duration } from '../../src/brand/duration.ts';

describe('drawings based on the copy', () => {
  it('a half disc spans the deck from its first to its last point', () => {
    expect(halfDisc(100, 400, 150)).toBe('M100 150a150 150 0 0 1 300 0z');
    expect(halfDisc(0, 33.333, 10)).toBe('M0 10a16.7 16.7 0 0 1 33.3 0z');
  });

  it.each([
    ['6-8 weeks', { least: 6, most: 8 }],
    ['1 week', { least: 1, most: 1 }],
    ['2–4 weeks', { least: 2, most: 4 }],
    ['4-6 months', { least: 4 * 4.35, most: 6 * 4.35 }],
    ['months 2-4', undefined],
    ['8-6 weeks', undefined],
    ['0 weeks', undefined],
    ['40%', undefined],
    ['48-hour', undefined],
  ])('%s is a duration, or not', (text, length) => {
    expect(duration(text)).toEqual(length);
  });

  it.each([
    ['40%', 0.6],
    ['70%', 0.3],
    ['5x', 5],
    ['12x', 12],
    ['0x', undefined],
    ['100%', undefined],
    ['50+', undefined],
    ['15', undefined],
  ])('%s is a change, or not', (figure, share) => {
    const change = changeOf(figure);
    if (share === undefined) expect(change).toBeUndefined();
    else expect(change).toBeCloseTo(share);
  });
});
