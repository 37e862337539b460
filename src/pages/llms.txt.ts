import type { APIRoute } from 'astro';
import { knowledgeText } from '../build/knowledge/knowledge-text.ts';

/** The site's content as one text, for language models and the voice agent. */
export const GET: APIRoute = () =>
  // Inside the bundle, import.meta.url does not point to content/.
  new Response(knowledgeText(process.cwd()), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
