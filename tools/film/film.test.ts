import { statSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { INKS } from '../../src/brand/inks.ts';
import { DURATION, frame, HEIGHT, WIDTH } from './frame.ts';

const NIGHT = INKS.light.ink;

/** The color of a point in a frame of the film, for example #291729. */
async function picture(seconds: number): Promise<(x: number, y: number) => string> {
  const { data, info } = await sharp(Buffer.from(frame(seconds)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([WIDTH, HEIGHT]);
  return (x, y) => `#${data.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3).toString('hex')}`;
}

/** The middle 24 % of the width, which is all that a tall phone shows, every few pixels. */
const columns = (from: number, to: number) =>
  Array.from({ length: 40 }, (_, i) => Math.round(from + (i / 39) * (to - from)));

describe('the film', () => {
  it('begins with nothing but its night-colored background, so that nothing flashes', async () => {
    const at = await picture(0);
    const colours = columns(0, WIDTH - 1).flatMap((x) => columns(0, HEIGHT - 1).map((y) => at(x, y)));
    expect(new Set(colours)).toEqual(new Set([NIGHT]));
  });

  it('ends as the mark in the center, within the view of a tall phone, on a deck without a gap', async () => {
    const at = await picture(DURATION);
    const { campus, company, both, ink } = INKS.dark;
    expect([850, 960, 1070].map((x) => at(x, 500))).toEqual([campus, both, company]);
    expect(new Set(columns(0, WIDTH - 1).map((x) => at(x, 603)))).toEqual(new Set([ink]));
    const edges = [WIDTH * 0.38, WIDTH * 0.62].map(Math.round);
    expect(edges.flatMap((x) => columns(0, 598).map((y) => at(x, y))).filter((colour) => colour !== NIGHT)).toEqual([]);
    // The name of the company appears below the deck.
    expect(new Set(columns(607, HEIGHT - 1).map((y) => at(960, y)))).toEqual(new Set([NIGHT]));
  });

  it('takes at most 3 s, and stops moving before its end', () => {
    expect(DURATION).toBeLessThanOrEqual(3);
    expect(frame(DURATION - 0.5)).toBe(frame(DURATION));
  });

  it.each(['overprint.webm', 'overprint.mp4'])('%s is at most 48 KB', (name) => {
    const { size } = statSync(new URL(`../../src/brand/film/${name}`, import.meta.url));
    expect(size).toBeGreaterThan(1000);
    expect(size).toBeLessThanOrEqual(48 * 1024);
  });
});
