import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { App } from '@supabase/lite';
import { sql, type Kysely } from 'kysely';
import { projectFolder, type LocalKeys } from '../folder.ts';
import { checkRequest } from './check-request.ts';
import { logNoValues } from './log-no-values.ts';

/** Answers one request as Supabase's gateway would. `peer` is the caller's IP address. */
export type SupabaseApi = (request: Request, peer: string) => Promise<Response>;

/** The private members of @supabase/lite 0.10.0 that are touched here; tests/contract fails when they change. */
interface LiteConnection {
  rlsState: 'unknown' | 'active' | 'inactive';
  applyJwtSessionContext(transaction: Kysely<unknown>, variables: unknown, storage: unknown): Promise<void>;
  exec(statements: string): Promise<unknown>;
}

/** Where its storage keeps files. */
interface LiteStorage {
  basePath: string;
}

/** What a hosted project has before the first migration. Hosted grants nothing on new tables, so neither does this. */
const HOSTED_BASELINE = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
    if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
    if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  end $$;
  create schema if not exists extensions;
  grant usage on schema public, extensions to anon, authenticated, service_role;
  do $$ begin
    if to_regclass('storage.objects') is not null then
      grant usage on schema storage to anon, authenticated, service_role;
      grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
    end if;
  end $$;
`;

/**
 * Opens the Supabase-compatible REST, Auth and Storage API over a PostgreSQL and brings its schema up to date
 * from supabase/migrations.
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
  // supabase/config.toml reads these.
  Object.assign(process.env, {
    LOCAL_DB_URL: databaseUrl,
    LOCAL_JWT_SECRET: keys.jwtSecret,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
    SITE_URL: siteUrl,
    EXPERIMENTAL_STORAGE: '1',
    LITE_TELEMETRY: '0',
    DO_NOT_TRACK: '1',
  });
  const currentRequest = new AsyncLocalStorage<{ name: string; headers: Record<string, string>; operation: string }>();
  logNoValues(() => currentRequest.getStore()?.name);
  // It looks at its variables when it is loaded.
  const { applyPendingMigrations, createApi } = await import('@supabase/lite/cli');
  const api = await createApi({ withSupabaseClient: false });
  // Admin mode would let a request without any key read and delete everything.
  const app: App = await api.project.local.createApp(join(projectFolder, 'supabase/config.toml'), { admin: false });
  // Otherwise beside the migrations.
  (app._storageAdapter as unknown as LiteStorage).basePath = storageFolder;
  if (app.hasEnabledSystemBaseSchema()) await app.ensureSystemSchema();

  const connection = app.connection as unknown as LiteConnection;
  await connection.exec(HOSTED_BASELINE);
  // Otherwise the first request runs GRANT ALL … TO anon, which would undo the migrations' own grants.
  connection.rlsState = 'active';
  await applyPendingMigrations(app);

  const applySessionContext = connection.applyJwtSessionContext.bind(connection);
  connection.applyJwtSessionContext = async (transaction, variables, storage) => {
    await applySessionContext(transaction, variables, storage);
    const request = currentRequest.getStore();
    if (!request) return;
    // Hosted sets these for every request; lite the headers only for /rpc, and the operation never.
    await sql`select set_config('request.headers', ${JSON.stringify(request.headers)}, true),
      set_config('storage.operation', ${request.operation}, true)`.execute(transaction);
  };

  return async (request, peer) => {
    const path = new URL(request.url).pathname;
    if (!/^\/(rest|auth|storage)\/v1(\/|$)/.test(path))
      return Response.json({ code: 'NOT_FOUND', message: `There is nothing at ${path}.` }, { status: 404 });
    const headers = Object.fromEntries(request.headers);
    headers['x-forwarded-for'] ??= peer;
    const checked = await checkRequest(request);
    if ('refusal' in checked) return checked.refusal;
    const context = { name: nameOf(request.method, path), headers, operation: storageOperation(request.method, path) };
    const response = await currentRequest.run(context, () => app.fetch(checked.request, { peerAddress: peer }));
    return path.startsWith('/storage/v1/object/sign/') ? asStorage(request, response) : asPostgrest(response);
  };
}

/** What a request is about, for the log: the method, and the table or function; never a name that is none of ours. */
const nameOf = (method: string, path: string) =>
  `${method} ${/^\/(?:rest\/v1(?:\/rpc)?\/[a-z_]{1,63}$|[a-z]+\/v1)/.exec(path)?.[0] ?? ''}`;

/** What a request does to the storage, as the hosted one names it for policies; '' for what is none of its uploads. */
function storageOperation(method: string, path: string): string {
  if (!path.startsWith('/storage/v1/object/')) return '';
  if (path.startsWith('/storage/v1/object/upload/sign/'))
    return method === 'PUT' ? 'storage.object.upload_signed' : 'storage.object.sign_upload_url';
  if (/^\/storage\/v1\/object\/(move|copy|sign|list)\b/.test(path)) return '';
  if (method === 'PUT') return 'storage.object.upload_update';
  return method === 'POST' ? 'storage.object.upload' : '';
}

/** How lite says that it could not read what it was asked, as if that were its own fault. */
const UNREADABLE = /"message":"(?:TypeError \[ERR_INVALID_ARG_TYPE\]|Error: [^"]* at position \d+)/;

/** lite answers a broken CHECK, and some of what it can't read, with 500 "SUP"; PostgREST with 400 and a code. */
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
 * lite names a signed address differently from the hosted storage, so that the client would not find it, and does not
 * make a download of what is asked for as one.
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
  // A token that is none is no fault of the server's.
  if (response.status === 500 && request.method === 'GET')
    return Response.json({ statusCode: '400', error: 'InvalidJWT', message: 'Invalid token' }, { status: 400 });
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const renamed = body.signedUrl ? { signedURL: body.signedUrl.replace(/^\/storage\/v1/, '') } : body;
  return new Response(JSON.stringify(renamed), { status: response.status, headers });
}
