import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDatabase, readFacts } from './deploy/database.ts';
import type { Fact } from './deploy/facts.ts';
import { prepare, referenceFacts } from './deploy/reference.ts';
import { EXPOSURES } from '../../tests/setup/exposures.ts';
import { openPlainPostgres, type PlainPostgres } from '../../tests/setup/plain-postgres.ts';
import { temporaryFolder } from '../../tests/setup/stack.ts';

let server: PlainPostgres;
let database: Sql;
let reference: Fact[];

const check = () =>
  checkDatabase(
    (statement) => database.unsafe(statement),
    () => Promise.resolve(reference),
  );

beforeAll(async () => {
  server = await openPlainPostgres();
  const baseline = await prepare(server.url, temporaryFolder());
  await baseline.migrate();
  await baseline.connection.close();
  database = postgres(server.url, { max: 1, onnotice: () => undefined });
  reference = await referenceFacts(false);
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

/** Manual changes to the database, and the finding for each. */
const BROKEN: readonly [broken: string, statement: string, wrong: RegExp][] = [
  [
    'row level security is off',
    'alter table public.contact_submissions disable row level security',
    /security is off on public\.contact_submissions/,
  ],
  [
    'visitors can read',
    'grant select on public.voice_leads to anon',
    /^Extra permission, granted by no migration: anon may SELECT on public\.voice_leads/,
  ],
  [
    'visitors can write an internal column',
    'grant insert (notified_at) on public.demo_bookings to authenticated',
    /authenticated may INSERT \(notified_at\) on public\.demo_bookings/,
  ],
  [
    'everyone can call a function',
    'grant execute on function public.erase_address(text) to public',
    /public may EXECUTE on function public\.erase_address/,
  ],
  [
    'everyone can use the private schema',
    'grant usage on schema private to public',
    /public may USAGE on schema private/,
  ],
  [
    'visitors cannot send a form',
    'revoke insert on public.contact_submissions from anon',
    /^Missing permission: anon may INSERT \(email\) on public\.contact_submissions/,
  ],
  [
    'the functions cannot read',
    'revoke select on public.voice_calls from service_role',
    /Missing permission: service_role may SELECT on public\.voice_calls/,
  ],
  [
    'the bucket is public',
    "update storage.buckets set public = true where id = 'resumes'",
    /The bucket resumes is missing or not as expected: private, at most 5242880 bytes/,
  ],
  ['the bucket is gone', "delete from storage.buckets where id = 'resumes'", /The bucket resumes is missing/],
  [
    'a policy opens a table',
    'create policy "All" on public.demo_bookings for select to anon using (true)',
    /Extra policy, created by no migration: "All" on public\.demo_bookings/,
  ],
  [
    'a policy is gone',
    'drop policy "One resume for each application" on storage.objects',
    /The policy "One resume for each application" on storage\.objects is missing/,
  ],
  [
    'the limits are switched off',
    'alter table public.contact_submissions disable trigger guard_request',
    /The trigger guard_request on public\.contact_submissions is disabled/,
  ],
  [
    'the limits are gone',
    'drop trigger guard_request on public.voice_leads',
    /The trigger guard_request on public\.voice_leads is missing/,
  ],
  [
    'a constraint is gone',
    'alter table public.contact_submissions drop constraint request_template_email_check',
    /The constraint request_template_email_check on public\.contact_submissions is missing/,
  ],
  [
    'an index is gone',
    'drop index public.contact_submissions_created_at',
    /The index contact_submissions_created_at is missing/,
  ],
  [
    'a function was changed',
    "create or replace function public.retry_dead_letters() returns integer language sql as 'select 0'",
    /The function public\.retry_dead_letters\(\) is missing or was changed/,
  ],
  [
    'a policy opens the buckets',
    'create policy "All" on storage.buckets for select to anon using (true)',
    /Extra policy, created by no migration: "All" on storage\.buckets/,
  ],
  [
    'the buckets have no policies',
    'alter table storage.buckets disable row level security',
    /security is off on storage\.buckets/,
  ],
  [
    'a checked resume can be replaced',
    'drop trigger keep_checked_resume on storage.objects',
    /The trigger keep_checked_resume on storage\.objects is missing/,
  ],
  [
    'a second factor can be guessed',
    'alter table auth.mfa_challenges disable trigger count_challenge',
    /The trigger count_challenge on auth\.mfa_challenges is missing or different/,
  ],
  [
    'a trigger copies rows',
    'create trigger copy after insert on public.voice_leads for each row execute function suppress_redundant_updates_trigger()',
    /Extra trigger, created by no migration: copy on public\.voice_leads/,
  ],
  [
    'a rule copies rows',
    'create rule copy as on insert to public.voice_leads do also notify leads',
    /Extra rule, created by no migration: copy on public\.voice_leads/,
  ],
];

describe('check', () => {
  it('finds nothing in a migrated database, and reads the same facts from two of them', async () => {
    expect(await check()).toEqual([]);
    expect(await readFacts((statement) => database.unsafe(statement), true)).toEqual(reference);
  });

  async function isFound(_broken: string, statement: string, wrong: RegExp): Promise<void> {
    await database.unsafe(statement);
    const findings = await check();
    expect(findings.map((finding) => finding.wrong)).toEqual(expect.arrayContaining([expect.stringMatching(wrong)]));
    for (const { fix } of findings) await database.unsafe(fix);
    expect(await check()).toEqual([]);
  }
  // All are found in one way: by comparing facts. The gate tries permissions, the bucket, and what no migration creates.
  const IN_GATE = [...BROKEN.slice(0, 8), ...EXPOSURES.slice(0, 3)];
  const FURTHER = [...BROKEN, ...EXPOSURES].filter((one) => !IN_GATE.includes(one));
  it.each(IN_GATE)('says that %s, and gives statements that fix it', isFound);
  it.each(FURTHER)('says that %s, and gives statements that fix it', { tags: ['exhaustive'] }, isFound);

  it('finds nothing in what Supabase sets up by itself, or what is subject to the policies of its tables', async () => {
    await database.unsafe(`
      begin;
      create role authenticator noinherit login;
      grant anon, authenticated, service_role to authenticator;
      alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
      create schema graphql;
      grant usage on schema graphql to anon;
      create role supabase_admin;
      create table graphql.seq (id int);
      alter table graphql.seq owner to supabase_admin;
      grant select on graphql.seq to anon;
      create function storage.add_prefixes() returns void security definer language sql as '';
      alter function storage.add_prefixes() owner to supabase_admin;
      create publication supabase_realtime;
      create function public.rls_auto_enable() returns event_trigger security definer language plpgsql as 'begin end';
      create view public.own_rows with (security_invoker) as select * from public.voice_leads`);
    expect(await check()).toEqual([]);
    await database.unsafe('rollback');
  });

  it('names a migration that was not applied, and one that this clone does not have', async () => {
    const [last] = await database<{ version: string }[]>`
      delete from supabase_migrations.schema_migrations
      where version = (select max(version) from supabase_migrations.schema_migrations) returning version`;
    await database`insert into supabase_migrations.schema_migrations (version) values ('20990101000000')`;
    expect(await check()).toEqual([
      { wrong: `The migration ${last?.version} has not been applied.`, fix: 'npm run backend -- push' },
      {
        wrong: 'The database has the migration 20990101000000, which is not in supabase/migrations.',
        fix: expect.stringContaining('git pull') as string,
      },
    ]);
    await database`update supabase_migrations.schema_migrations set version = ${last?.version ?? ''} where version = '20990101000000'`;
  });

  it('names a missing table and a missing column, once each, and says where they were created', async () => {
    await database.unsafe(
      'begin; alter table public.voice_leads rename to elsewhere; alter table public.demo_bookings rename note to remark',
    );
    const findings = await check();
    await database.unsafe('rollback');
    const gone = findings.filter(({ fix }) => fix.includes('supabase/migrations')).map(({ wrong }) => wrong);
    expect(gone).toEqual([
      "The column public.demo_bookings.note is missing or not as expected: text not null default ''::text.",
      'The table public.voice_leads is missing.',
    ]);
  });

  it('says that visitors share one limit when their requests arrive without an address', async () => {
    await database`insert into private.request_log (network_hash) values (sha256('10.0.0.1'))`;
    expect(await check()).toEqual([]);
    await database`insert into private.request_log (network_hash) values ('')`;
    expect(await check()).toEqual([
      {
        wrong: expect.stringContaining('all visitors share the limit of one network') as string,
        fix: expect.stringContaining('set network_header') as string,
      },
    ]);
    await database`delete from private.request_log`;
  });

  const SHARED = {
    wrong: expect.stringContaining('all visitors share the limit of one network') as string,
    fix: expect.stringContaining('set network_header') as string,
  };

  /** Stores a request as a visitor, with these headers. */
  const send = (headers: Record<string, string>) =>
    database.begin(async (sql) => {
      await sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
      await sql`set local role anon`;
      await sql`
        insert into public.contact_submissions (id, name, email, subject, message, source, fill_ms)
        values (gen_random_uuid(), 'Ada', 'ada@example.com', 'Hello', 'Hello', 'test', 5000)`;
    });

  it('still says so when the log of requests is empty, until a request arrives with an address', async () => {
    await send({ 'cf-connecting-ip': '10.0.0.1' });
    expect(await check()).toEqual([]);
    await send({});
    await database`delete from private.request_log`;
    expect(await check()).toEqual([SHARED]);
    await send({ 'cf-connecting-ip': '10.0.0.1' });
    expect(await check()).toEqual([]);
    await database`delete from private.request_log`;
    await database`delete from public.contact_submissions`;
  });

  it('a request notes its network without waiting for another that does', async () => {
    const other = postgres(server.url, { max: 1, onnotice: () => undefined });
    await other.begin(async (sql) => {
      await sql`select 1 from private.observed for update`;
      await database`set lock_timeout = '1s'`;
      await send({});
      await database`reset lock_timeout`;
    });
    await other.end();
    await database`delete from private.request_log`;
    await database`delete from public.contact_submissions`;
  });

  it('says that request-sweep no longer runs, even though it is scheduled', async () => {
    await database.unsafe(`
      create schema cron; create table cron.job (jobname text, active boolean); insert into cron.job values ('request-sweep', true)`);
    const stopped = {
      wrong: expect.stringContaining('scheduled but has not run for ten minutes') as string,
      fix: expect.stringContaining('net._http_response') as string,
    };
    expect(await check()).toEqual([stopped]);
    await database`select public.due_team_notifications(1)`;
    expect(await check()).toEqual([]);
    await database`update private.observed set swept_at = swept_at - interval '11 minutes'`;
    expect(await check()).toEqual([stopped]);
    await database`update cron.job set active = false`;
    expect(await check()).toMatchObject([{ wrong: expect.stringContaining('Nothing calls request-sweep') as string }]);
    await database.unsafe('drop schema cron cascade');
  });

  it('finds nothing wrong where only the verifying function can store', { tags: ['exhaustive'] }, async () => {
    await database`select private.require_verification(true)`;
    const verified = await referenceFacts(true);
    const query = (statement: string) => database.unsafe(statement);
    expect(await checkDatabase(query, (required) => Promise.resolve(required ? verified : reference))).toEqual([]);
    await database`select private.require_verification(false)`;
  });
});

it('an extra grant to service_role, whose key has access to everything, is not a finding', async () => {
  await database`grant truncate on public.voice_leads to service_role`;
  expect(await check()).toEqual([]);
  await database`revoke truncate on public.voice_leads from service_role`;
});
