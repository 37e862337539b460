import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { getCopy, getEntries, getSite } from '../../copy.ts';

/** What is older, a feed reader has kept. */
const LIMIT = 50;

/** The feed of what has been published last, newest first. */
export const GET: APIRoute = async ({ site }) => {
  const { name, url } = await getSite();
  const { data: copy } = await getCopy('researchPage', 'research');
  const publications = (await getEntries('publications')).flatMap(({ id, data: { title, description, published } }) =>
    published ? [{ title, description, pubDate: published, link: `/research/${id}` }] : [],
  );
  return rss({
    title: `${copy.title} – ${name}`,
    description: copy.description,
    site: site ?? url,
    items: publications.sort((a, b) => b.pubDate.getTime() - a.pubDate.getTime()).slice(0, LIMIT),
    trailingSlash: false,
    customData: '<language>en-us</language>',
  });
};
