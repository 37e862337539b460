import { parse, type HTMLElement } from 'node-html-parser';
import { doubleAnchor, isRedirected, redirectedLink, wrongHeadings } from '../../schemas/link-sentences.ts';

/** What is wrong with a page. */
export interface PageMistake {
  /** The path of the page. */
  page: string;
  /** What is wrong, and how to fix it. */
  message: string;
  /** What there is instead. It can differ between pages with the same mistake. */
  choices?: string;
  /** How it is written in `content/`: an address, or a field with its value, such as `anchor: contact`. */
  written?: string;
}

/** A link to a page or file of this site. */
export interface Link {
  text: string;
  href: string;
  path: string;
  /** The anchor, or ''. */
  id: string;
}

/** What is kept of a page: a site can have thousands, and a parsed page takes a megabyte. */
export interface CheckedPage {
  /** What is wrong with it, whatever other pages there are. */
  mistakes: PageMistake[];
  ids: ReadonlySet<string>;
  /** The anchors that a message suggests. */
  anchors: string[];
  links: Link[];
  /** The addresses of scripts, images, fonts, films, feeds and the social card. */
  files: string[];
}

/**
 * Variables that scripts look for on `window`, as far as a heading can have such an id. Browsers show an element there
 * under its id, and the voice SDK, for example, takes it for its own data and fails.
 */
export const TAKEN_IDS: readonly string[] = ['_daily', 'global', 'process', 'turnstile'];

const NOWHERE = 'https://site.invalid';

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

function linksOf(path: string, elements: readonly HTMLElement[], origin: string): Link[] {
  return elements.flatMap((link) => {
    const href = link.rawTagName === 'a' ? link.getAttribute('href') : undefined;
    const url = href === undefined ? undefined : internal(href, path, origin);
    if (!url) return [];
    const text = link.text.trim().replace(/\s+/g, ' ');
    return [{ text, href: href ?? '', path: url.pathname, id: decode(url.hash.slice(1)) }];
  });
}

/** The attributes in which a page refers to files. */
const FILES = ['src', 'href', 'component-url', 'renderer-url', 'content'];

/** Whether an element refers to files. */
const namesFiles = (element: HTMLElement) =>
  ['src', 'component-url', 'renderer-url'].some((name) => element.hasAttribute(name)) ||
  (element.rawTagName === 'link' && !['canonical', 'expect'].includes(element.getAttribute('rel') ?? '')) ||
  element.getAttribute('property') === 'og:image';

function filesOf(path: string, elements: readonly HTMLElement[], origin: string): string[] {
  const named = elements.filter(namesFiles).flatMap((element) => FILES.map((name) => element.getAttribute(name)));
  return named.flatMap((address) => {
    const url = address === undefined ? undefined : internal(address, path, origin);
    return url ? [url.pathname] : [];
  });
}

function headMistakes(path: string, page: HTMLElement, origin: string): string[] {
  const mistakes: string[] = [];
  const head = page.querySelector('head');
  const content = (selector: string, name: string) => head?.querySelector(selector)?.getAttribute(name)?.trim() ?? '';
  if (!head?.querySelector('title')?.text.trim()) mistakes.push('the page has no title. Add one.');
  if (!content('meta[name=description]', 'content')) mistakes.push('the page has no description. Add one.');
  const canonical = content('link[rel=canonical]', 'href');
  const own = path === '/' ? `${origin}/` : origin + path;
  if (canonical !== own) mistakes.push(`the canonical address is ${canonical}, but should be ${own}.`);
  return mistakes;
}

/** The parser's own `id` also finds one within another attribute: content="the id=42". */
const idOf = (element: HTMLElement): string[] => {
  const id = element.getAttribute('id');
  return id ? [id] : [];
};

/** Attributes that refer to elements of the page by id. */
const REFERENCES = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for', 'commandfor', 'popovertarget'];

function structureMistakes(elements: readonly HTMLElement[], ids: ReadonlySet<string>): string[] {
  const mistakes: string[] = [];
  const headings = elements.filter(({ rawTagName }) => rawTagName === 'h1').length;
  if (headings !== 1) mistakes.push(wrongHeadings(headings));
  for (const landmark of ['header', 'main', 'footer'])
    if (elements.filter((one) => one.rawTagName === landmark && one.parentNode?.rawTagName === 'body').length !== 1)
      mistakes.push(`there must be exactly one <${landmark}>.`);
  for (const name of REFERENCES)
    for (const element of elements)
      for (const id of (element.getAttribute(name) ?? '').split(/\s+/))
        if (id && !ids.has(id)) mistakes.push(`${name} refers to ${id}, which is not on the page.`);
  for (const element of elements)
    if (element.hasAttribute('style'))
      mistakes.push(
        `<${element.rawTagName}> has an inline style, which the CSP blocks. If it is in a table, remove the alignment of the column.`,
      );
  return mistakes;
}

/**
 * Reads a page: its links, anchors and files, and what is wrong with it alone.
 *
 * @param path for example `/flow`
 * @param origin where the site will be published, for example https://example.com
 */
export function checkPage(path: string, html: string, origin: string): CheckedPage {
  const page = parse(html);
  const elements = page.querySelectorAll('*');
  const ids = new Set<string>();
  const twice = new Set<string>();
  for (const id of elements.flatMap(idOf)) {
    if (ids.has(id)) twice.add(id);
    ids.add(id);
  }
  const links = linksOf(path, elements, origin);
  const mistakes: Omit<PageMistake, 'page'>[] = [
    ...links
      .filter(({ path }) => isRedirected(path))
      .map((link) => ({ message: redirectedLink(link), written: link.href })),
    ...[...twice].map((id) => ({
      message: doubleAnchor(id),
      written: `anchor: ${id}`,
    })),
    ...TAKEN_IDS.filter((id) => ids.has(id)).map((id) => ({
      message: `the anchor ${id} is a name that scripts use. Give the section another one, or word its heading differently.`,
      written: `anchor: ${id}`,
    })),
    ...[...headMistakes(path, page, origin), ...structureMistakes(elements, ids)].map((message) => ({ message })),
  ];
  return {
    mistakes: mistakes.map((mistake) => ({ page: path, ...mistake })),
    ids,
    anchors: page
      .querySelectorAll('main section[id], main h2[id]')
      .flatMap(idOf)
      .map((id) => `#${id}`),
    links,
    files: filesOf(path, elements, origin),
  };
}
