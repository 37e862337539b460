import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeLine, compareRuns } from './compare.ts';

let folder: string;
let before: string;
let after: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shots-'));
  [before, after] = [join(folder, 'before'), join(folder, 'after')];
  mkdirSync(before);
  mkdirSync(after);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A gray picture with some pixels of another tone at its beginning. */
async function draw(run: string, name: string, { width = 10, height = 10, other = 0, tone = 129 } = {}) {
  const data = Buffer.alloc(width * height * 3, 128);
  data.fill(tone, 0, other * 3);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(join(run, name));
}

it('finds nothing in identical pictures, and leaves no list', async () => {
  await draw(before, 'home.png', { other: 3 });
  await draw(after, 'home.png', { other: 3 });
  expect(await compareRuns(before, after)).toEqual([]);
  expect(readdirSync(after)).toEqual(['home.png']);
});

it('treats files with the same pixels as identical', async () => {
  await draw(before, 'home.png');
  await sharp(join(before, 'home.png')).png({ compressionLevel: 0 }).toFile(join(after, 'home.png'));
  expect(readFileSync(join(after, 'home.png')).equals(readFileSync(join(before, 'home.png')))).toBe(false);
  expect(await compareRuns(before, after)).toEqual([]);
});

it('finds a single pixel of nearly the same tone, and draws it', async () => {
  await draw(before, 'home.png');
  await draw(after, 'home.png', { other: 1 });
  expect(await compareRuns(before, after)).toEqual([{ name: 'home.png', kind: 'changed', percent: 1 }]);
  expect(await sharp(join(after, 'changes/home.png')).metadata()).toMatchObject({ width: 10, height: 10 });
});

it('treats a few pixels of nearly the same tone in a large picture as edge rounding, but no other tone', async () => {
  const size = { width: 200, height: 200 };
  await draw(before, 'home.png', size);
  await draw(after, 'home.png', { ...size, other: 3 });
  expect(await compareRuns(before, after)).toEqual([]);
  await draw(after, 'home.png', { ...size, other: 1, tone: 0 });
  expect(await compareRuns(before, after)).toMatchObject([{ percent: 0.0025 }]);
});

it('counts the pixels by which a picture has grown', async () => {
  await draw(before, 'flow.png', { height: 10 });
  await draw(after, 'flow.png', { height: 20 });
  expect(await compareRuns(before, after)).toEqual([{ name: 'flow.png', kind: 'changed', percent: 50 }]);
});

it('lists changes, the largest first, with new and removed pictures, and nothing from an earlier run', async () => {
  await draw(before, 'a.png');
  await draw(after, 'a.png', { other: 5 });
  await draw(before, 'b.png');
  await draw(after, 'b.png', { other: 50, tone: 0 });
  await draw(before, 'gone.png');
  await draw(after, 'new.png');
  const changes = await compareRuns(before, after);
  expect(changes.map(({ name }) => name)).toEqual(['gone.png', 'new.png', 'b.png', 'a.png']);
  expect(readFileSync(join(after, 'changes/changes.txt'), 'utf8')).toBe(
    '     gone  gone.png\n      new  new.png\n  50.00 %  b.png\n   5.00 %  a.png\n',
  );
  expect(await compareRuns(after, after)).toEqual([]);
  expect(readdirSync(after)).not.toContain('changes');
});

it('does not round a small change to nothing', () => {
  expect(changeLine({ name: 'a.png', kind: 'changed', percent: 0.0001 })).toBe(' < 0.01 %  a.png');
});
