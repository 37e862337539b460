import { describe, expect, it } from 'vitest';
import { fitTiles, type Size } from '../../src/apps/meet/call/layout.ts';

const GAP = 8;
const AREAS: Record<string, Size> = {
  phone: { width: 374, height: 720 },
  'phone on its side': { width: 828, height: 300 },
  tablet: { width: 804, height: 1060 },
  desktop: { width: 1424, height: 760 },
  'beside a screen': { width: 224, height: 760 },
};

/** How many tiles fit into a row. */
const perRow = ({ width }: Size, tile: Size) => Math.floor((width + GAP) / (tile.width + GAP));

describe.each(Object.entries(AREAS))('the tiles of a call on a %s', (_, area) => {
  it.each([1, 2, 3, 4, 5, 6])('fit for %s people, and have room for a face', (count) => {
    const tile = fitTiles(count, area, GAP);
    const rows = Math.ceil(count / Math.min(count, perRow(area, tile)));
    expect(rows * tile.height + (rows - 1) * GAP).toBeLessThanOrEqual(area.height);
    expect(tile.width).toBeLessThanOrEqual(area.width);
    expect(tile.width / tile.height).toBeGreaterThan(0.58);
    expect(tile.width / tile.height).toBeLessThan(1.8);
    expect(Math.min(tile.width, tile.height)).toBeGreaterThanOrEqual(100);
  });

  it.each([3, 4, 6])('use at least half of the space for %s people', (count) => {
    const { width, height } = fitTiles(count, area, GAP);
    expect((count * width * height) / (area.width * area.height)).toBeGreaterThan(0.5);
  });
});

it('the tiles of a call have no size while there is no space, instead of a negative one', () => {
  expect(fitTiles(3, { width: 0, height: 0 }, GAP)).toEqual({ width: 0, height: 0 });
  expect(fitTiles(0, { width: 100, height: 100 }, GAP)).toEqual({ width: 0, height: 0 });
});
