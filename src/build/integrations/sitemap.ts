import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import astroSitemap from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import { parse } from 'node-html-parser';
import { loadEntries } from '../load-copy.ts';

/** The date of each page whose content has one that is not in the future, by path. */
function pageDays(): Map<string, Date> {
  const days = [
    ...loadEntries('legal').map(({ id, data }) => [`/${id}`, data.date] as const),
    ...loadEntries('publications').map(({ id, data }) => [`/research/${id}`, data.published] as const),
  ];
  const now = new Date();
  return new Map(days.flatMap(([path, day]) => (day && day <= now ? [[path, day] as const] : [])));
}

/**
 * Whether a page lets search engines list it. The whole page is parsed: an attribute can contain the end of the head.
 *
 * @param html of the page
 */
export function isListed(html: string): boolean {
  return !/noindex/.test(parse(html).querySelector('head meta[name=robots]')?.getAttribute('content') ?? '');
}

const pageAt = (folder: string, path: string) =>
  readFileSync(join(folder, `${path === '/' ? '/index' : path}.html`), 'utf8');

/**
 * Adds a sitemap to a build: the URLs of all pages except those with noindex, with the date of their content if it has
 * one. An index lists its parts, each with at most 45,000 pages.
 */
export function sitemap(): AstroIntegration[] {
  let folder = '';
  let days: ReadonlyMap<string, Date>;
  const pathOf = (address: string) => new URL(address).pathname;
  return [
    {
      name: 'page-days',
      hooks: {
        'astro:build:done'({ dir }) {
          folder = fileURLToPath(dir);
          days = pageDays();
        },
      },
    },
    astroSitemap({
      filter: (address) => isListed(pageAt(folder, pathOf(address))),
      serialize(item) {
        const day = days.get(pathOf(item.url));
        return day ? { ...item, lastmod: day.toISOString() } : item;
      },
      namespaces: { news: false, xhtml: false, image: false, video: false },
    }),
    {
      name: 'index-without-days',
      hooks: {
        // The integration dates a part by its newest page. A crawler that trusts this would miss later changes.
        'astro:build:done'() {
          const index = join(folder, 'sitemap-index.xml');
          writeFileSync(index, readFileSync(index, 'utf8').replaceAll(/<lastmod>[^<]*<\/lastmod>/g, ''));
        },
      },
    },
  ];
}
