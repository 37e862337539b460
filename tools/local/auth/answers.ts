import type { Refusal } from './refusal.ts';

const VERSION_HEADER = 'x-supabase-api-version';
/** Since this version, a code is in the field `code`, which held the status before. */
const VERSION = '2024-01-01';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `link, x-total-count, ${VERSION_HEADER}`,
};

/** An answer with JSON that a page may read. */
export const answerWith = (body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { headers: { ...CORS, ...headers } });

export const answerNothing = (): Response => new Response(null, { status: 204, headers: CORS });

/** What a browser asks before a page's request: which methods and headers that may have. */
export const answerPreflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': `apikey, authorization, content-type, x-client-info, ${VERSION_HEADER}`,
      'access-control-max-age': '86400',
    },
  });

/** The answer to a refused request, in the form that its version of the API has. */
export function asResponse({ status, code, message, further }: Refusal, request: Request): Response {
  const isNew = (request.headers.get(VERSION_HEADER) ?? '') >= VERSION;
  const said = isNew ? { code, message } : { code: status, error_code: code, msg: message };
  const headers = { ...CORS, 'x-sb-error-code': code, ...(isNew && { [VERSION_HEADER]: VERSION }) };
  return Response.json({ ...said, ...further }, { status, headers });
}
