import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type HTMLElement } from 'node-html-parser';
import { pageFiles } from '../../src/build/page-files.ts';

/** A page of a built site, as a crawler reads it. */
export interface BuiltPage {
  /** `/`, `/flow` */
  path: string;
  document: HTMLElement;
  title: string;
  canonical: string;
  /** Whether it asks search engines not to list it. */
  hidden: boolean;
  /** The contents of all meta elements with a name or property. */
  metas: (name: string) => string[];
}

function readPage(folder: string, file: string): BuiltPage {
  const document = parse(readFileSync(join(folder, file), 'utf8'), { comment: true });
  const metas = (name: string) =>
    document
      .querySelectorAll(`head meta[name="${name}"], head meta[property="${name}"]`)
      .map((meta) => meta.getAttribute('content') ?? '');
  return {
    path: `/${file.replace(/^index\.html$|\.html$/, '')}`,
    document,
    title: document.querySelector('title')?.text ?? '',
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '',
    hidden: metas('robots').some((content) => content.includes('noindex')),
    metas,
  };
}

/** A built site, without its rooms. */
export interface Built {
  pages: BuiltPage[];
  /** Whether an address leads to a page or file of the site. */
  leadsSomewhere: (address: string) => boolean;
}

/**
 * Reads a built site.
 *
 * @param url where the site will be published, for example https://example.com
 */
export function readBuilt(folder: string, url: string): Built {
  const isFile = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false;
  return {
    pages: pageFiles(folder).map((file) => readPage(folder, file)),
    leadsSomewhere(address) {
      if (!URL.canParse(address)) return false;
      const { origin, pathname } = new URL(address);
      return (
        origin === new URL(url).origin && (isFile(pathname) || isFile(`${pathname === '/' ? '/index' : pathname}.html`))
      );
    },
  };
}

/** @returns the first part of a page that a selector finds */
export function partOf({ pages }: Built, path: string, selector: string): HTMLElement {
  const found = pages.find((page) => page.path === path)?.document.querySelector(selector);
  if (!found) throw new Error(`${path} has no ${selector}`);
  return found;
}

/** The text of an element, in one line; of none, ''. */
export const textOf = (element: HTMLElement | null | undefined): string =>
  (element?.text ?? '').replace(/\s+/g, ' ').trim();

export const textsOf = (elements: readonly HTMLElement[]): string[] => elements.map(textOf);

/** The first link in an element with exactly these words. */
export const linkIn = (element: HTMLElement, words: string): HTMLElement | undefined =>
  element.querySelectorAll('a').find((link) => textOf(link) === words);
