import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formsWith } from '../setup/attacked-forms.ts';
import { startStack, submission, type Stack } from '../setup/stack.ts';

const SQL = [
  "'; drop table public.contact_submissions; --",
  "' or '1'='1",
  '"; delete from public.voice_leads; --',
  "x'); update public.contact_submissions set name = 'changed'; --",
  "' union select name, email from public.contact_submissions --",
  "'||(select string_agg(name, ',') from public.contact_submissions)||'",
  "\\'; select pg_sleep(20); --",
  '$$; select pg_sleep(20); $$ {{7*7}} ${7*7} %s %I %L',
  "1; copy (select 1) to program 'touch /tmp/evil'; --",
  'eq.1&select=*,or=(id.not.is.null)',
] as const;
/** The text of a row that nobody may read. */
const SECRET = 'nobody may read this';
const TABLES = [
  'contact_submissions', 'internship_applications', 'demo_bookings', 'notification_requests', 'voice_leads', 'voice_calls',
  'booking_answers', 'desk_requests', 'desk_calls', 'desk_notes', 'desk_log', 'meeting_knocks', 'meeting_outcomes',
]; // oxfmt-ignore

let stack: Stack;
const theirs = submission({ name: SECRET, subject: SECRET, message: SECRET });
beforeAll(async () => {
  stack = await startStack();
  await stack.visitor().from('contact_submissions').insert(theirs);
});
afterAll(() => stack.stop());

/** Everything that a statement could change: the data and the structure of the database. */
async function everything(): Promise<string> {
  const rows = await Promise.all(
    TABLES.map((table) => stack.database`select * from ${stack.database(table)} t order by t::text`),
  );
  const made = await Promise.all([
    stack.database`select table_schema, table_name, column_name, data_type from information_schema.columns where table_schema in ('public', 'private', 'storage') order by 1, 2, 3`,
    stack.database`select p.oid::regprocedure::text as name, md5(p.prosrc) as source from pg_proc p where pronamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`,
    stack.database`select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles order by 1`,
    stack.database`select grantee, table_name, privilege_type from information_schema.role_table_grants where grantee in ('anon', 'authenticated', 'PUBLIC') order by 1, 2, 3`,
    stack.database`select * from private.settings`,
    stack.database`select name, bucket_id from storage.objects order by 1`,
  ]);
  return JSON.stringify([rows, made]);
}

/** Sends a request with the public key. It must be rejected quickly, and reveal nothing. */
async function ask(
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const { apiUrl, publishableKey } = stack.backend;
  const response = await fetch(`${apiUrl}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...init.headers,
    },
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.clone().text();
  expect(response.status, `${path}: ${text}`).toBeGreaterThanOrEqual(400);
  expect(response.status, `${path}: ${text}`).toBeLessThan(500);
  expect(text, path).not.toContain(SECRET);
  return response;
}

/** What an injected text may not do, wherever it is sent. */
function attack(sql: string): void {
  it('is stored as it was typed, in every field of every form, and does nothing', async () => {
    const forms = formsWith(sql);
    for (const { table, row } of forms) {
      const { error } = await stack.visitor().from(table).insert(row);
      expect(error, table).toBeNull();
      const [stored] = await stack.database`select * from ${stack.database(table)} where id = ${String(row['id'])}`;
      for (const [column, value] of Object.entries(row))
        if (column !== 'starts_at') expect(stored?.[column], column).toBe(value);
    }
    const [known] =
      await stack.database`select name, subject from public.contact_submissions where id = ${String(theirs['id'])}`;
    expect(known).toEqual({ name: SECRET, subject: SECRET });
  });

  it('is rejected where no text is expected: as an id, address, time, number or column name', async () => {
    const before = await everything();
    for (const { table, row } of formsWith('x'))
      for (const changes of [
        { id: sql },
        { email: sql },
        { fill_ms: sql },
        { starts_at: sql },
        { [sql]: 'x' },
        { resume_size: sql },
        { created_at: sql },
      ])
        await ask(table, { method: 'POST', body: JSON.stringify({ ...row, ...changes }) });
    expect(await everything()).toBe(before);
  });

  it('reads and changes nothing as a filter, order, selection or table name', async () => {
    const before = await everything();
    const part = encodeURIComponent(sql);
    for (const table of TABLES) {
      for (const query of [
        `id=eq.${part}`,
        `name=eq.${part}`,
        `name=like.${part}`,
        `name=in.(${part})`,
        `or=(${part})`,
        `and=(name.eq.${part})`,
        `order=${part}`,
        `order=name.${part}`,
        `select=${part}`,
        `select=name:${part}`,
        `select=*&limit=${part}`,
        `offset=${part}`,
        `on_conflict=${part}`,
        `columns=${part}`,
        `${part}=eq.1`,
        `name=${part}`,
        `name=fts(${part}).x`,
        `select=name->>${part}`,
      ])
        // oxfmt-ignore
        await ask(`${table}?${query}`);
      await ask(`${table}?id=eq.${String(theirs['id'])}`, { method: 'PATCH', body: JSON.stringify({ name: sql }) });
      await ask(`${table}?name=eq.${part}`, { method: 'DELETE' });
    }
    await ask(part);
    await ask(`contact_submissions${part}`);
    for (const profile of ['private', 'storage', 'auth', 'pg_catalog', sql])
      await ask('settings', { headers: { 'accept-profile': profile, 'content-profile': profile } });
    expect(await everything()).toBe(before);
  });

  it('does nothing as a parameter of any database function', async () => {
    const before = await everything();
    const functions = await stack.database<{ name: string; parameters: string[] | null }[]>`
      select proname as name, proargnames as parameters from pg_proc where pronamespace = 'public'::regnamespace order by 1`;
    expect(functions.length).toBeGreaterThan(10);
    for (const { name, parameters } of functions)
      for (const value of [sql, randomUUID(), 5])
        await ask(`rpc/${name}`, {
          method: 'POST',
          body: JSON.stringify(Object.fromEntries((parameters ?? []).map((parameter) => [parameter, value]))),
        });
    await ask(`rpc/${encodeURIComponent(sql)}`, { method: 'POST', body: '{}' });
    for (const name of ['pg_sleep', 'pg_read_file', 'version', 'query_to_xml', 'dblink', 'lo_import', 'set_config'])
      await ask(`rpc/${name}`, {
        method: 'POST',
        body: JSON.stringify({ query: sql, seconds: 20, filename: '/etc/passwd' }),
      });
    expect(await everything()).toBe(before);
  });

  it('is not accepted by the functions as a table or an id', async () => {
    const { apiUrl, publishableKey: apikey } = stack.backend;
    const before = await everything();
    for (const [name, body] of [
      ['request-notification', { table: sql, id: theirs['id'] }],
      ['request-notification', { table: 'contact_submissions', id: sql }],
      ['contact-notification', { id: sql }],
    ] as const) {
      const response = await fetch(`${apiUrl}/functions/v1/${name}`, {
        method: 'POST',
        headers: { apikey },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
    }
    const unsubscribe = await fetch(`${apiUrl}/functions/v1/unsubscribe?token=${encodeURIComponent(sql)}`, {
      method: 'POST',
    });
    expect(unsubscribe.status).toBe(400);
    expect(await everything()).toBe(before);
  });
}

describe.each(SQL)('%s', attack);

it.each(['name=constructor.x', 'name=not.__proto__.x', 'name=toString.x'])(
  'the invalid filter %s is refused with a message, with either key',
  async (query) => {
    for (const apikey of [stack.backend.publishableKey, stack.secretKey])
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const response = await fetch(`${stack.backend.apiUrl}/rest/v1/voice_leads?${query}`, {
          method,
          headers: { apikey, 'content-type': 'application/json' },
          ...(method === 'PATCH' && { body: '{"name":"x"}' }),
        });
        expect(await response.json(), `${method} ${query}`).toMatchObject({
          message: expect.stringMatching(/\w+ \w+/) as string,
        });
        expect([400, 401], `${method} ${query}`).toContain(response.status);
      }
  },
);

it.each(['tx=rollback', 'return=minimal, tx=rollback', 'TX = rollback,handling=strict', 'tx=commit'])(
  'a request that prefers %s is stored, as in a hosted project, and no answer says that it was taken back',
  async (prefer) => {
    const { apiUrl, publishableKey: apikey } = stack.backend;
    const row = submission();
    const response = await fetch(`${apiUrl}/rest/v1/contact_submissions`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', prefer, 'x-forwarded-for': '10.9.9.9' },
      body: JSON.stringify(row),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('preference-applied') ?? '').not.toMatch(/tx/i);
    const id = String(row['id']);
    expect(await stack.database`select id from public.contact_submissions where id = ${id}`).toHaveLength(1);
    const read = await fetch(`${apiUrl}/rest/v1/contact_submissions?id=eq.${id}&select=id`, {
      headers: { apikey: stack.secretKey, prefer },
    });
    expect(await read.json()).toEqual([{ id }]);
    expect(read.headers.get('preference-applied') ?? '').not.toMatch(/tx/i);
  },
);

it('every table has row-level security, in case somebody is ever granted too much', async () => {
  const open = await stack.database`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and not relrowsecurity and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  expect(open).toEqual([]);
});
