import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { App } from '@supabase/lite';
import { sql, type Kysely } from 'kysely';
import { projectFolder, type LocalKeys } from '../folder.ts';

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
  hideStorageNotice();
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

  const currentRequest = new AsyncLocalStorage<{ headers: Record<string, string>; operation: string }>();
  const applySessionContext = connection.applyJwtSessionContext.bind(connection);
  connection.applyJwtSessionContext = async (transaction, variables, storage) => {
    await applySessionContext(transaction, variables, storage);
    const request = currentRequest.getStore();
    if (!request) return;
    // Hosted sets these for every request; lite the headers only for /rpc, and the operation never.
    await sql`select set_config('request.headers', ${JSON.stringify(request.headers)}, true),
      set_config('storage.operation', ${request.operation}, true)`.execute(transaction);
  };

  hideTypedValues(() => currentRequest.getStore() !== undefined);

  return async (request, peer) => {
    const path = new URL(request.url).pathname;
    if (!/^\/(rest|auth|storage)\/v1(\/|$)/.test(path))
      return Response.json({ code: 'NOT_FOUND', message: `There is nothing at ${path}.` }, { status: 404 });
    const headers = Object.fromEntries(request.headers);
    headers['x-forwarded-for'] ??= peer;
    const refusal = refuseWithoutLength(request, path) ?? (await refuseIllFormedText(request));
    if (refusal) return refusal;
    const context = { headers, operation: storageOperation(request.method, path) };
    const response = await currentRequest.run(context, () => app.fetch(request, { peerAddress: peer }));
    return path.startsWith('/storage/v1/object/sign/') ? asStorage(request, response) : asPostgrest(response);
  };
}

/** What a request does to the storage, as the hosted one names it for policies; '' for what is none of its uploads. */
function storageOperation(method: string, path: string): string {
  if (!path.startsWith('/storage/v1/object/')) return '';
  if (path.startsWith('/storage/v1/object/upload/sign/'))
    return method === 'PUT' ? 'storage.object.upload_signed' : 'storage.object.sign_upload_url';
  if (/^\/storage\/v1\/object\/(move|copy|sign|list)\b/.test(path)) return '';
  if (method === 'PUT') return 'storage.object.upload_update';
  return method === 'POST' ? 'storage.object.upload' : '';
}

/** lite warns that its storage is an experiment, which tests/contract watch over; a newcomer could only worry. */
function hideStorageNotice(): void {
  const warn = console.warn.bind(console);
  console.warn = (...values: unknown[]) => {
    if (!String(values[0]).startsWith('EXPERIMENTAL FEATURES ENABLED: storage')) warn(...values);
  };
}

/**
 * lite prints every statement that the database refuses, with what the visitor typed. The caller gets the reason anyway,
 * so a refusal is not printed, and of anything else only the code and message.
 *
 * @param answering whether an API request is being answered right now
 */
function hideTypedValues(answering: () => boolean): void {
  const print = console.error.bind(console);
  console.error = (...values: unknown[]) => {
    const error = values[0] as { code?: unknown; message?: unknown } | null | undefined;
    if (!answering() || typeof error?.code !== 'string') return print(...values);
    const refused = /^(23|22|42501|PT4)/.test(error.code);
    if (!refused) print(`The database failed: ${error.code} ${String(error.message)}`);
  };
}

/** lite holds a file's limit against its announced length alone, and stores what announces none. */
function refuseWithoutLength(request: Request, path: string): Response | undefined {
  if (!/^\/storage\/v1\/object\/(?!list|sign|move|copy)/.test(path) || !['POST', 'PUT'].includes(request.method))
    return undefined;
  if (request.headers.has('content-length')) return undefined;
  const body = {
    statusCode: '411',
    error: 'Length required',
    message: 'Say with Content-Length how large the file is.',
  };
  return Response.json(body, { status: 411, headers: { 'access-control-allow-origin': '*' } });
}

/** PostgreSQL's text can hold neither NUL nor half a surrogate pair; PostgREST says so, lite alters the text or fails. */
async function refuseIllFormedText(request: Request): Promise<Response | undefined> {
  if (!request.headers.get('content-type')?.includes('application/json')) return undefined;
  const body = await request.clone().text();
  if (!body.includes('\\u')) return undefined;
  const found: string[] = [];
  try {
    JSON.parse(body, (_key, value: unknown) => {
      if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) found.push(value);
      return value;
    });
  } catch {
    return undefined;
  }
  if (found.length === 0) return undefined;
  return Response.json(
    {
      code: '22P05',
      message: 'unsupported Unicode escape sequence',
      details: 'Text may hold neither U+0000 nor half a surrogate pair.',
      hint: null,
    },
    { status: 400, headers: { 'access-control-allow-origin': '*' } },
  );
}

/** lite answers a broken CHECK with 500 "SUP"; PostgREST with 400 and SQLSTATE 23514. */
async function asPostgrest(response: Response): Promise<Response> {
  if (response.status !== 500) return response;
  const text = await response.text();
  const violated = /violates check constraint \\?"([^"\\]+)/.exec(text)?.[1];
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  if (!violated) return new Response(text, { status: 500, headers });
  const body = { code: '23514', message: `new row violates check constraint "${violated}"`, details: null, hint: null };
  return new Response(JSON.stringify(body), { status: 400, headers });
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
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const renamed = body.signedUrl ? { signedURL: body.signedUrl.replace(/^\/storage\/v1/, '') } : body;
  return new Response(JSON.stringify(renamed), { status: response.status, headers });
}
