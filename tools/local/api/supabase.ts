import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '@supabase/lite';
import { sql } from 'kysely';
import { makeTurns } from '../../../src/lib/in-turn.ts';
import { openAuth } from '../auth/auth-api.ts';
import { isAuthRoute } from '../auth/routes.ts';
import type { LocalKeys } from '../folder.ts';
import { LOOPBACK } from '../ports.ts';
import type { DatabaseOptions } from '../postgres/cluster.ts';
import { openBaseline } from './baseline.ts';
import { checkRequest } from './check-request.ts';
import { logNoValues } from './log-no-values.ts';
import { isAboutTheServer } from './server-failure.ts';
import { asStorage, storageOperation } from './storage-answers.ts';
import { NETWORK_HEADER, withVisitorAddress } from './visitor-address.ts';

/** Answers one request as Supabase's gateway would. */
export type SupabaseApi = (request: Request) => Promise<Response>;

/** What is open: the tables, the files, and the routes of the Auth API that the product uses. */
const isOpen = (method: string, path: string) => /^\/(rest|storage)\/v1(\/|$)/.test(path) || isAuthRoute(method, path);

/** How long connections may take to close (milliseconds). */
const CLOSE_WITHIN_MS = 2000;

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
 * Opens the Supabase-compatible REST, Storage and Auth API over a PostgreSQL, and applies the pending migrations in
 * supabase/migrations.
 *
 * @param database how the superuser connects
 * @param keys the API's keys
 * @param siteUrl where the site is served, which authenticator apps show
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
  const { jwt_expiry: lifetime = 900, minimum_password_length: shortestPassword = 12 } = app.config.auth ?? {};
  const auth = openAuth(database, keys, { lifetime, shortestPassword, siteUrl });

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
  const inTurn = makeTurns();

  const supabase: SupabaseApi = async (sent) => {
    const path = routedPath(sent.url);
    if (!isOpen(sent.method, path))
      return Response.json({ code: 'NOT_FOUND', message: `There is nothing at ${path}.` }, { status: 404 });
    const headers = withVisitorAddress(sent.headers);
    const isAuth = isAuthRoute(sent.method, path);
    const request = isAuth ? sent : auth.forLite(sent);
    const checked = await checkRequest(request, path, keys.secret);
    if ('refusal' in checked) return checked.refusal;
    const context: Answering = {
      name: nameOf(request.method, path),
      headers: Object.fromEntries(headers),
      operation: storageOperation(request.method, path),
    };
    const ask = (one: Request) => currentRequest.run(context, () => app.fetch(one, { peerAddress: LOOPBACK }));
    if (isAuth) {
      const address = headers.get(NETWORK_HEADER) || LOOPBACK;
      return currentRequest.run(context, () => auth.answer(checked.request, path, address, ask));
    }
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
  return {
    supabase,
    async close() {
      await auth.close();
      // lite waits for each of its connections without an end, and has been seen to keep one after its transaction.
      await Promise.race([connection.close(), wait(CLOSE_WITHIN_MS)]);
    },
  };
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
