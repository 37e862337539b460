import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** What became of a picture between two runs. */
export interface Change {
  name: string;
  kind: 'changed' | 'new' | 'gone';
  /** The share of its pixels that differ, in percent; all of them where there is no other picture. */
  percent: number;
}

/** In the folder of the newer run. */
const CHANGES = 'changes';

/** A browser rounds a few pixels of an edge now this way, now that: so few, and so near (0 to 1), is no change. */
const NOISE_PERCENT = 0.01;
const SEEN = 0.03;

const picturesOf = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.png'));

/** A picture's pixels on a canvas that may be larger than it. */
const pixels = (file: string, from: { width: number; height: number }, to: { width: number; height: number }) =>
  sharp(file)
    .ensureAlpha()
    .extend({
      right: to.width - from.width,
      bottom: to.height - from.height,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .raw()
    .toBuffer();

/** How many percent of the pixels differ. What differs is drawn into a picture, unless it is nothing. */
async function compare(before: string, after: string, difference: string): Promise<number> {
  if (readFileSync(before).equals(readFileSync(after))) return 0;
  const [one, other] = [await sharp(before).metadata(), await sharp(after).metadata()];
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  const drawn = Buffer.alloc(width * height * 4);
  const [these, those] = [await pixels(before, one, { width, height }), await pixels(after, other, { width, height })];
  const differing = (threshold: number) =>
    pixelmatch(these, those, drawn, width, height, { threshold, includeAA: true });
  const isSeen = differing(SEEN) > 0;
  const percent = (differing(0) / (width * height)) * 100;
  if (!isSeen && percent < NOISE_PERCENT) return 0;
  mkdirSync(join(difference, '..'), { recursive: true });
  await sharp(drawn, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(difference);
  return percent;
}

/**
 * Compares the pictures of two runs by their names. What differs is drawn into the folder `changes` of the newer one,
 * with a list beside it; what is left there of an earlier comparison goes.
 *
 * @returns what is not the same, the largest change first
 */
export async function compareRuns(before: string, after: string): Promise<Change[]> {
  const folder = join(after, CHANGES);
  rmSync(folder, { recursive: true, force: true });
  const changes: Change[] = [];
  for (const name of [...new Set([...picturesOf(before), ...picturesOf(after)])].sort()) {
    const [one, other] = [join(before, name), join(after, name)];
    if (!existsSync(one)) changes.push({ name, kind: 'new', percent: 100 });
    else if (!existsSync(other)) changes.push({ name, kind: 'gone', percent: 100 });
    else {
      const percent = await compare(one, other, join(folder, name));
      if (percent > 0) changes.push({ name, kind: 'changed', percent });
    }
  }
  changes.sort((a, b) => b.percent - a.percent);
  if (changes.length > 0) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'changes.txt'), `${changes.map(changeLine).join('\n')}\n`);
  }
  return changes;
}

/** A change as it is listed. A single pixel is not rounded to nothing. */
export function changeLine({ name, kind, percent }: Change): string {
  const share = kind !== 'changed' ? kind : percent < 0.01 ? '< 0.01 %' : `${percent.toFixed(2)} %`;
  return `${share.padStart(9)}  ${name}`;
}
