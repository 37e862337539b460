import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** How a picture changed between two runs. */
export interface Change {
  name: string;
  kind: 'changed' | 'new' | 'gone';
  /** The share of its pixels that differ, in percent; 100 if only one run has the picture. */
  percent: number;
}

/** In the folder of the newer run. */
const CHANGES = 'changes';

/** Browsers round a few edge pixels inconsistently: this few, and this close (0 to 1), is not a change. */
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

/** The percentage of pixels that differ. The differences, if any, are drawn into a picture. */
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
 * Compares the pictures of two runs by name. Differences are drawn into the folder `changes` of the newer run, with a
 * list next to them; the results of an earlier comparison are removed.
 *
 * @returns the changes, the largest first
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

/** A change as listed. A single pixel is not rounded to 0. */
export function changeLine({ name, kind, percent }: Change): string {
  const share = kind !== 'changed' ? kind : percent < 0.01 ? '< 0.01 %' : `${percent.toFixed(2)} %`;
  return `${share.padStart(9)}  ${name}`;
}
