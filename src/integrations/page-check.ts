import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';
import { CopyError } from '../schemas/messages.ts';

const NOWHERE = 'https://site.invalid';

/** A built site: its folder, where it will be published, and every page by its path: `/`, `/flow`. */
interface BuiltSite {
  folder: string;
  origin: string;
  pages: ReadonlyMap<string, HTMLElement>;
}

function readPages(folder: string): Map<string, HTMLElement> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  return new Map(
    files.map((file) => {
      const path = file.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '');
      return [`/${path}`, parse(readFileSync(join(folder, file), 'utf8'))];
    }),
  );
}

const idsOf = (page: HTMLElement) => page.querySelectorAll('[id]').map(({ id }) => id);
const isFile = (path: string) => existsSync(path) && statSync(path).isFile();

/** The address of a link on this site, or undefined for one that leads elsewhere. */
function internal(href: string, path: string, origin: string): URL | undefined {
  const url = new URL(href, NOWHERE + path);
  return url.origin === NOWHERE || url.origin === origin ? url : undefined;
}

/** As the browser reads an anchor: what is no proper escape stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Attributes that refer to elements of the page by their ids. */
const REFERENCES = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for', 'commandfor', 'popovertarget'];

function linkMistakes(path: string, page: HTMLElement, { folder, origin, pages }: BuiltSite): string[] {
  return page.querySelectorAll('a[href]').flatMap((link) => {
    const href = link.getAttribute('href') ?? '';
    const url = internal(href, path, origin);
    if (!url) return [];
    const says = `${path}: the link "${link.text.trim().replace(/\s+/g, ' ')}" leads to ${href}`;
    if (/\.html$|.\/$/.test(url.pathname)) return [`${says}; write it without .html and without / at its end.`];
    const target = pages.get(url.pathname);
    if (!target) {
      if (isFile(join(folder, url.pathname))) return [];
      return [`${says}, and there is no such page. The pages are: ${[...pages.keys()].join(', ')}.`];
    }
    if (url.hash === '' || idsOf(target).includes(decode(url.hash.slice(1)))) return [];
    const anchors = target.querySelectorAll('main section[id], main h2[id]').map(({ id }) => `#${id}`);
    return [`${says}, and that page has no such section. Its sections are: ${anchors.join(', ')}.`];
  });
}

/** Where a page names its files. */
const FILES = ['src', 'href', 'component-url', 'renderer-url', 'content'];

/** Files that a page names: scripts, images, fonts, films, feeds, its social card. */
function fileMistakes(path: string, page: HTMLElement, { folder, origin }: BuiltSite): string[] {
  const named = page
    .querySelectorAll('[src], link[href]:not([rel=canonical]), [component-url], [renderer-url], [property="og:image"]')
    .flatMap((element) => FILES.map((name) => element.getAttribute(name)));
  return named.flatMap((address) => {
    const url = address === undefined ? undefined : internal(address, path, origin);
    return !url || isFile(join(folder, url.pathname)) ? [] : [`${path}: the file ${url.pathname} does not exist.`];
  });
}

function headMistakes(path: string, page: HTMLElement, { origin }: BuiltSite): string[] {
  const mistakes: string[] = [];
  const content = (selector: string, name: string) => page.querySelector(selector)?.getAttribute(name)?.trim() ?? '';
  if (!page.querySelector('title')?.text.trim()) mistakes.push(`${path}: the page has no title. Give it one.`);
  if (!content('meta[name=description]', 'content'))
    mistakes.push(`${path}: the page has no description. Give it one.`);
  const canonical = content('link[rel=canonical]', 'href');
  const own = path === '/' ? `${origin}/` : origin + path;
  if (canonical !== own) mistakes.push(`${path}: the canonical address is ${canonical}, but should be ${own}.`);
  return mistakes;
}

function structureMistakes(path: string, page: HTMLElement): string[] {
  const ids = idsOf(page);
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  const mistakes = twice.map(
    (id) => `${path}: the anchor ${id} stands there more than once. Give each section its own.`,
  );
  const headings = page.querySelectorAll('h1').length;
  if (headings !== 1)
    mistakes.push(
      `${path}: there are ${headings} main headings. Keep exactly one (on the home page: one section of kind hero).`,
    );
  for (const landmark of ['header', 'main', 'footer'])
    if (page.querySelectorAll(`body > ${landmark}`).length !== 1)
      mistakes.push(`${path}: there is not exactly one <${landmark}>.`);
  for (const name of REFERENCES)
    for (const element of page.querySelectorAll(`[${name}]`))
      for (const id of (element.getAttribute(name) ?? '').split(/\s+/))
        if (id && !ids.includes(id)) mistakes.push(`${path}: ${name} refers to ${id}, which is not on the page.`);
  for (const element of page.querySelectorAll('[style]'))
    mistakes.push(
      `${path}: <${element.rawTagName}> has a style of its own, which the CSP blocks. Is it the column of a table? Leave its alignment out.`,
    );
  return mistakes;
}

/**
 * What is wrong with the pages of a built site: a link, anchor, file or canonical address that leads nowhere, an id that
 * stands on a page twice, a page without title, description, landmarks or its one main heading. One line each, with the
 * remedy.
 *
 * @param folder the folder of the built site
 * @param origin where it will be published, for example https://example.com
 */
export function findMistakes(folder: string, origin: string): string[] {
  const site = { folder, origin, pages: readPages(folder) };
  return [...site.pages].flatMap(([path, page]) => [
    ...linkMistakes(path, page, site),
    ...fileMistakes(path, page, site),
    ...headMistakes(path, page, site),
    ...structureMistakes(path, page),
  ]);
}

/** Stops a build whose pages would be broken, for example by an edit of the copy. */
export function pageCheck(): AstroIntegration {
  let origin = '';
  return {
    name: 'page-check',
    hooks: {
      'astro:config:done'({ config }) {
        origin = new URL(config.site ?? NOWHERE).origin;
      },
      'astro:build:done'({ dir }) {
        const mistakes = findMistakes(fileURLToPath(dir), origin);
        if (mistakes.length > 0) throw new CopyError('content', mistakes);
      },
    },
  };
}
