import type { APIRoute } from 'astro';
import { processGuide } from '../build/guide/process-guide.ts';

/** The journey as a PDF, generated at build time. */
export const GET: APIRoute = async () =>
  new Response(new Uint8Array(await processGuide()), { headers: { 'content-type': 'application/pdf' } });
