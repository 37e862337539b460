import { rmSync } from 'node:fs';
import { serve } from '@hono/node-server';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrationVersions } from './deploy/database.ts';
import { functionNames } from './deploy/project.ts';
import { command } from '../../tests/setup/command.ts';
import { openManagementApi, type ManagementApi } from '../../tests/setup/management-api.ts';
import { openPlainPostgres, type PlainPostgres } from '../../tests/setup/plain-postgres.ts';
import { freePort, startStack, temporaryFolder, type Stack } from '../../tests/setup/stack.ts';

// Each command calls the Supabase CLI several times; the first call on a machine downloads it.
vi.setConfig({ testTimeout: 180_000 });
afterAll(() => vi.resetConfig());

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an empty PostgreSQL', () => {
  let server: PlainPostgres;
  beforeAll(async () => {
    server = await openPlainPostgres();
    const database = postgres(server.url, { max: 1 });
    // The default of older projects: everything created in the schema public is open to everyone.
    await database.unsafe('create role anon; create role authenticated; create role service_role bypassrls');
    for (const objects of ['tables', 'functions', 'sequences'])
      await database.unsafe(
        `alter default privileges in schema public grant all on ${objects} to anon, authenticated, service_role`,
      );
    await database.end();
  });
  afterAll(() => server.stop());

  it('is not changed without --prepare', { tags: ['exhaustive'] }, async () => {
    const { code, output } = await command(
      ['push', `--remote=${server.program.url}`, '--yes'],
      folder,
      server.program.env,
    );
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('add --prepare') as string });
    const database = postgres(server.url, { max: 1 });
    expect(await database`select nspname from pg_namespace where nspname in ('storage', 'private')`).toHaveLength(0);
    await database.end();
  });

  it(
    'gets the whole schema from one command, and the check then finds nothing wrong with it',
    { tags: ['exhaustive'] },
    async () => {
      const pushed = await command(
        ['push', `--remote=${server.program.url}`, '--prepare', '--yes'],
        folder,
        server.program.env,
      );
      expect(pushed).toMatchObject({ code: 0 });
      expect(pushed.output).toContain(`Apply ${migrationVersions().length} migrations`);
      const checked = await command(['check', `--remote=${await server.reader()}`], folder);
      expect(checked).toEqual({
        code: 0,
        output: expect.stringContaining(`ok     database: ${migrationVersions().length} migrations`) as string,
      });
    },
  );
});

/** The API of a stack, with what only hosted ones have: the settings of accounts. Sign-ups are off. */
async function hostedApi({ backend }: Stack) {
  const port = await freePort();
  const server = serve({
    port,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname === '/auth/v1/settings') return Response.json({ disable_signup: true });
      return fetch(`${backend.apiUrl}${pathname}${search}`, {
        headers: { apikey: request.headers.get('apikey') ?? '' },
      });
    },
  });
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe('a project', { tags: ['exhaustive'] }, () => {
  let stack: Stack;
  let api: ManagementApi;
  let hosted: Awaited<ReturnType<typeof hostedApi>>;
  let env: Record<string, string>;
  beforeAll(async () => {
    stack = await startStack();
    api = await openManagementApi(folder, stack.backend.database);
    hosted = await hostedApi(stack);
    env = {
      ...api.env,
      PUBLIC_SUPABASE_URL: hosted.url,
      PUBLIC_SUPABASE_KEY: stack.backend.publishableKey,
    };
  });
  afterAll(async () => {
    hosted.close();
    await api.close();
    await stack.stop();
  });
  const run = (...words: string[]) => command([...words, `--remote=${api.ref}`], folder, env);

  it('gets all functions from one command, and with its secrets passes the check', async () => {
    expect(await run('functions', '--yes')).toMatchObject({ code: 0 });
    expect([...api.functions.keys()].sort()).toEqual(functionNames().sort());
    for (const name of ['TEAM_EMAIL', 'MAIL_FROM', 'SMTP_URL', 'CALL_REPORT_SECRET', 'SITE_URL', 'ALLOWED_ORIGINS'])
      api.secrets.set(name, 'anything');
    expect(await run('check')).toMatchObject({ code: 0 });
  });

  it('with eight faults at once gets a finding for each, and is not changed', async () => {
    await stack.database`alter table public.voice_leads disable row level security`;
    await stack.database`grant select on public.contact_submissions to anon`;
    await stack.database`update storage.buckets set public = true`;
    api.functions.delete('call-report');
    const wantsJwt = api.functions.get('unsubscribe');
    if (wantsJwt) wantsJwt.verify_jwt = true;
    api.secrets.delete('MAIL_FROM');
    api.auth.jwt_exp = 3600;
    const before = await stack.database`select version from supabase_migrations.schema_migrations`;
    const { code, output } = await run('check');
    expect(code).toBe(2);
    for (const said of [
      'Row level security is off on public.voice_leads',
      'Extra permission, granted by no migration: anon may SELECT on public.contact_submissions.',
      'revoke SELECT on public.contact_submissions from anon;',
      'The bucket resumes is missing or not as expected: private',
      'The function call-report is missing.',
      'The function unsubscribe needs a JWT',
      'The secret MAIL_FROM is not set: mails have no sender.',
      'Access tokens live longer than 15 minutes',
      'Anyone with the public key can read the requests.',
    ])
      expect(output).toContain(said);
    expect(await stack.database`select version from supabase_migrations.schema_migrations`).toEqual(before);

    await stack.database`delete from supabase_migrations.schema_migrations where version = (
      select max(version) from supabase_migrations.schema_migrations)`;
    expect((await run('check')).output).toContain(`The migration ${migrationVersions().at(-1)} has not been applied.`);
  });

  it('says what to do when nobody is logged in', async () => {
    for (const word of ['check', 'push', 'functions'])
      expect(await command([word, `--remote=${api.ref}`], folder, { ...env, SUPABASE_ACCESS_TOKEN: '' })).toEqual({
        code: 1,
        output: expect.stringContaining('npm run supabase -- login') as string,
      });
  });
});

it(
  'says what to do without a project, with an invalid one, and with an unknown option',
  { tags: ['exhaustive'] },
  async () => {
    expect(await command(['check'], folder)).toEqual({
      code: 1,
      output: expect.stringContaining('put PUBLIC_SUPABASE_URL into .env') as string,
    });
    expect(await command(['push', '--remote=mine'], folder)).toEqual({
      code: 1,
      output: expect.stringContaining('"mine" is not a project reference') as string,
    });
    expect(await command(['--help'], folder)).toEqual({
      code: 1,
      output: expect.stringContaining('npm run backend -- erase <address>') as string,
    });
    expect(await command(['functions', '--remot=x'], folder)).toEqual({
      code: 1,
      output: expect.stringContaining("Unknown option '--remot'") as string,
    });
  },
);
