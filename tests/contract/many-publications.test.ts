import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { readSite } from '../../src/integrations/site-copy.ts';
import { PAGE_SIZE } from '../../src/publication-list.ts';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';
import { publicationFile, publicationName, PUBLICATIONS, writePublications } from '../setup/publications.ts';

/** More than the feed holds, and more pages than have room beside one another. */
const MANY = 60;
const { url } = readSite();
const announced = ['student-teams', 'automation', 'partnership-models'];

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
const numbers = Array.from({ length: Math.ceil((MANY + announced.length) / PAGE_SIZE) }, (_, index) => index + 1);
const pathOf = (number: number) => (number === 1 ? '/research' : `/research/page/${number}`);
const open = (number: number) => parse(read(`many${pathOf(number)}.html`));
const hrefOf = (page: ReturnType<typeof open>, selector: string) => page.querySelector(selector)?.getAttribute('href');

describe('the list of publications', () => {
  it('has every publication once: what is announced, then what is published, the newest first', () => {
    const titles = numbers.flatMap((number) =>
      open(number)
        .querySelectorAll('.publication h3')
        .map(({ text }) => text.trim()),
    );
    const titleOf = (name: string) =>
      (parseYaml(splitFrontmatter(read(`${PUBLICATIONS}/${name}.mdx`)).fields) as { title: string }).title;
    const names = [...announced, ...Array.from({ length: MANY }, (_, index) => publicationName(index + 1))];
    expect(titles).toEqual(names.map(titleOf));
  });

  it('is spread over pages, each with a title, description and address of its own and the one social card', () => {
    const heads = numbers.map((number) => {
      const page = open(number);
      const content = (name: string) => page.querySelector(`meta[${name}]`)?.getAttribute('content') ?? '';
      expect(hrefOf(page, 'link[rel=canonical]')).toBe(url + pathOf(number));
      expect(content('property="og:image"')).toBe(`${url}/cards/research.png`);
      if (number > 1) {
        expect(page.querySelector('title')?.text).toContain(`page ${number} `);
        expect(content('name=description')).toContain(`Page ${number} of ${numbers.length}`);
        expect(page.querySelector('h2')?.text).toBe(`Page ${number} of ${numbers.length}`);
      }
      return [page.querySelector('title')?.text, content('name=description')];
    });
    expect(new Set(heads.map(([title]) => title)).size).toBe(numbers.length);
    expect(new Set(heads.map(([, description]) => description)).size).toBe(numbers.length);
    expect(existsSync(join(copy.folder, `many/research/page/${numbers.length + 1}.html`))).toBe(false);
    expect(existsSync(join(copy.folder, 'many/research/page/1.html'))).toBe(false);
  });

  it('leads from page to page, and says which one is open', () => {
    const last = numbers.length;
    const linkTo = (number: number) => (number === 1 ? '/research#publications' : pathOf(number));
    for (const number of numbers) {
      const page = open(number);
      const nav = 'nav[aria-label="Pages of publications"]';
      expect(hrefOf(page, `${nav} a[rel=prev]`)).toBe(number === 1 ? undefined : linkTo(number - 1));
      expect(hrefOf(page, `${nav} a[rel=next]`)).toBe(number === last ? undefined : linkTo(number + 1));
      const marked = page.querySelectorAll(`${nav} [aria-current]`);
      expect(marked.map((link) => [link.getAttribute('aria-current'), link.getAttribute('aria-label')])).toEqual([
        ['page', `Page ${number}`],
      ]);
      expect([hrefOf(page, `${nav} li:first-child a`), hrefOf(page, `${nav} li:last-child a`)]).toEqual([
        linkTo(1),
        linkTo(last),
      ]);
    }
  });

  it('is on one page, without links to others, while it fits', () => {
    expect(existsSync(join(copy.folder, 'few/research/page'))).toBe(false);
    expect(read('few/research.html')).not.toContain('Pages of publications');
  });
});

it('a page that has nothing to do with publications is the same byte for byte, however many there are', () => {
  for (const page of ['index', 'flow', 'resources', '404', 'internships/apply'])
    expect(read(`many/${page}.html`) === read(`few/${page}.html`), page).toBe(true);
});

it('the feed holds the newest fifty, the newest first', () => {
  const links = [...read('many/research/feed.xml').matchAll(/<link>[^<]*\/research\/([^<]+)<\/link>/g)];
  expect(links.map(([, name]) => name)).toEqual(Array.from({ length: 50 }, (_, index) => publicationName(index + 1)));
});

describe('/llms.txt', () => {
  it('has what the pages of the list show, at the address of each publication, and not the pages themselves', () => {
    const text = read('many/llms.txt');
    for (let index = 1; index <= MANY; index++) expect(text).toContain(`](${url}/research/${publicationName(index)})`);
    expect(text).not.toContain('/research/page/');
  });
});

it('a publication can’t have the address under which the pages of the list are', async () => {
  const folder = join(copy.folder, PUBLICATIONS);
  writeFileSync(join(folder, 'page.mdx'), publicationFile(1));
  const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
  rmSync(join(folder, 'page.mdx'));
  expect(code).toBe(1);
  expect(output).toContain(`${PUBLICATIONS}/page.mdx can't be used:`);
  expect(output).toContain('- its name is taken by the further pages of the list, /research/page/2 and so on.');
}, 180_000);

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
