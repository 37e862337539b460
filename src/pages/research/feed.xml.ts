import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { escapeHtml } from '../../lib/html.ts';
import { getCopy, getEntries, getSite } from '../../build/copy.ts';

/** The maximum number of entries; feed readers keep older ones. */
const LIMIT = 50;

/** The feed of the latest publications, newest first. */
export const GET: APIRoute = async ({ url: { pathname } }) => {
  const { name, url } = await getSite();
  const addressOf = (path: string) => new URL(path, url).href;
  const { data: copy } = await getCopy('researchPage', 'research');
  const publications = (await getEntries('publications')).flatMap(({ id, data: { title, description, published } }) =>
    // Readers take a description for HTML.
    published
      ? [{ title, description: escapeHtml(description), pubDate: published, link: addressOf(`/research/${id}`) }]
      : [],
  );
  return rss({
    title: `${copy.title} – ${name}`,
    description: copy.description,
    // The page that the feed belongs to: the list on the site.
    site: addressOf('/research'),
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    items: publications.sort((a, b) => b.pubDate.getTime() - a.pubDate.getTime()).slice(0, LIMIT),
    trailingSlash: false,
    customData: `<language>en-us</language><atom:link href="${addressOf(pathname)}" rel="self" type="application/rss+xml"/>`,
  });
};
