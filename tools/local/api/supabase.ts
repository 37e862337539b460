import { AsyncLocalStorage } from 'node:async_hooks';
import type { App } from '@supabase/lite';
import { sql } from 'kysely';
import type { LocalKeys } from '../folder.ts';
import type { DatabaseOptions } from '../postgres/cluster.ts';
import { openBaseline } from './baseline.ts';
import { checkRequest } from './check-request.ts';
import { logNoValues } from './log-no-values.ts';
import { isAboutTheServer } from './server-failure.ts';
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

/** The request that is being answered. */
interface Answering {
  /** For the log, see {@link nameOf}. */
  name: string;
  headers: Record<string, string>;
  /** See {@link storageOperation}. */
  operation: string;
  /** Why lite could not answer it. */
  failure?: unknown;
  /** The file that it wrote: its bucket and name. */
  file?: readonly [string, string];
}

/**
 * Opens the Supabase-compatible REST and Storage API over a PostgreSQL, and applies the pending migrations in
 * supabase/migrations.
 *
 * @param database how the superuser connects
 * @param keys the API's keys
 * @param siteUrl where the site is served, for links in Auth mails
 * @param storageFolder where uploaded files are kept
 * @throws Error when a migration fails; the message names it
 */
export async function openSupabase(
  database: DatabaseOptions,
  keys: LocalKeys,
  siteUrl: string,
  storageFolder: string,
): Promise<{ supabase: SupabaseApi; close: () => Promise<void> }> {
  const currentRequest = new AsyncLocalStorage<Answering>();
  logNoValues(() => currentRequest.getStore()?.name);
  const { app, connection, migrate } = await openBaseline(database, keys, siteUrl, storageFolder);
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

  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const failure = normalize(error);
    const request = currentRequest.getStore();
    if (request) request.failure = failure;
    return failure;
  };

  const storage = app._storageAdapter as NonNullable<App['_storageAdapter']>;
  const write = storage.uploadObject.bind(storage);
  storage.uploadObject = (bucket, name, ...rest) => {
    const request = currentRequest.getStore();
    if (request) request.file = [bucket, name];
    return write(bucket, name, ...rest);
  };

  // lite writes a file before its row: of two uploads at once under one name, the file of the refused one would stay.
  let lastUpload: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(upload: () => Promise<Result>) => {
    const turn = lastUpload.then(upload, upload);
    lastUpload = turn;
    return turn;
  };

  const supabase: SupabaseApi = async (request, peer) => {
    const path = routedPath(request.url);
    if (!isOpen(request.method, path))
      return Response.json({ code: 'NOT_FOUND', message: `There is nothing at ${path}.` }, { status: 404 });
    const headers = Object.fromEntries(withVisitorAddress(request.headers, peer));
    const checked = await checkRequest(request, path, keys.secret);
    if ('refusal' in checked) return checked.refusal;
    const context: Answering = {
      name: nameOf(request.method, path),
      headers,
      operation: storageOperation(request.method, path),
    };
    const ask = (one: Request) => currentRequest.run(context, () => app.fetch(one, { peerAddress: peer }));
    if (request.method === 'DELETE' && path.startsWith('/storage/v1/bucket/')) {
      // The hosted storage first looks for the bucket with the caller's rights. lite tells anyone whether it is empty.
      const found = await ask(new Request(request.url, { headers: request.headers }));
      if (!found.ok) return found;
    }
    const uploaded = async () => {
      const answer = await ask(checked.request);
      // If the row was refused, nothing would ever delete its file. After a lost answer it may be stored.
      if (!answer.ok && context.file && !isAboutTheServer(context.failure))
        await storage.deleteObject(...context.file, undefined);
      return answer;
    };
    const answer = context.operation.startsWith('storage.object.upload')
      ? await inTurn(uploaded)
      : await ask(checked.request);
    const response = asRefusal(path, answer, context.failure);
    return path.startsWith('/storage/v1/object/sign/') ? asStorage(request, response) : response;
  };
  return { supabase, close: () => connection.close() };
}

/** The path as lite's router decodes it. Checks of the raw path could be evaded with percent-encoding. */
function routedPath(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
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

/**
 * lite answers 500 to most requests that it or the database can't process: a value that violates a CHECK, an unreadable
 * filter, an invalid token. The hosted services answer 500 only for failures of their own.
 *
 * @param failure what lite threw, if it did
 */
function asRefusal(path: string, response: Response, failure: unknown): Response {
  if (response.status !== 500 || failure === undefined || isAboutTheServer(failure)) return response;
  const { code, message } = failure as { code?: string; message?: string };
  const said = /^[0-9A-Z]{5}$/.test(code ?? '')
    ? { code, message }
    : { code: 'PGRST100', message: 'The request could not be read.' };
  const body = path.startsWith('/storage/')
    ? { statusCode: '400', error: 'InvalidRequest', message: said.message }
    : { ...said, details: null, hint: null };
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(body), { status: 400, headers });
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
  if (request.method === 'HEAD' || !response.headers.get('content-type')?.includes('application/json')) return response;
  const body = (await response.json()) as { signedUrl?: string };
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const renamed = body.signedUrl ? { signedURL: body.signedUrl.replace(/^\/storage\/v1/, '') } : body;
  return new Response(JSON.stringify(renamed), { status: response.status, headers });
}
