import type { APIRoute } from 'astro';
import { getSite } from '../build/copy.ts';

/** Nothing is disallowed: a crawler that may not read a page can't see that it asks not to be indexed. */
export const GET: APIRoute = async () => {
  const { url } = await getSite();
  const text = `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap-index.xml', url).href}\n`;
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
