import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';
import { CopyError } from '../../schemas/messages.ts';
import { writtenIn } from './written-in.ts';

const NOWHERE = 'https://site.invalid';

/** How many pages a message names. */
const NAMED = 30;

/** A built site: its folder, where it will be published, and the file of every page by its path: `/`, `/flow`. */
interface BuiltSite {
  folder: string;
  origin: string;
  files: ReadonlyMap<string, string>;
  /** Whether a path is a file that is no page. Every page asks for the same ones. */
  isFile: (path: string) => boolean;
  /** See {@link writtenIn}. */
  written: (text: string) => string;
}

/** What is kept of a page: a site has thousands of them, and a parsed page takes a megabyte. */
interface CheckedPage {
  mistakes: string[];
  ids: ReadonlySet<string>;
  /** The anchors that a message offers. */
  anchors: string[];
  /** Links into a page, which can be judged when all pages are known. */
  anchored: { says: string; target: string; id: string; href: string }[];
}

function findFiles(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  return new Map(
    files.map((file) => {
      const path = file.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '');
      return [`/${path}`, join(folder, file)];
    }),
  );
}

function fileFinder(folder: string): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const found = known.get(path) ?? statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false;
    known.set(path, found);
    return found;
  };
}

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

/** The pages, or, where they are many, those whose paths begin most like one that was not found. */
function nameSome(paths: readonly string[], wanted: string): string {
  if (paths.length <= NAMED) return `The pages are: ${paths.join(', ')}.`;
  const likeness = (path: string) => {
    const end = Array.from(path).findIndex((sign, index) => sign !== wanted[index]);
    return end === -1 ? path.length : end;
  };
  const nearest = [...paths].sort((a, b) => likeness(b) - likeness(a)).slice(0, NAMED);
  return `The pages that are most like it: ${nearest.join(', ')}.`;
}

/** Attributes that refer to elements of the page by their ids. */
const REFERENCES = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for', 'commandfor', 'popovertarget'];

function checkLinks(path: string, elements: readonly HTMLElement[], site: BuiltSite) {
  const mistakes: string[] = [];
  const anchored: CheckedPage['anchored'] = [];
  for (const link of elements) {
    const href = link.rawTagName === 'a' ? link.getAttribute('href') : undefined;
    const url = href === undefined ? undefined : internal(href, path, site.origin);
    if (!url) continue;
    const says = () => `${path}: the link "${link.text.trim().replace(/\s+/g, ' ')}" leads to ${href}`;
    if (/\.html$|.\/$/.test(url.pathname))
      mistakes.push(`${says()}; write it without .html and without / at its end.${site.written(href ?? '')}`);
    else if (site.files.has(url.pathname)) {
      if (url.hash !== '')
        anchored.push({ says: says(), target: url.pathname, id: decode(url.hash.slice(1)), href: href ?? '' });
    } else if (!site.isFile(url.pathname))
      mistakes.push(
        `${says()}, and there is no such page. ${nameSome([...site.files.keys()], url.pathname)}${site.written(href ?? '')}`,
      );
  }
  return { mistakes, anchored };
}

/** Where a page names its files. */
const FILES = ['src', 'href', 'component-url', 'renderer-url', 'content'];

/** Whether an element names files: scripts, images, fonts, films, feeds, the page's social card. */
const namesFiles = (element: HTMLElement) =>
  ['src', 'component-url', 'renderer-url'].some((name) => element.hasAttribute(name)) ||
  (element.rawTagName === 'link' && !['canonical', 'expect'].includes(element.getAttribute('rel') ?? '')) ||
  element.getAttribute('property') === 'og:image';

function fileMistakes(path: string, elements: readonly HTMLElement[], site: BuiltSite): string[] {
  const named = elements.filter(namesFiles).flatMap((element) => FILES.map((name) => element.getAttribute(name)));
  return named.flatMap((address) => {
    const url = address === undefined ? undefined : internal(address, path, site.origin);
    return !url || site.isFile(url.pathname)
      ? []
      : [`${path}: the file ${url.pathname} does not exist.${site.written(url.pathname)}`];
  });
}

function headMistakes(path: string, page: HTMLElement, { origin }: BuiltSite): string[] {
  const mistakes: string[] = [];
  const head = page.querySelector('head');
  const content = (selector: string, name: string) => head?.querySelector(selector)?.getAttribute(name)?.trim() ?? '';
  if (!head?.querySelector('title')?.text.trim()) mistakes.push(`${path}: the page has no title. Give it one.`);
  if (!content('meta[name=description]', 'content'))
    mistakes.push(`${path}: the page has no description. Give it one.`);
  const canonical = content('link[rel=canonical]', 'href');
  const own = path === '/' ? `${origin}/` : origin + path;
  if (canonical !== own) mistakes.push(`${path}: the canonical address is ${canonical}, but should be ${own}.`);
  return mistakes;
}

function structureMistakes(path: string, elements: readonly HTMLElement[], { written }: BuiltSite): string[] {
  const ids = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of elements) {
    if (id && ids.has(id)) twice.add(id);
    ids.add(id);
  }
  const mistakes = [...twice].map(
    (id) =>
      `${path}: the anchor ${id} stands there more than once. Give each section its own.${written(`anchor: ${id}`)}`,
  );
  const headings = elements.filter(({ rawTagName }) => rawTagName === 'h1').length;
  if (headings !== 1)
    mistakes.push(
      `${path}: there are ${headings} main headings. Keep exactly one (on the home page: one section of kind hero).`,
    );
  for (const landmark of ['header', 'main', 'footer'])
    if (elements.filter((one) => one.rawTagName === landmark && one.parentNode?.rawTagName === 'body').length !== 1)
      mistakes.push(`${path}: there is not exactly one <${landmark}>.`);
  for (const name of REFERENCES)
    for (const element of elements)
      for (const id of (element.getAttribute(name) ?? '').split(/\s+/))
        if (id && !ids.has(id)) mistakes.push(`${path}: ${name} refers to ${id}, which is not on the page.`);
  for (const element of elements)
    if (element.hasAttribute('style'))
      mistakes.push(
        `${path}: <${element.rawTagName}> has a style of its own, which the CSP blocks. Is it the column of a table? Leave its alignment out.`,
      );
  return mistakes;
}

function checkPage(path: string, file: string, site: BuiltSite): CheckedPage {
  const page = parse(readFileSync(file, 'utf8'));
  const elements = page.querySelectorAll('*');
  const links = checkLinks(path, elements, site);
  return {
    mistakes: [
      ...links.mistakes,
      ...fileMistakes(path, elements, site),
      ...headMistakes(path, page, site),
      ...structureMistakes(path, elements, site),
    ],
    ids: new Set(elements.flatMap(({ id }) => id || [])),
    anchors: page.querySelectorAll('main section[id], main h2[id]').map(({ id }) => `#${id}`),
    anchored: links.anchored,
  };
}

/** Each mistake once: what is wrong in header or footer is wrong on every page. */
function onceEach(mistakes: readonly string[]): string[] {
  const pagesOf = Map.groupBy(mistakes, (mistake) => mistake.slice(mistake.indexOf(': ')));
  return [...pagesOf].map(([what, all]) => {
    const [first = '', ...others] = all.map((mistake) => mistake.slice(0, mistake.indexOf(': ')));
    const more = others.length === 1 ? '1 other page' : `${others.length} other pages`;
    return `${first}${others.length > 0 ? ` and ${more}` : ''}${what}`;
  });
}

/**
 * What is wrong with the pages of a built site: a link, anchor, file or canonical address that leads nowhere, an id that
 * stands on a page twice, a page without title, description, landmarks or its one main heading. One line each, with the
 * remedy; what is wrong on several pages is said once.
 *
 * @param folder the folder of the built site
 * @param origin where it will be published, for example https://example.com
 * @param written says where in content/ a text stands, see {@link writtenIn}
 */
export function findMistakes(folder: string, origin: string, written: BuiltSite['written'] = () => ''): string[] {
  const site = { folder, origin, files: findFiles(folder), isFile: fileFinder(folder), written };
  const pages = new Map([...site.files].map(([path, file]) => [path, checkPage(path, file, site)]));
  const mistakes = [...pages.values()].flatMap(({ mistakes, anchored }) => [
    ...anchored.flatMap(({ says, target, id, href }) => {
      const page = pages.get(target);
      if (!page || page.ids.has(id)) return [];
      return [
        `${says}, and that page has no such section. Its sections are: ${page.anchors.join(', ')}.${written(href)}`,
      ];
    }),
    ...mistakes,
  ]);
  return onceEach(mistakes);
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
        const mistakes = findMistakes(fileURLToPath(dir), origin, writtenIn);
        if (mistakes.length > 0) throw new CopyError('content', mistakes);
      },
    },
  };
}
