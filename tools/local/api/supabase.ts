import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { LocalKeys } from '../folder.ts';
import { openBaseline } from './baseline.ts';
import { checkRequest } from './check-request.ts';
import { logNoValues } from './log-no-values.ts';
import { withVisitorAddress } from './visitor-address.ts';

/** Answers one request as Supabase's gateway would. `peer` is the caller's IP address. */
export type SupabaseApi = (request: Request, peer: string) => Promise<Response>;

/**
 * The routes of the Auth API that the product uses, for example `POST /auth/v1/token`: none, since nobody signs in. All
 * others are closed. lite would create accounts even with sign-up disabled.
 */
const AUTH_ROUTES: ReadonlySet<string> = new Set<string>();

const isOpen = (method: string, path: string) =>
  /^\/(rest|storage)\/v1(\/|$)/.test(path) || AUTH_ROUTES.has(`${method} ${path}`);

/**
 * Opens the Supabase-compatible REST, Auth and Storage API over a PostgreSQL, and applies the pending migrations in
 * supabase/migrations.
 *
 * @param databaseUrl connection string of the superuser
 * @param keys the API's keys
 * @param siteUrl where the site is served, for links in Auth mails
 * @param storageFolder where uploaded files are kept
 * @throws Error when a migration fails; the message names it
 */
export async function openSupabase(
  databaseUrl: string,
  keys: LocalKeys,
  siteUrl: string,
  storageFolder: string,
): Promise<SupabaseApi> {
  const currentRequest = new AsyncLocalStorage<{ name: string; headers: Record<string, string>; operation: string }>();
  logNoValues(() => currentRequest.getStore()?.name);
  const { app, connection, migrate } = await openBaseline(databaseUrl, keys, siteUrl, storageFolder);
  await migrate();

  const applySessionContext = connection.applyJwtSessionContext.bind(connection);
  connection.applyJwtSessionContext = async (transaction, variables, storage) => {
    await applySessionContext(transaction, variables, storage);
    const request = currentRequest.getStore();
    if (!request) return;
    // A hosted project sets both for every request; lite sets the headers only for /rpc, and never the operation.
    await sql`select set_config('request.headers', ${JSON.stringify(request.headers)}, true),
      set_config('storage.operation', ${request.operation}, true)`.execute(transaction);
  };

  return async (request, peer) => {
    const path = new URL(request.url).pathname;
    if (!isOpen(request.method, path))
      return Response.json({ code: 'NOT_FOUND', message: `There is nothing at ${path}.` }, { status: 404 });
    const headers = Object.fromEntries(withVisitorAddress(request.headers, peer));
    const checked = await checkRequest(request);
    if ('refusal' in checked) return checked.refusal;
    const context = { name: nameOf(request.method, path), headers, operation: storageOperation(request.method, path) };
    const response = await currentRequest.run(context, () => app.fetch(checked.request, { peerAddress: peer }));
    return path.startsWith('/storage/v1/object/sign/') ? asStorage(request, response) : asPostgrest(response);
  };
}

/** Names a request for the log: the method, and the table or function, but never a made-up name. */
const nameOf = (method: string, path: string) =>
  `${method} ${/^\/(?:rest\/v1(?:\/rpc)?\/[a-z_]{1,63}$|[a-z]+\/v1)/.exec(path)?.[0] ?? ''}`;

/** The storage operation of a request, named as in hosted policies; '' if it is not an upload. */
function storageOperation(method: string, path: string): string {
  if (!path.startsWith('/storage/v1/object/')) return '';
  if (path.startsWith('/storage/v1/object/upload/sign/'))
    return method === 'PUT' ? 'storage.object.upload_signed' : 'storage.object.sign_upload_url';
  if (/^\/storage\/v1\/object\/(move|copy|sign|list)\b/.test(path)) return '';
  if (method === 'PUT') return 'storage.object.upload_update';
  return method === 'POST' ? 'storage.object.upload' : '';
}

/** lite's message for a request that it could not read, which it reports as a server error. */
const UNREADABLE = /"message":"(?:TypeError \[ERR_INVALID_ARG_TYPE\]|Error: [^"]* at position \d+)/;

/** lite answers a violated CHECK, and some unreadable requests, with 500 "SUP"; PostgREST with 400 and a code. */
async function asPostgrest(response: Response): Promise<Response> {
  if (response.status !== 500) return response;
  const text = await response.text();
  const violated = /violates check constraint \\?"([^"\\]+)/.exec(text)?.[1];
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const refusal = violated
    ? { code: '23514', message: `new row violates check constraint "${violated}"` }
    : UNREADABLE.test(text)
      ? { code: 'PGRST100', message: 'The request could not be read.' }
      : undefined;
  if (!refusal) return new Response(text, { status: 500, headers });
  return new Response(JSON.stringify({ ...refusal, details: null, hint: null }), { status: 400, headers });
}

/**
 * lite returns a signed URL under another name than the hosted storage, so the client would not find it, and ignores
 * the `download` parameter.
 */
async function asStorage(request: Request, response: Response): Promise<Response> {
  const download = new URL(request.url).searchParams.get('download');
  if (request.method === 'GET' && download !== null) {
    const headers = new Headers(response.headers);
    headers.set('content-disposition', `attachment; filename="${download.replace(/[^\w.-]/g, '_')}"`);
    return new Response(response.body, { status: response.status, headers });
  }
  if (!response.headers.get('content-type')?.includes('application/json')) return response;
  const body = (await response.json()) as { signedUrl?: string };
  // An invalid token is a client error.
  if (response.status === 500 && request.method === 'GET')
    return Response.json({ statusCode: '400', error: 'InvalidJWT', message: 'Invalid token' }, { status: 400 });
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const renamed = body.signedUrl ? { signedURL: body.signedUrl.replace(/^\/storage\/v1/, '') } : body;
  return new Response(JSON.stringify(renamed), { status: response.status, headers });
}
