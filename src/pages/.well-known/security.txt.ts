import type { APIRoute } from 'astro';
import { getSite } from '../../build/copy.ts';
import { securityTxt } from '../../build/security-txt.ts';

/** How to report a vulnerability. */
export const GET: APIRoute = async () =>
  new Response(securityTxt(await getSite(), new Date()), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
