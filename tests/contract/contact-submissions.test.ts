import { randomInt, randomUUID } from 'node:crypto';
import type { PostgrestError } from '@supabase/supabase-js';
import type { PostgresError } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fromAddress } from '../setup/network.ts';
import { startStack, submission, type Stack } from '../setup/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const insert = async (row: Record<string, unknown>, ip?: string) => {
  const { error, status } = await stack.visitor(ip).from('contact_submissions').insert(row);
  return { error, status };
};
/** Inserts a row as any program can, with headers of its own. */
const post = (row: Record<string, unknown>, headers: Record<string, string>) =>
  fetch(`${stack.backend.apiUrl}/rest/v1/contact_submissions`, {
    method: 'POST',
    headers: { apikey: stack.backend.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(row),
  });
const stored = async (id: unknown) => {
  const [row] = await stack.database`select * from public.contact_submissions where id = ${String(id)}`;
  return row;
};
const code = (error: PostgrestError | null) => error?.code;

describe('a visitor', () => {
  it('submits a request, which is stored as it was typed', async () => {
    const row = submission({ name: 'Zoë 🦊 O’Neil', message: 'Line 1\n\tLine 2 "quoted" \\ <b> 日本語' });
    expect(await insert(row)).toEqual({ error: null, status: 201 });
    expect(await stored(row['id'])).toMatchObject({ ...row, page: '', notified_at: null, claimed_at: null });
  });

  it.each(['created_at', 'notified_at', 'claimed_at', 'acknowledged_at'])('cannot write %s', async (column) => {
    const row = submission({ [column]: '2020-01-01T00:00:00Z' });
    expect(code((await insert(row)).error)).toBe('42501');
    expect(await stored(row['id'])).toBeUndefined();
  });

  it('cannot read, change or delete', async () => {
    const row = submission();
    await insert(row);
    const table = stack.visitor().from('contact_submissions');
    const read = await table.select('*');
    expect([read.data, code(read.error)]).toEqual([null, '42501']);
    expect(code((await table.update({ name: 'Eve' }).eq('id', String(row['id']))).error)).toBe('42501');
    expect(code((await table.delete().eq('id', String(row['id']))).error)).toBe('42501');
    expect(await stored(row['id'])).toMatchObject({ name: 'Ada Example' });
  });

  it('cannot call the functions that mark requests as notified', async () => {
    const row = submission();
    await insert(row);
    for (const name of ['claim', 'finish', 'release']) {
      const { error } = await stack
        .visitor()
        .rpc(`${name}_team_notification`, { request_table: 'contact_submissions', request_id: row['id'] });
      expect(error?.code, name).toMatch(/42501|42883|PGRST202/);
    }
    expect(await stored(row['id'])).toMatchObject({ notified_at: null, claimed_at: null });
  });

  it('is rejected without a key and with a forged one', async () => {
    for (const apikey of [undefined, 'sb_publishable_forged', 'sb_secret_forged']) {
      const response = await fetch(`${stack.backend.apiUrl}/rest/v1/contact_submissions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(apikey ? { apikey } : {}) },
        body: JSON.stringify(submission()),
      });
      expect(response.status).toBe(401);
    }
  });

  it('has no access to the private schema', async () => {
    const { error } = await stack.visitor().schema('private').from('settings').select('*');
    expect(error).not.toBeNull();
    const [{ allowed } = {}] = await stack.database`
      select bool_or(has_table_privilege('anon', c.oid, 'select, insert, update, delete')) as allowed
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'private' and c.relkind = 'r'`;
    expect(allowed).toBe(false);
  });
});

describe('limits of each field, in code points', () => {
  const LONGEST = {
    name: 100,
    subject: 150,
    message: 5400,
    source: 60,
    page: 300,
    referrer_host: 253,
    utm_source: 150,
    utm_medium: 150,
    utm_campaign: 150,
    utm_term: 150,
    utm_content: 150,
  };
  it.each(Object.entries(LONGEST))('%s holds %i, not one more', async (field, length) => {
    const longest = submission({ [field]: '🦊'.repeat(length) });
    expect(await insert(longest)).toEqual({ error: null, status: 201 });
    expect((await stored(longest['id']))?.[field]).toBe('🦊'.repeat(length));

    const { error, status } = await insert(submission({ [field]: '🦊'.repeat(length + 1) }));
    expect([code(error), status]).toEqual(['23514', 400]);
    expect(error?.message).toContain(field);
  });

  it('email holds 254, not one more', async () => {
    const address = (length: number) => `${'a'.repeat(length - 12)}@example.com`;
    expect((await insert(submission({ email: address(254) }))).status).toBe(201);
    expect(code((await insert(submission({ email: address(255) }))).error)).toBe('23514');
  });

  it.each(['plain', 'a@', '@b.c', 'a b@example.com', 'a@b..c', 'a@-b.c', 'a@example.com\n', 'ä@example.com', ''])(
    'email rejects %j',
    async (email) => {
      const { error } = await insert(submission({ email }));
      expect([code(error), error?.message]).toEqual(['23514', expect.stringContaining('email')]);
    },
  );

  it.each(["o'neil+x@example.com", 'a@localhost', 'A.B@sub.example-site.org'])('email accepts %j', async (email) => {
    expect((await insert(submission({ email }))).status).toBe(201);
  });

  it.each(['name', 'subject'])('%s rejects what is blank to JavaScript', async (field) => {
    for (const blank of ['', ' ', '\t\n', '\u00a0\u2003\u3000\ufeff'])
      expect(code((await insert(submission({ [field]: blank }))).error)).toBe('23514');
  });

  it('rejects NUL and half a surrogate pair instead of altering them', async () => {
    for (const name of ['a\0b', 'a\ud800b', '\udc00']) {
      const row = submission({ name });
      expect((await insert(row)).status).toBe(400);
      expect(await stored(row['id'])).toBeUndefined();
    }
  });

  it.each([
    ['half a surrogate pair, whatever the case of its type', 'application/JSON', '\\ud800'],
    ['bytes that are not UTF-8', 'application/json', '\xff'],
  ])('rejects %s', async (_what, type, name) => {
    const row = submission({ name: 'NAME' });
    const response = await fetch(`${stack.backend.apiUrl}/rest/v1/contact_submissions`, {
      method: 'POST',
      headers: { apikey: stack.backend.publishableKey, 'content-type': type },
      body: Buffer.from(JSON.stringify(row).replace('NAME', name), 'latin1'),
    });
    expect(response.status).toBe(400);
    expect(await stored(row['id'])).toBeUndefined();
  });

  it.each(['id', 'name', 'email', 'subject', 'message', 'source', 'fill_ms'])('%s is required', async (field) => {
    const rest = Object.entries(submission()).filter(([name]) => name !== field);
    expect((await insert(Object.fromEntries(rest))).status).toBe(400);
  });
});

describe('the id', () => {
  it('stores a request once, however often it is sent', async () => {
    const row = submission();
    expect((await insert(row)).status).toBe(201);
    const again = await insert(row);
    expect([again.status, code(again.error)]).toEqual([409, '23505']);
  });

  it('that is stored changes nothing, whatever else is sent, and counts as received', async () => {
    const row = submission();
    await insert(row);
    const before = await stored(row['id']);
    for (const changes of [
      { name: 'Eve' },
      { email: 'nobody' },
      { website: 'x' },
      { fill_ms: 3 },
      { message: undefined },
    ]) {
      const again = await insert({ ...row, ...changes });
      expect([again.status, code(again.error)]).toEqual([409, '23505']);
    }
    expect(await stored(row['id'])).toEqual(before);
  });

  it('stores it once when it is sent ten times at once', async () => {
    const row = submission();
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => insert(row)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });
});

describe('several rows at once', () => {
  /** Inserts as a visitor, past the local API, which refuses them too. Resolves with the database's message. */
  const insertAll = (rows: readonly Record<string, unknown>[], ip = '203.0.113.66') =>
    stack.database
      .begin(async (visitor) => {
        const headers = JSON.stringify({ 'cf-connecting-ip': ip });
        await visitor`select set_config('role', 'anon', true), set_config('request.headers', ${headers}, true)`;
        await visitor`insert into public.contact_submissions ${visitor(rows)}`;
      })
      .catch((error: unknown) => {
        const { code, message, hint } = error as PostgresError;
        return { code, message, hint };
      });
  const known = submission();
  it.each<[string, (email: string) => Record<string, unknown>[]]>([
    ['two requests', (email) => [submission({ email }), submission({ email })]],
    [
      'an address that sent lately, and another',
      (email) => [submission({ email: known['email'] }), submission({ email })],
    ],
    ['more than the limit allows', (email) => Array.from({ length: 25 }, () => submission({ email }))],
  ])('are refused, whoever they name: %s', async (_what, rows) => {
    await insert(known);
    const sent = rows(`several.${randomUUID()}@example.com`);
    expect(await insertAll(sent)).toMatchObject({ code: 'PT429', hint: 'At most 20 in 00:10:00, one row each.' });
    for (const { id } of sent) expect(await stored(id)).toBeUndefined();
  });

  it('tell nothing about an address, whatever is wrong with one of them', { tags: ['exhaustive'] }, async () => {
    const often = `often.${randomUUID()}@example.com`;
    for (let time = 0; time < 20; time++) await insert(submission({ email: often }));
    for (const changes of [{ website: 'x' }, { fill_ms: 3 }, { name: '' }]) {
      const ask = async (email: string) => {
        const row = () => submission({ email, website: '' });
        return insertAll([row(), row(), row(), row(), { ...row(), ...changes }]);
      };
      const answer = await ask(often);
      expect(answer).toMatchObject({ code: 'PT429' });
      expect(answer).toEqual(await ask(`never.${randomUUID()}@example.com`));
    }
  });

  it('get the same answer whether or not their network has reached its limit', { tags: ['exhaustive'] }, async () => {
    const [full, unused] = ['203.0.113.67', '203.0.113.68'];
    for (let time = 0; time < 20; time++) await insert(submission(), full);
    const ask = (ip: string) => insertAll([submission(), submission()], ip);
    expect(await ask(full)).toMatchObject({ code: 'PT429' });
    expect(await ask(full)).toEqual(await ask(unused));
  });
});

describe('bots', () => {
  it('are rejected when they fill the hidden field', async () => {
    const { error, status } = await insert(submission({ website: 'https://spam.example' }));
    expect([status, error?.message]).toEqual([400, expect.stringContaining('website')]);
  });

  it('are rejected when they are faster than 1.5 s', async () => {
    const { error, status } = await insert(submission({ fill_ms: 1499 }));
    expect([status, error?.message]).toEqual([400, expect.stringContaining('fill_ms')]);
    expect((await insert(submission({ fill_ms: 1500 }))).status).toBe(201);
  });
});

describe('the limits', () => {
  beforeEach(() => stack.database`delete from private.request_log`);

  it('allow 20 requests per IP in ten minutes, and no more', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async () => (await insert(submission(), '203.0.113.9')).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await insert(submission(), '203.0.113.10')).status).toBe(201);
    // Ten minutes later, by moving the log into the past.
    await stack.database`update private.request_log set at = at - interval '10 minutes'`;
    expect((await insert(submission(), '203.0.113.9')).status).toBe(201);
  });

  it('never refuse a request for the address in it, however many others named it', async () => {
    const email = `limit.${randomUUID()}@example.com`;
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await insert(submission({ email }))).status),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it('allow an IPv6 /64 20 requests, a /56 40 and a /48 100', async () => {
    const stored = async (network: string, times: number) => {
      const statuses = await Promise.all(
        Array.from(
          { length: times },
          async (_, host) => (await insert(submission(), `${network}::${(host + 1).toString(16)}`)).status,
        ),
      );
      expect(statuses.filter((status) => status !== 201 && status !== 429)).toEqual([]);
      return statuses.filter((status) => status === 201).length;
    };
    expect(await stored('2001:db8:1:0', 21)).toBe(20);
    expect(await stored('2001:db8:1:ff', 21)).toBe(20);
    expect(await stored('2001:db8:1:7', 1)).toBe(0);
    expect(await stored('2001:db8:1:100', 20)).toBe(20);
    expect(await stored('2001:db8:1:101', 20)).toBe(20);
    expect(await stored('2001:db8:1:ff00', 21)).toBe(20);
    expect(await stored('2001:db8:1:fe00', 1)).toBe(0);
    expect(await stored('2001:db8:2:0', 1)).toBe(1);
    // The same address in both notations.
    expect(await stored('2001:db8:3:0', 1)).toBe(1);
    const mapped = await Promise.all(
      Array.from(
        { length: 21 },
        async (_, n) => (await insert(submission(), n % 2 ? '203.0.113.60' : '::ffff:203.0.113.60')).status,
      ),
    );
    expect(mapped.filter((status) => status === 201)).toHaveLength(20);
    expect((await insert(submission(), '::ffff:203.0.113.61')).status).toBe(201);
  });

  it('allow 20 requests without a network in all', async () => {
    const statuses = [];
    for (let time = 0; time < 24; time++)
      statuses.push((await insert(submission(), ['', 'nowhere', '999.1.1.1', ','][time % 4])).status);
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429, 429, 429, 429]);
    expect((await insert(submission(), '203.0.113.62')).status).toBe(201);
  });

  it.each<[string, (time: number) => Record<string, string>]>([
    ['an empty cf-connecting-ip', () => ({ 'cf-connecting-ip': '' })],
    ['another cf-connecting-ip each time', (time) => ({ 'cf-connecting-ip': `198.51.100.${time}` })],
    ['an x-forwarded-for that begins with nothing', () => ({ 'x-forwarded-for': ', 127.0.0.1' })],
    ['another x-forwarded-for each time', (time) => ({ 'x-forwarded-for': `198.51.100.${time}` })],
    ['another x-real-ip each time', (time) => ({ 'x-real-ip': `198.51.100.${time}` })],
    ['a guessed key', (time) => fromAddress('guessed', `198.51.100.${time}`)],
  ])('cannot be evaded with %s', async (_what, headers) => {
    const statuses = await Promise.all(
      Array.from({ length: 26 }, async (_, time) => (await post(submission(), headers(time))).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  });

  it('trust the header that the settings name, and of several addresses the one that was added last', async () => {
    await stack.database`update private.settings set network_header = 'X-Forwarded-For'`;
    onTestFinished(async () => {
      await stack.database`update private.settings set network_header = default`;
    });
    const send = async (from: string) => (await post(submission(), { 'x-forwarded-for': from })).status;
    for (let time = 0; time < 20; time++) expect(await send(`198.51.100.${time}, 203.0.113.63`)).toBe(201);
    expect(await send('198.51.100.99,203.0.113.63 ')).toBe(429);
    expect(await send('203.0.113.63, 198.51.100.99')).toBe(201);
  });

  it('answer a bad row alike, whether or not they are reached', { tags: ['exhaustive'] }, async () => {
    const full = '203.0.113.64';
    for (let time = 0; time < 20; time++) expect((await insert(submission(), full)).status).toBe(201);
    expect((await insert(submission(), full)).status).toBe(429);
    for (const changes of [
      { website: 'x' },
      { fill_ms: 3 },
      { email: 'nobody' },
      { name: '' },
      { subject: undefined },
    ]) {
      const answer = await insert(submission(changes), full);
      expect(answer.status).toBe(400);
      expect(answer).toEqual(await insert(submission(changes)));
    }
  });

  it('refuse a request before it takes any space', async () => {
    const full = '203.0.113.65';
    for (let time = 0; time < 20; time++) expect((await insert(submission(), full)).status).toBe(201);
    const size = async () =>
      (await stack.database`select pg_total_relation_size('public.contact_submissions') as bytes`)[0]?.[
        'bytes'
      ] as string;
    // PostgreSQL would store it in a table of its own, and could not compress it.
    const message = Array.from({ length: 5400 }, () => String.fromCodePoint(0x20000 + randomInt(0xa000))).join('');
    const before = await size();
    for (let time = 0; time < 20; time++) expect((await insert(submission({ message }), full)).status).toBe(429);
    expect(await size()).toBe(before);
  });

  it('answer 409 for a stored id, even beyond the limit', { tags: ['exhaustive'] }, async () => {
    const first = submission();
    await insert(first, '203.0.113.20');
    for (let time = 0; time < 19; time++) await insert(submission(), '203.0.113.20');
    expect((await insert(submission(), '203.0.113.20')).status).toBe(429);
    expect((await insert(first, '203.0.113.20')).status).toBe(409);
  });

  it('are configurable', async () => {
    await stack.database`update private.settings set requests_per_ip = 2`;
    const statuses = [];
    for (let time = 0; time < 3; time++) statuses.push((await insert(submission(), '203.0.113.30')).status);
    await stack.database`update private.settings set requests_per_ip = 20`;
    expect(statuses).toEqual([201, 201, 429]);
  });

  it('do not count rejected requests', { tags: ['exhaustive'] }, async () => {
    for (let time = 0; time < 25; time++)
      expect((await insert(submission({ email: 'wrong' }), '203.0.113.40')).status).toBe(400);
    expect((await insert(submission(), '203.0.113.40')).status).toBe(201);
  });

  it('forget what is older than their window, even when many requests arrive at once, or none', async () => {
    const logOld = () => stack.database`insert into private.request_log (at, network_hash)
      select now() - interval '11 minutes', sha256(n::text::bytea) from generate_series(1, 5000) n`;
    const old = async () =>
      (await stack.database`select 1 from private.request_log where at < now() - interval '10 minutes'`).length;
    await logOld();
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await insert(submission())).status));
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await old()).toBe(0);
    // The sweep calls this every minute.
    await logOld();
    await stack.database`select public.prepare_sweep()`;
    expect(await old()).toBe(0);
  });

  it('store no address in plain text', async () => {
    await insert(submission({ email: 'clear.text@example.com' }), '203.0.113.50');
    // Reads the bytes as text, in case they are.
    const [{ log } = {}] = await stack.database`
      select string_agg(l::text || encode(network_hash, 'escape'), ' ') as log from private.request_log l`;
    expect(log).toMatch(/\\x[0-9a-f]{64}/);
    expect(log).not.toMatch(/203\.0\.113|clear\.text/);
  });
});
