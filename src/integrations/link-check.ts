import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';
import { CopyError } from '../schemas/messages.ts';

/** Every page of a built site, by its path: `/`, `/flow`, `/internships/apply`. */
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

function linkMistakes(path: string, page: HTMLElement, pages: ReadonlyMap<string, HTMLElement>): string[] {
  return page.querySelectorAll('a[href]').flatMap((link) => {
    const href = link.getAttribute('href') ?? '';
    const { origin, pathname, hash } = new URL(href, `https://site.invalid${path}`);
    if (origin !== 'https://site.invalid') return [];
    const says = `${path}: the link "${link.text.trim().replace(/\s+/g, ' ')}" leads to ${href}`;
    const target = pages.get(pathname);
    if (!target) return [`${says}, and there is no such page. The pages are: ${[...pages.keys()].join(', ')}.`];
    if (hash === '' || idsOf(target).includes(decodeURIComponent(hash.slice(1)))) return [];
    const anchors = target.querySelectorAll('section[id]').map(({ id }) => `#${id}`);
    return [`${says}, and that page has no such section. Its sections are: ${anchors.join(', ')}.`];
  });
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
  return mistakes;
}

/**
 * What is wrong with the pages of a built site: a link to a page or section that is not there, an anchor that stands
 * on a page twice, a page without its one main heading. One line each, with the remedy.
 *
 * @param folder the folder of the built site
 */
export function findMistakes(folder: string): string[] {
  const pages = readPages(folder);
  return [...pages].flatMap(([path, page]) => [...linkMistakes(path, page, pages), ...structureMistakes(path, page)]);
}

/** Stops a build in which an edit of the copy has broken a link. */
export function linkCheck(): AstroIntegration {
  return {
    name: 'link-check',
    hooks: {
      'astro:build:done'({ dir }) {
        const folder = fileURLToPath(dir);
        const mistakes = findMistakes(folder);
        if (mistakes.length > 0) throw new CopyError('content', mistakes);
      },
    },
  };
}
