import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { PAGE_SIZE } from '../../src/build/publication-list.ts';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';
import { EDITED } from '../setup/edited-project.ts';
import { publicationName, PUBLICATIONS } from '../setup/publications.ts';
import { editedBuild, sharedBuild } from '../setup/shared-build.ts';

const { folder, project } = await editedBuild();
const { url } = readSite(project);
const announced = ['student-teams', 'partnership-models'];
/** The newest first. */
const published = [
  EDITED.tags,
  ...Array.from({ length: EDITED.many }, (_, index) => publicationName(index + 1)),
  'automation',
];

const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const numbers = Array.from(
  { length: Math.ceil((announced.length + published.length) / PAGE_SIZE) },
  (_, index) => index + 1,
);
const pathOf = (number: number) => (number === 1 ? '/research' : `/research/page/${number}`);
const open = (number: number) => parse(read(`${pathOf(number)}.html`));
const hrefOf = (page: ReturnType<typeof open>, selector: string) => page.querySelector(selector)?.getAttribute('href');

describe('the list of publications', () => {
  it('has every publication once: first the announced ones, then the published ones, newest first', () => {
    const titles = numbers.flatMap((number) =>
      open(number)
        .querySelectorAll('.publication h3')
        .map(({ text }) => text.trim()),
    );
    const titleOf = (name: string) =>
      (
        parseYaml(splitFrontmatter(readFileSync(join(project, PUBLICATIONS, `${name}.mdx`), 'utf8')).fields) as {
          title: string;
        }
      ).title;
    expect(titles).toEqual([...announced, ...published].map(titleOf));
  });

  it('is spread over pages, each with its own title, description and address, and the same social card', () => {
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
    expect(existsSync(join(folder, `research/page/${numbers.length + 1}.html`))).toBe(false);
    expect(existsSync(join(folder, 'research/page/1.html'))).toBe(false);
  });

  it('links from page to page, and marks the current one', () => {
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

  it('is on one page, without links to others, as long as it fits', async () => {
    const few = await sharedBuild();
    expect(existsSync(join(few.folder, 'research/page'))).toBe(false);
    expect(readFileSync(join(few.folder, 'research.html'), 'utf8')).not.toContain('Pages of publications');
  });
});

it('the feed contains the newest fifty, newest first', () => {
  const links = [...read('research/feed.xml').matchAll(/<link>[^<]*\/research\/([^<]+)<\/link>/g)];
  expect(links.map(([, name]) => name)).toEqual(published.slice(0, 50));
});

describe('/llms.txt', () => {
  it('lists every publication at its own address, and not the pages of the list', () => {
    const text = read('llms.txt');
    for (const name of published) expect(text).toContain(`](${url}/research/${name})`);
    expect(text).not.toContain('/research/page/');
  });
});
