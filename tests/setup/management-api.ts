import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import getPort from 'get-port';
import postgres from 'postgres';
import type { AuthSettings } from '../../tools/backend/deploy/auth-settings.ts';
import type { DatabaseOptions } from '../../tools/local/postgres/cluster.ts';

/** An uploaded function. */
export interface UploadedFunction {
  slug: string;
  verify_jwt: boolean;
  /** The path of its entry point, among `files`. */
  entrypoint_path: string;
  /** The path of its deno.json, among `files`. */
  import_map_path: string;
  /** By path, from the project's folder. */
  files: Map<string, Uint8Array>;
}

/** Supabase's Management API for one project, on loopback: it stores what the Supabase CLI deploys, and reports it. */
export interface ManagementApi {
  /** The environment for the CLI. */
  env: Record<string, string>;
  ref: string;
  functions: Map<string, UploadedFunction>;
  secrets: Map<string, string>;
  /** The settings of sign-in; at first as the desk needs them. */
  auth: AuthSettings;
  close(): Promise<void>;
}

const REF = 'abcdefghijklmnopqrst';

/** The settings of sign-in as the desk needs them. */
export const DESK_SETTINGS: Readonly<Required<AuthSettings>> = {
  disable_signup: true,
  jwt_exp: 900,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  mfa_phone_enroll_enabled: false,
  password_min_length: 12,
  mailer_otp_length: 10,
};

/** Whoever has it can run SQL as a superuser. */
const TOKEN = `sbp_${randomBytes(20).toString('hex')}`;

/**
 * @param folder for the profile that points the CLI here
 * @param options of the project's database
 */
export async function openManagementApi(folder: string, options: DatabaseOptions): Promise<ManagementApi> {
  const functions = new Map<string, UploadedFunction>();
  const secrets = new Map<string, string>();
  const auth = { ...DESK_SETTINGS };
  const database = postgres({ ...options, max: 1 });
  const base = `/v1/projects/${REF}`;
  const about = {
    id: REF,
    ref: REF,
    name: 'site',
    region: 'eu',
    status: 'ACTIVE_HEALTHY',
    created_at: '2027-01-01T00:00:00Z',
  };
  const listed = () =>
    [...functions.values()].map(({ slug, verify_jwt, entrypoint_path }) => ({
      ...{ id: slug, slug, name: slug, status: 'ACTIVE', version: 1, created_at: 1, updated_at: 1 },
      ...{ verify_jwt, import_map: true, entrypoint_path },
    }));

  async function upload(slug: string, request: Request): Promise<Response> {
    const form = await request.formData();
    const metadata = form.get('metadata');
    const { verify_jwt, entrypoint_path, import_map_path } = JSON.parse(
      typeof metadata === 'string' ? metadata : await (metadata as Blob).text(),
    ) as UploadedFunction;
    const files = new Map<string, Uint8Array>();
    for (const file of form.getAll('file') as File[]) files.set(file.name, await file.bytes());
    functions.set(slug, { slug, verify_jwt, entrypoint_path, import_map_path, files });
    return Response.json(
      listed().find((one) => one.slug === slug),
      { status: 201 },
    );
  }

  async function query(request: Request): Promise<Response> {
    const { query: statement, read_only } = (await request.json()) as { query: string; read_only?: boolean };
    try {
      const rows = await database.begin(read_only ? 'read only' : 'read write', (open) => open.unsafe(statement));
      return Response.json(rows, { status: 201 });
    } catch (error) {
      return Response.json({ message: `Failed to run sql query: ${(error as Error).message}` }, { status: 400 });
    }
  }

  const routes: Record<string, (request: Request, address: URL) => Promise<Response> | Response> = {
    [`GET ${base}`]: () => Response.json(about),
    [`GET ${base}/config/auth`]: () => Response.json(auth),
    [`GET ${base}/functions`]: () => Response.json(listed()),
    [`PUT ${base}/functions`]: () => Response.json({ functions: listed() }),
    [`POST ${base}/functions/deploy`]: (request, { searchParams }) => upload(searchParams.get('slug') ?? '', request),
    [`GET ${base}/secrets`]: () => Response.json([...secrets.keys()].map((name) => ({ name, value: 'a digest' }))),
    [`POST ${base}/secrets`]: async (request) => {
      for (const { name, value } of (await request.json()) as { name: string; value: string }[])
        secrets.set(name, value);
      return new Response(null, { status: 201 });
    },
    [`POST ${base}/database/query`]: query,
  };
  const port = await getPort();
  const server = serve({
    port,
    hostname: '127.0.0.1',
    fetch(request) {
      if (request.headers.get('authorization') !== `Bearer ${TOKEN}`)
        return Response.json({ message: 'Unauthorized' }, { status: 401 });
      const address = new URL(request.url);
      const answer = routes[`${request.method} ${address.pathname}`];
      return answer?.(request, address) ?? Response.json({ message: 'There is no such route.' }, { status: 404 });
    },
  });
  const profile = join(folder, 'profile.yaml');
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(profile, `name: loopback\napi_url: ${url}\ndashboard_url: ${url}\nproject_host: 127.0.0.1\n`);
  return {
    env: { SUPABASE_PROFILE: profile, SUPABASE_ACCESS_TOKEN: TOKEN },
    ref: REF,
    functions,
    secrets,
    auth,
    async close() {
      await database.end({ timeout: 1 });
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
