import { createHash, randomUUID } from 'node:crypto';
import { readBytes } from '../read-bytes.ts';
import type { Caller } from './accounts.ts';
import { answerGraphql, isMutation } from './graphql.ts';
import type { Host } from './host.ts';
import { badCredentials, RestRefusal } from './refusal.ts';
import { openRest } from './rest.ts';

/** More than a picture that the editor may store, in base64 (bytes). */
const LONGEST_BODY = 32 * 1024 * 1024;

const API_VERSION = '2022-11-28';

/** What a page on another origin may read, as GitHub lists it. When a token expires is not among it. */
const EXPOSED =
  'ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, ' +
  'X-RateLimit-Resource, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, ' +
  'X-GitHub-Media-Type, X-GitHub-SSO, X-GitHub-Request-Id, Deprecation, Sunset, Warning';

const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED };

/** What a browser asks before it sends a request to another origin. */
export const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-headers':
        'Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, ' +
        'X-GitHub-OTP, X-Requested-With, User-Agent, GraphQL-Features, X-GitHub-Api-Version',
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
      'access-control-max-age': '86400',
    },
  });

/** Whether a path is one of the API's, and not of a page. */
export const isApi = (path: string): boolean => /^\/(?:graphql|user|repos\/.*)$/.test(path);

const LIMIT_PAGE = 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api';

/** GitHub's API over HTTP: who asks, how often, and the headers. */
export function openApi(host: Host): (request: Request, url: URL) => Promise<Response> {
  const rest = openRest(host);
  const { accounts, limits } = host;

  function callerOf(request: Request): Caller {
    const header = request.headers.get('authorization');
    if (header === null) throw new RestRefusal(401, 'Requires authentication');
    const [, token = ''] = /^(?:bearer|token) (\S+)$/i.exec(header) ?? [];
    const caller = accounts.caller(token);
    if (!caller) throw badCredentials();
    return caller;
  }

  async function bodyOf(request: Request): Promise<Record<string, unknown>> {
    const bytes = await readBytes(request, LONGEST_BODY);
    if (!bytes) throw new RestRefusal(413, `The body has more than ${LONGEST_BODY} bytes.`);
    if (bytes.length === 0) return {};
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString('utf8'));
    } catch {
      throw new RestRefusal(400, 'Problems parsing JSON');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new RestRefusal(400, 'Body should be a JSON object');
    return value as Record<string, unknown>;
  }

  function checkHeaders({ headers }: Request): void {
    const version = headers.get('x-github-api-version') ?? API_VERSION;
    if (version !== API_VERSION) throw new RestRefusal(400, `The API version ${version} is not supported.`);
    const accept = headers.get('accept') ?? '*/*';
    if (!/json|\*\/\*/.test(accept))
      throw new RestRefusal(415, "Unsupported 'Accept' header: Must accept 'application/json'.");
  }

  function limitHeaders(caller: Caller, resource: string): Record<string, string> {
    const { limit, remaining, used, reset } = limits.of(caller);
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-used': String(used),
      'x-ratelimit-reset': String(Math.ceil(reset / 1000)),
      'x-ratelimit-resource': resource,
      ...(caller.expires !== undefined && {
        'github-authentication-token-expiration': `${new Date(caller.expires).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
      }),
    };
  }

  /** @throws RestRefusal when somebody makes too much in a minute */
  function countWrite(caller: Caller): void {
    const seconds = limits.countWrite(caller);
    if (seconds !== undefined)
      throw new RestRefusal(
        403,
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
        { headers: { 'retry-after': String(seconds) }, body: { documentation_url: LIMIT_PAGE } },
      );
  }

  async function answer(request: Request, url: URL, caller: Caller): Promise<Response> {
    const isGraphql = url.pathname === '/graphql';
    const exceeded = `API rate limit exceeded for user ID ${caller.id}.`;
    if (!limits.countRequest(caller)) {
      if (isGraphql) return Response.json({ errors: [{ type: 'RATE_LIMIT', message: exceeded }] });
      throw new RestRefusal(403, exceeded, { body: { documentation_url: LIMIT_PAGE } });
    }
    checkHeaders(request);
    const body = await bodyOf(request);
    if (isGraphql) {
      if (request.method !== 'POST') throw new RestRefusal(404, 'Not Found');
      if (isMutation(body)) countWrite(caller);
      return Response.json(await answerGraphql(host, caller, body));
    }
    if (request.method !== 'GET') countWrite(caller);
    const answered = await rest({ caller, method: request.method, url, body });
    const text = JSON.stringify(answered.body);
    const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
    if (answered.link) headers['link'] = answered.link;
    if (request.method !== 'GET') return new Response(text, { status: answered.status ?? 200, headers });
    // A browser answers from its cache for a minute, unless the client asks it not to.
    const etag = `W/"${createHash('sha256').update(text).digest('hex')}"`;
    Object.assign(headers, { etag, 'cache-control': 'private, max-age=60, s-maxage=60' });
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  }

  return async (request, url) => {
    let caller: Caller | undefined;
    let response: Response;
    try {
      caller = callerOf(request);
      response = await answer(request, url, caller);
    } catch (error) {
      if (!(error instanceof RestRefusal)) throw error;
      response = Response.json(error.body, { status: error.status, headers: error.headers });
    }
    const headers: Record<string, string> = {
      ...CORS,
      vary: 'Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding, X-Requested-With',
      'x-github-request-id': randomUUID(),
      'x-github-media-type': 'github.v3; format=json',
      ...(caller && limitHeaders(caller, url.pathname === '/graphql' ? 'graphql' : 'core')),
    };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };
}
