import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';
import { publicationName, PUBLICATIONS, writePublications } from '../setup/publications.ts';

/** Enough publications for more list pages than the page links show. */
const MANY = 60;

let copy: ProjectCopy;
beforeAll(async () => {
  copy = copyProject();
  for (const [folder, count] of [
    ['few', 1],
    ['many', MANY],
  ] as const) {
    writePublications(copy.folder, count);
    // Words that are also names of utility classes: they must not add those to the CSS of every page.
    if (folder === 'many')
      appendFileSync(
        join(copy.folder, PUBLICATIONS, `${publicationName(MANY)}.mdx`),
        '\nA hidden table, fixed in a grid, is static, and its contents are invisible.\n',
      );
    // Every build checks its pages: a broken link would stop it.
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: folder });
    if (code !== 0) throw new Error(output);
  }
}, 300_000);
afterAll(() => copy.remove());

const read = (file: string) => readFileSync(join(copy.folder, file), 'utf8');

it('a page that shows no publications is the same byte for byte, no matter how many there are', () => {
  for (const page of ['index', 'flow', 'resources', '404', 'internships/apply'])
    expect(read(`many/${page}.html`) === read(`few/${page}.html`), page).toBe(true);
});

it('a social card is drawn once: the next build reads it from the cache and removes unused cards', async () => {
  const cache = join(copy.folder, 'node_modules/.astro/cards');
  const before = readdirSync(cache);
  const bytes = (file: string) => readFileSync(join(copy.folder, file));
  const home = before.find((name) => readFileSync(join(cache, name)).equals(bytes('many/cards/index.png'))) ?? '';
  // Replaces the cached card with another picture: only a build that reads the cache brings it to the site.
  writeFileSync(join(cache, home), bytes('many/cards/flow.png'));
  for (let index = 2; index <= MANY; index++) rmSync(join(copy.folder, PUBLICATIONS, `${publicationName(index)}.mdx`));
  const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'again' });
  expect(code, output).toBe(0);
  expect(bytes('again/cards/index.png').equals(bytes('many/cards/flow.png'))).toBe(true);
  expect(before.length - readdirSync(cache).length).toBe(MANY - 1);
}, 180_000);
