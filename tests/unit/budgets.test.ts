import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { budgets } from '../../src/build/budgets/budgets.ts';
import type { Chunk } from '../../src/build/budgets/chunks.ts';
import { excess, weigh } from '../../src/build/budgets/page-weight.ts';

/** Text that brotli compresses to about this many KB. */
const noise = (kilobytes: number) => randomBytes(kilobytes * 1024).toString('base64');

let folder: string;
const chunks = new Map<string, Chunk>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budgets-'));
  chunks.clear();
  write('font.woff2', noise(12));
  write('icon.svg', '<svg/>');
  chunk('page.js', 1);
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
function chunk(file: string, kilobytes: number, imports: string[] = [], modules: string[] = ['/src/page.ts']) {
  write(file, `//${noise(kilobytes)}`);
  chunks.set(file, { file, imports, modules });
}
const HEAD =
  '<link rel="icon" href="/icon.svg"><link rel="preload" as="font" href="/font.woff2"><script src="/page.js"></script>';
/** The errors that are reported for a page. */
function said(file: string, html: string): string[] {
  write(file, `<!doctype html><html><head>${HEAD}</head><body>${html}</body></html>`);
  return excess(weigh(folder, file, chunks), chunks);
}

it('a page within its budgets is accepted', () => {
  expect(said('flow.html', noise(10))).toEqual([]);
});

it('the weight is what a browser downloads: each file once, including what its scripts import', () => {
  chunk('page.js', 1, ['shared.js']);
  chunk('shared.js', 1);
  write('photo.avif', 'x'.repeat(100));
  write('photo.webp', 'x'.repeat(200));
  write('late.avif', 'x');
  write('style.css', 'a{}');
  write(
    'index.html',
    `<head>${HEAD}<link rel="stylesheet" href="/style.css"><script type="application/ld+json">{}</script></head>
     <picture><source srcset="/photo.avif 1x"><img src="/photo.webp"></picture><img src="/late.avif" loading="lazy">
     <img src="data:image/png;base64,AA"><script src="/page.js"></script><script>1</script>
     <template><video><source src="/film.webm"><source src="/film.mp4"></video></template>`,
  );
  write('film.webm', 'x'.repeat(300));
  const { parts, requests } = weigh(folder, 'index.html', chunks);
  expect(parts.map(({ kind, file }) => `${kind} ${file}`)).toEqual([
    'document index.html',
    'inline index.html',
    'style style.css',
    'script page.js',
    'script shared.js',
    'font font.woff2',
    'image icon.svg',
    'image photo.avif',
    'film film.webm',
  ]);
  expect(requests).toBe(7);
  expect(parts.find(({ kind }) => kind === 'film')?.bytes).toBe(300);
});

describe('a page over budget is reported with what is too heavy', () => {
  it.each([
    [
      'its document',
      'flow.html',
      () => noise(16),
      /^\/flow: the page with its styles weighs 1\d\.\d KB; the limit is 14\.0 KB\.$/,
    ],
    [
      'the home page’s document',
      'index.html',
      () => noise(22),
      /^\/: the page with its styles weighs 2\d\.\d KB; the limit is 20\.0 KB\.$/,
    ],
    [
      'scripts in the document and in files',
      'flow.html',
      () => `<script>${noise(2.5)}</script>`,
      /^\/flow: its scripts weigh 3\.\d KB; the limit is 3\.0 KB\.$/,
    ],
    [
      'everything together',
      'flow.html',
      () => (write('a.png', noise(40)), '<img src="/a.png">'),
      /^\/flow: the first load weighs \d+\.\d KB; the limit is 44\.0 KB\.$/,
    ],
    [
      'a file too many',
      'flow.html',
      () => {
        write('a.avif', '');
        write('b.avif', '');
        return '<img src="/a.avif"><img src="/b.avif">';
      },
      /^\/flow: requests in the first load: 6; the limit is 5\.$/,
    ],
    [
      'a second font',
      'flow.html',
      () => (write('b.woff2', ''), '<link rel="preload" as="font" href="/b.woff2">'),
      /^\/flow: fonts in the first load: 2; the limit is 1\.$/,
    ],
    [
      'the font',
      'flow.html',
      () => (write('font.woff2', noise(30)), ''),
      /^\/flow: the font font\.woff2 weighs \d+\.\d KB; the limit is 18\.0 KB\.$/,
    ],
    [
      'the film',
      'index.html',
      () => (write('f.webm', noise(100)), '<template><video><source src="/f.webm"></video></template>'),
      /^\/: with the film, it weighs \d+\.\d KB; the limit is 92\.0 KB\.$/,
    ],
    [
      'a package',
      'flow.html',
      () => (chunk('page.js', 1, [], ['/x/node_modules/react/index.js']), ''),
      /^\/flow: its first script contains react\/index\.js\.$/,
    ],
  ])('%s', (_what, file, html, message) => {
    const mistakes = said(file, html());
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(message);
  });
});

describe('a build', () => {
  const RECORDED = 'terms-of-service.html';
  /** What a build with only this page prints at the end. */
  function weighed(mode: string, html: string): string[] {
    vi.stubEnv('SITE_BUDGETS', mode);
    write(RECORDED, `<!doctype html><html><head></head><body>${html}</body></html>`);
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const { 'astro:build:done': done } = budgets().hooks;
    void done?.({ dir: pathToFileURL(`${folder}/`), logger: { info: print, warn: print } } as never);
    return lines;
  }
  afterEach(() => vi.unstubAllEnvs());

  it('within its budgets is published', () => {
    expect(weighed('', noise(2)).join('\n')).toMatch(/^\/terms-of-service +\d/m);
  });

  it('over budget fails, says what to do, and names the file that grew', () => {
    const build = () => weighed('', noise(16));
    expect(build).toThrow('The site is too heavy:\n  - /terms-of-service: the page with its styles weighs 1');
    expect(build).toThrow(/ {2}- terms-of-service\.html grew by \d+\.\d KB to 1\d\.\d KB\./);
    expect(build).toThrow('Make it smaller');
    expect(build).toThrow(expect.objectContaining({ stack: expect.not.stringMatching(/\n\s+at /) as string }));
  });

  it('over budget is still published with SITE_BUDGETS=warn', () => {
    expect(weighed('warn', noise(16)).join('\n')).toContain('/terms-of-service: the page with its styles weighs 1');
  });

  it('weighs all scripts of a room together, against the limit of that room', { tags: ['exhaustive'] }, () => {
    mkdirSync(join(folder, '_astro'));
    write('desk.html', `<script src="/_astro/desk.B43kKKk1.js"></script>${noise(20)}`);
    write('_astro/desk.B43kKKk1.js', `import("./later.B43kKKk2.js")//${noise(100)}`);
    write('_astro/later.B43kKKk2.js', `//${noise(60)}`);
    const lines = weighed('', noise(2)).join('\n');
    expect(lines).toMatch(/^All scripts of \/desk +16\d\.\d KB of at most 170\.0 KB$/m);
    // Its page is not one of those that visitors load.
    expect(lines).not.toMatch(/^\/desk /m);

    write('_astro/later.B43kKKk2.js', `//${noise(80)}`);
    expect(() => weighed('', noise(2))).toThrow(/ - All scripts of \/desk: 18\d\.\d KB; the limit is 170\.0 KB\./);
    expect(() => weighed('', noise(2))).toThrow(' - _astro/desk.js is new: ');
  });

  it('is not weighed with SITE_BUDGETS=off', () => {
    expect(weighed('off', noise(16))).toEqual([]);
  });
});
