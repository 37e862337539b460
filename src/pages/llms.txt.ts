import type { APIRoute } from 'astro';
import { knowledgeText } from '../build/knowledge/knowledge-text.ts';

/** What the site says as one text: for whoever reads it with a language model, and for the voice agent. */
export const GET: APIRoute = () =>
  // Inside the bundle, import.meta.url does not lead to content/.
  new Response(knowledgeText(process.cwd()), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
