import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { getCopy, getEntries, getSite } from '../../copy.ts';

/** The feed of what has been published, newest first. */
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
    items: publications.sort((a, b) => b.pubDate.getTime() - a.pubDate.getTime()),
    trailingSlash: false,
    customData: '<language>en-us</language>',
  });
};
