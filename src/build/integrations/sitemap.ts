import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import astroSitemap from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import { parse } from 'node-html-parser';
import type { z } from 'zod';
import { projectFolder } from '../../lib/project-folder.ts';
import { publicationSchema } from '../../schemas/collections.ts';
import { splitFrontmatter } from '../../schemas/frontmatter.ts';
import { checkCopy, parseCopy } from '../../schemas/messages.ts';
import { legalSchema } from '../../schemas/page.ts';


/** The fields of the MDX files of a folder, each with its name without the extension. */
function entries<Schema extends z.ZodType>(folder: string, schema: Schema) {
  const names = readdirSync(join(projectFolder, folder)).filter((name) => name.endsWith('.mdx'));
  return names.map((name) => {
    const file = `${folder}/${name}`;
    const { fields } = splitFrontmatter(readFileSync(join(projectFolder, file), 'utf8'));
    return { id: name.slice(0, -'.mdx'.length), data: checkCopy(schema, parseCopy(fields, file), file) };
  });
}

/** The day of each page whose content has one that is not yet to come, by the page's path. */
function pageDays(): Map<string, Date> {
  const days = [
    ...entries('content/legal', legalSchema).map(({ id, data }) => [`/${id}`, data.date] as const),
    ...entries('content/research/publications', publicationSchema).map(
      ({ id, data }) => [`/research/${id}`, data.published] as const,
    ),
  ];
  const now = new Date();
  return new Map(days.flatMap(([path, day]) => (day && day <= now ? [[path, day] as const] : [])));
}

/** Whether a page lets search engines list it. */
function isListed(folder: string, path: string): boolean {
  const html = readFileSync(join(folder, `${path === '/' ? '/index' : path}.html`), 'utf8');
  // A whole page takes four times as long, and a site may have thousands.
  const head = parse(html.slice(0, html.indexOf('</head>')));
  return !/noindex/.test(head.querySelector('meta[name=robots]')?.getAttribute('content') ?? '');
}

/**
 * Puts a sitemap into a build: the addresses of all pages but those that ask not to be listed, with the day of what they
 * say where their content has one. An index names its parts, of which each holds at most 45,000 pages.
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
      filter: (address) => isListed(folder, pathOf(address)),
      serialize(item) {
        const day = days.get(pathOf(item.url));
        return day ? { ...item, lastmod: day.toISOString() } : item;
      },
      namespaces: { news: false, xhtml: false, image: false, video: false },
    }),
    {
      name: 'index-without-days',
      hooks: {
        // The integration gives a part the day of its newest page: who trusts it would not read again what has changed since.
        'astro:build:done'() {
          const index = join(folder, 'sitemap-index.xml');
          writeFileSync(index, readFileSync(index, 'utf8').replaceAll(/<lastmod>[^<]*<\/lastmod>/g, ''));
        },
      },
    },
  ];
}
