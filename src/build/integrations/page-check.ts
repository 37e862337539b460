import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';
import { CopyError } from '../../schemas/messages.ts';
import { contentLocation } from './content-location.ts';

const NOWHERE = 'https://site.invalid';

/** The most pages that a message lists. */
const NAMED = 30;

/** A built site: its folder, its public origin, and the file of every page by path: `/`, `/flow`. */
interface BuiltSite {
  folder: string;
  origin: string;
  files: ReadonlyMap<string, string>;
  /** Whether a path is a file other than a page. Cached, because every page refers to the same files. */
  isFile: (path: string) => boolean;
  /** See {@link contentLocation}. */
  written: (text: string) => string;
}

/** What is kept of a page: a site can have thousands, and a parsed page takes a megabyte. */
interface CheckedPage {
  mistakes: string[];
  ids: ReadonlySet<string>;
  /** The anchors that a message suggests. */
  anchors: string[];
  /** Links to anchors, which can only be checked once all pages are known. */
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

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // There is none, or no file can have such a name.
    return false;
  }
}

function fileFinder(folder: string): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const found = known.get(path) ?? isFile(join(folder, path));
    known.set(path, found);
    return found;
  };
}

/** The URL of a link within this site, or undefined for any other link. */
function internal(href: string, path: string, origin: string): URL | undefined {
  const url = new URL(href, NOWHERE + path);
  return url.origin === NOWHERE || url.origin === origin ? url : undefined;
}

/** Decodes an anchor as browsers do: an invalid escape stays unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Lists the pages; if there are many, those whose paths share the longest start with the missing one. */
function nameSome(paths: readonly string[], wanted: string): string {
  if (paths.length <= NAMED) return `The pages are: ${paths.join(', ')}.`;
  const likeness = (path: string) => {
    const end = Array.from(path).findIndex((sign, index) => sign !== wanted[index]);
    return end === -1 ? path.length : end;
  };
  const nearest = [...paths].sort((a, b) => likeness(b) - likeness(a)).slice(0, NAMED);
  return `The most similar pages are: ${nearest.join(', ')}.`;
}

/** Attributes that refer to elements of the page by id. */
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
      mistakes.push(`${says()}; write it without .html and without a trailing slash.${site.written(href ?? '')}`);
    else if (site.files.has(url.pathname)) {
      if (url.hash !== '')
        anchored.push({ says: says(), target: url.pathname, id: decode(url.hash.slice(1)), href: href ?? '' });
    } else if (!site.isFile(url.pathname))
      mistakes.push(
        `${says()}, but there is no such page. ${nameSome([...site.files.keys()], url.pathname)}${site.written(href ?? '')}`,
      );
  }
  return { mistakes, anchored };
}

/** The attributes in which a page refers to files. */
const FILES = ['src', 'href', 'component-url', 'renderer-url', 'content'];

/** Whether an element refers to files: scripts, images, fonts, films, feeds, the social card. */
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
  if (!head?.querySelector('title')?.text.trim()) mistakes.push(`${path}: the page has no title. Add one.`);
  if (!content('meta[name=description]', 'content')) mistakes.push(`${path}: the page has no description. Add one.`);
  const canonical = content('link[rel=canonical]', 'href');
  const own = path === '/' ? `${origin}/` : origin + path;
  if (canonical !== own) mistakes.push(`${path}: the canonical address is ${canonical}, but should be ${own}.`);
  return mistakes;
}

/** The parser's own `id` also finds one within another attribute: content="the id=42". */
const idOf = (element: HTMLElement): string[] => {
  const id = element.getAttribute('id');
  return id ? [id] : [];
};

function structureMistakes(path: string, elements: readonly HTMLElement[], { written }: BuiltSite): string[] {
  const ids = new Set<string>();
  const twice = new Set<string>();
  for (const id of elements.flatMap(idOf)) {
    if (ids.has(id)) twice.add(id);
    ids.add(id);
  }
  const mistakes = [...twice].map(
    (id) => `${path}: the anchor ${id} is used more than once. Give each section its own.${written(`anchor: ${id}`)}`,
  );
  const headings = elements.filter(({ rawTagName }) => rawTagName === 'h1').length;
  if (headings !== 1)
    mistakes.push(
      `${path}: there are ${headings} main headings. Keep exactly one (on the home page: one section of kind hero).`,
    );
  for (const landmark of ['header', 'main', 'footer'])
    if (elements.filter((one) => one.rawTagName === landmark && one.parentNode?.rawTagName === 'body').length !== 1)
      mistakes.push(`${path}: there must be exactly one <${landmark}>.`);
  for (const name of REFERENCES)
    for (const element of elements)
      for (const id of (element.getAttribute(name) ?? '').split(/\s+/))
        if (id && !ids.has(id)) mistakes.push(`${path}: ${name} refers to ${id}, which is not on the page.`);
  for (const element of elements)
    if (element.hasAttribute('style'))
      mistakes.push(
        `${path}: <${element.rawTagName}> has an inline style, which the CSP blocks. If it is in a table, remove the alignment of the column.`,
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
    ids: new Set(elements.flatMap(idOf)),
    anchors: page
      .querySelectorAll('main section[id], main h2[id]')
      .flatMap(idOf)
      .map((id) => `#${id}`),
    anchored: links.anchored,
  };
}

/** Merges mistakes that repeat: what is wrong in the header or footer is wrong on every page. */
function onceEach(mistakes: readonly string[]): string[] {
  const pagesOf = Map.groupBy(mistakes, (mistake) => mistake.slice(mistake.indexOf(': ')));
  return [...pagesOf].map(([what, all]) => {
    const [first = '', ...others] = all.map((mistake) => mistake.slice(0, mistake.indexOf(': ')));
    const more = others.length === 1 ? '1 other page' : `${others.length} other pages`;
    return `${first}${others.length > 0 ? ` and ${more}` : ''}${what}`;
  });
}

/**
 * What is wrong with the pages of a built site: broken links, anchors, files and canonical URLs, duplicate ids, and
 * pages without a title, a description, landmarks or exactly one main heading. One line for each mistake, with the fix;
 * a mistake on several pages is listed once.
 *
 * @param folder the folder of the built site
 * @param origin where it will be published, for example https://example.com
 * @param written tells where in content/ a text is, see {@link contentLocation}
 */
export function findMistakes(folder: string, origin: string, written: BuiltSite['written'] = () => ''): string[] {
  const site = { folder, origin, files: findFiles(folder), isFile: fileFinder(folder), written };
  const pages = new Map([...site.files].map(([path, file]) => [path, checkPage(path, file, site)]));
  const mistakes = [...pages.values()].flatMap(({ mistakes, anchored }) => [
    ...anchored.flatMap(({ says, target, id, href }) => {
      const page = pages.get(target);
      if (!page || page.ids.has(id)) return [];
      return [
        `${says}, but that page has no such section. Its sections are: ${page.anchors.join(', ')}.${written(href)}`,
      ];
    }),
    ...mistakes,
  ]);
  return onceEach(mistakes);
}

/** Stops a build with broken pages, for example after an edit of the copy. */
export function pageCheck(): AstroIntegration {
  let origin = '';
  return {
    name: 'page-check',
    hooks: {
      'astro:config:done'({ config }) {
        origin = new URL(config.site ?? NOWHERE).origin;
      },
      'astro:build:done'({ dir }) {
        const mistakes = findMistakes(fileURLToPath(dir), origin, contentLocation);
        if (mistakes.length > 0) throw new CopyError('content', mistakes);
      },
    },
  };
}
