import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pageFiles } from '../../src/build/page-files.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { astro, copyProject } from '../setup/project-copy.ts';
import { editedBuild } from '../setup/shared-build.ts';

/** KB are KiB. */
const CARD_LIMIT = 60 * 1024;
const GUIDE_LIMIT = 60 * 1024;

const { folder, project } = await editedBuild();
const site = readSite(project);

const read = (file: string) => readFileSync(join(folder, file));
const dimensions = async (file: string) => {
  const { format, width, height } = await sharp(read(file)).metadata();
  return { format, width, height };
};

/** Every page of the build, except the further pages of a list: its path, and the metadata in its head. */
function pages() {
  const own = pageFiles(folder).filter((file) => !file.startsWith('research/page/'));
  return own.map((file) => {
    const head = parse(readFileSync(join(folder, file), 'utf8'));
    const content = (name: string) =>
      head.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content');
    const canonical = head.querySelector('link[rel=canonical]')?.getAttribute('href');
    return { file, head, content, canonical };
  });
}

describe('the social cards', () => {
  it('exist for every page, with 1200 by 630 pixels and at most 60 KB', async () => {
    const cards = pages().map(({ content }) => content('og:image') ?? '');
    expect(cards.length).toBeGreaterThan(9);
    expect(new Set(cards).size).toBe(cards.length);
    for (const card of cards) {
      const { origin, pathname } = new URL(card);
      expect(origin).toBe(new URL(site.url).origin);
      expect(await dimensions(pathname), card).toEqual({ format: 'png', width: 1200, height: 630 });
      expect(statSync(join(folder, pathname)).size, card).toBeLessThanOrEqual(CARD_LIMIT);
    }
  });

  it('come with the metadata that social networks need', () => {
    for (const { file, content, canonical } of pages()) {
      const told = ['og:url', 'og:image:width', 'og:image:height', 'og:site_name', 'twitter:card'].map(content);
      expect(told, file).toEqual([canonical, '1200', '630', site.name, 'summary_large_image']);
      for (const name of ['og:title', 'og:description', 'og:image:alt']) expect(content(name), file).toBeTruthy();
      expect(content('og:description')).toBe(content('description'));
      expect(content('og:type'), file).toBe(file.startsWith('research/') ? 'article' : 'website');
    }
  });

  // tests/unit/page-check.test.ts tests that every file that a page names must exist.
  it('stop the build when a page has none', { tags: ['exhaustive'] }, async () => {
    const copy = copyProject();
    copy.edit('src/schemas/copy-files.ts', /(?<=page: '\/resources',)\s+card: 'together',/, '');
    const { code, output } = await astro(copy, ['build']);
    copy.remove();
    expect(code).toBe(1);
    expect(output).toContain('/resources: the file /cards/resources.png does not exist.');
  });
});

describe('the icons', () => {
  it('are in the manifest with their actual sizes', async () => {
    const manifest = JSON.parse(read('manifest.webmanifest').toString()) as {
      name: string;
      icons: { src: string; sizes: string; type: string; purpose: string }[];
    };
    expect(manifest.name).toBe(site.name);
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes, type } of manifest.icons) {
      const { format, width, height } = await dimensions(src);
      expect([`${width}x${height}`, `image/${format}`], src).toEqual([sizes, type]);
    }
  });

  it('are linked on every page: the SVG, the one for Apple’s devices, and the manifest', async () => {
    for (const { file, head } of pages()) {
      const link = (rel: string) => head.querySelector(`link[rel=${rel}]`)?.getAttribute('href');
      expect([link('icon'), link('apple-touch-icon'), link('manifest')], file).toEqual([
        '/favicon.svg',
        '/icons/apple-touch-icon.png',
        '/manifest.webmanifest',
      ]);
    }
    expect(await dimensions('icons/apple-touch-icon.png')).toEqual({ format: 'png', width: 180, height: 180 });
    expect(read('favicon.svg').length).toBeLessThan(1024);
  });

  it('fill the area that a system masks, and keep the mark in the safe zone', async () => {
    for (const file of ['icons/maskable-512.png', 'icons/apple-touch-icon.png'])
      expect((await sharp(read(file)).stats()).isOpaque, file).toBe(true);
    const { data, info } = await sharp(read('icons/maskable-512.png')).removeAlpha().raw().toBuffer({
      resolveWithObject: true,
    });
    const colour = (x: number, y: number) => data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3);
    const ground = colour(0, 0).toString('hex');
    const outside: string[] = [];
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++)
        if (Math.hypot(x - 256, y - 256) > 0.4 * 512 && colour(x, y).toString('hex') !== ground)
          outside.push(`${x},${y}`);
    expect(outside).toEqual([]);
  });
});

it('the process guide is a tagged PDF of at most 60 KB', () => {
  const pdf = read('process-guide.pdf');
  expect(pdf.length).toBeLessThanOrEqual(GUIDE_LIMIT);
  // If this fails, only show what is missing, not the whole file.
  const missing = ['%PDF-1.7', '/Marked true', '/StructTreeRoot', 'pdfuaid'].filter((mark) => !pdf.includes(mark));
  expect(missing).toEqual([]);
});
