import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';
import { publicationName, PUBLICATIONS, writePublications } from '../setup/publications.ts';

/** More pages than have room beside one another. */
const MANY = 60;

let copy: ProjectCopy;
beforeAll(async () => {
  copy = copyProject();
  for (const [folder, count] of [
    ['few', 1],
    ['many', MANY],
  ] as const) {
    writePublications(copy.folder, count);
    // Words of a text that are names of utilities too: they must not bring those into the CSS of every page.
    if (folder === 'many')
      appendFileSync(
        join(copy.folder, PUBLICATIONS, `${publicationName(MANY)}.mdx`),
        '\nA hidden table, fixed in a grid, is static, and its contents are invisible.\n',
      );
    // The check of the pages is a part of every build: a link that leads nowhere would stop it.
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: folder });
    if (code !== 0) throw new Error(output);
  }
}, 300_000);
afterAll(() => copy.remove());

const read = (file: string) => readFileSync(join(copy.folder, file), 'utf8');

it('a page that has nothing to do with publications is the same byte for byte, however many there are', () => {
  for (const page of ['index', 'flow', 'resources', '404', 'internships/apply'])
    expect(read(`many/${page}.html`) === read(`few/${page}.html`), page).toBe(true);
});

it('a social card is drawn once: the next build takes it from the cache, and forgets what no page needs any more', async () => {
  const cache = join(copy.folder, 'node_modules/.astro/cards');
  const before = readdirSync(cache);
  const bytes = (file: string) => readFileSync(join(copy.folder, file));
  const home = before.find((name) => readFileSync(join(cache, name)).equals(bytes('many/cards/index.png'))) ?? '';
  // Another picture in its place: only who takes it from there brings it to the site.
  writeFileSync(join(cache, home), bytes('many/cards/flow.png'));
  for (let index = 2; index <= MANY; index++) rmSync(join(copy.folder, PUBLICATIONS, `${publicationName(index)}.mdx`));
  const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'again' });
  expect(code, output).toBe(0);
  expect(bytes('again/cards/index.png').equals(bytes('many/cards/flow.png'))).toBe(true);
  expect(before.length - readdirSync(cache).length).toBe(MANY - 1);
}, 180_000);
