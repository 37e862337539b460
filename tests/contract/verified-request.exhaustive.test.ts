import { randomUUID } from 'node:crypto';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHandler } from '../../functions/verified-request/handler.ts';
import type { RequestTable } from '../../src/backend/verified-request.ts';
import { serveTurnstile, type StandIn } from '../../tools/local/turnstile/server.ts';
import { TEST_SECRETS, TOKEN_LIFE_MS } from '../../tools/local/turnstile/tokens.ts';
import { functionParts } from '../setup/function-parts.ts';
import { anyAddress, fromAddress } from '../setup/network.ts';
import {
  announced,
  application,
  booking,
  lead,
  notificationRequest,
  startStack,
  submission,
  type Stack,
} from '../setup/stack.ts';

type Row = Record<string, unknown>;

let now = Date.now();
let turnstile: StandIn;
let stack: Stack;
beforeAll(async () => {
  turnstile = await serveTurnstile(await getPort(), () => now);
  stack = await startStack({ TURNSTILE_URL: turnstile.url });
});
afterAll(async () => {
  await stack.stop();
  await turnstile.close();
});

const ROWS: [RequestTable, (changes?: Row) => Row][] = [
  ['contact_submissions', submission],
  ['notification_requests', notificationRequest],
  ['internship_applications', application],
  ['demo_bookings', booking],
  ['voice_leads', lead],
];

const tokenFor = (action: string, hostname = 'localhost') => turnstile.tokens.issue({ action, hostname });

async function send(
  table: string,
  row: Row,
  token: unknown = tokenFor(table),
  from: Record<string, string> = fromAddress(stack.networkKey, anyAddress()),
) {
  const response = await fetch(`${stack.backend.apiUrl}/functions/v1/verified-request`, {
    method: 'POST',
    headers: { apikey: stack.backend.publishableKey, 'content-type': 'application/json', ...from },
    body: JSON.stringify({ table, token, row }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

const stored = (table: string, { id }: Row) =>
  stack.database<Row[]>`select * from ${stack.database(`public.${table}`)} where id = ${String(id)}`;

const NOT_VERIFIED = { status: 403, body: { error: { code: 'verification' } } };

describe.each(ROWS)('%s', (table, row) => {
  it('with a valid token is stored as it was sent', async () => {
    const sent = row();
    expect(await send(table, sent)).toEqual({ status: 201, body: { stored: true } });
    const [found] = await stored(table, sent);
    const { starts_at, ...texts } = sent;
    expect(found).toMatchObject(texts);
    if (typeof starts_at === 'string') expect(found?.['starts_at']).toEqual(new Date(starts_at));
  });

  it('cannot be stored with the public key in any other way', async () => {
    const sent = row();
    const { error, status } = await stack.visitor().from(table).insert(sent);
    expect([error?.code, status]).toEqual(['42501', 401]);
    const { error: called } = await stack.visitor().rpc('store_verified_request', {
      request_table: table,
      request: JSON.stringify(sent),
      visitor_headers: '{}',
    });
    expect(called?.code).toMatch(/42501|42883|PGRST202/);
    expect(await stored(table, sent)).toEqual([]);
  });
});

describe('a token', () => {
  it.each([
    ['that is missing', () => ''],
    ['that was never issued', () => `local.${randomUUID()}`],
    ['for another form', () => tokenFor('voice_leads')],
  ])('%s is rejected, and nothing is stored', async (_what, token) => {
    const row = submission();
    expect(await send('contact_submissions', row, token())).toMatchObject(NOT_VERIFIED);
    expect(await stored('contact_submissions', row)).toEqual([]);
  });

  it('works once', async () => {
    const token = tokenFor('contact_submissions');
    const [first, second] = [submission(), submission()];
    expect((await send('contact_submissions', first, token)).status).toBe(201);
    expect(await send('contact_submissions', second, token)).toMatchObject(NOT_VERIFIED);
    expect(await stored('contact_submissions', second)).toEqual([]);
  });

  it('works for five minutes', async () => {
    const [early, late] = [tokenFor('contact_submissions'), tokenFor('contact_submissions')];
    now += TOKEN_LIFE_MS - 1000;
    expect((await send('contact_submissions', submission(), early)).status).toBe(201);
    now += 2000;
    expect(await send('contact_submissions', submission(), late)).toMatchObject(NOT_VERIFIED);
  });

  it('that is not text, or too long, is rejected with its field', async () => {
    for (const token of [undefined, 7, 'x'.repeat(2049)])
      expect(await send('contact_submissions', submission(), token ?? null)).toMatchObject({
        status: 400,
        body: { error: { field: 'token' } },
      });
  });
});

describe('a request that is stored already', () => {
  it('counts as received, even if its token was used', async () => {
    const row = submission();
    const token = tokenFor('contact_submissions');
    await send('contact_submissions', row, token);
    for (const again of [token, ''])
      expect(await send('contact_submissions', row, again)).toMatchObject({
        status: 409,
        body: { error: { code: '23505' } },
      });
    expect(await stored('contact_submissions', row)).toHaveLength(1);
  });

  it('is stored once when it arrives four times at once', async () => {
    const row = submission();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('contact_submissions', row)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await stored('contact_submissions', row)).toHaveLength(1);
  });
});

describe('the limits for a visitor', () => {
  const statusesOf = async (from: (time: number) => Record<string, string>) => {
    const statuses = [];
    for (let time = 0; time < 21; time++)
      statuses.push((await send('voice_leads', lead(), tokenFor('voice_leads'), from(time))).status);
    return statuses;
  };
  const TWENTY = [...Array<number>(20).fill(201), 429];

  it('apply per network, as the gateway in front of the function sees it', async () => {
    const network = fromAddress(stack.networkKey, '10.77.0.1');
    expect(await statusesOf(() => network)).toEqual(TWENTY);
    expect((await send('voice_leads', lead(), tokenFor('voice_leads'), network)).body).toEqual({
      error: { code: 'PT429', message: 'Too many requests from this network.' },
    });
    expect((await send('voice_leads', lead())).status).toBe(201);
  });

  it('cannot be evaded with headers of the visitor', async () => {
    const own = (time: number) => `198.51.100.${time}`;
    expect(
      await statusesOf((time) => ({
        'cf-connecting-ip': own(time),
        'x-forwarded-for': own(time),
        'x-real-ip': own(time),
      })),
    ).toEqual(TWENTY);
  });

  it.each<[string, RequestTable, Row]>([
    ['website', 'contact_submissions', submission({ website: 'https://spam.example' })],
    ['fill_ms', 'contact_submissions', submission({ fill_ms: 10 })],
    ['name', 'contact_submissions', submission({ name: 'x'.repeat(101) })],
    ['name', 'voice_leads', lead({ name: ' \u00a0' })],
    ['email', 'demo_bookings', booking({ email: 'nobody' })],
    ['position', 'internship_applications', application({ position: 'ceo' })],
    ['motivation', 'internship_applications', application({ motivation: undefined })],
    ['note', 'demo_bookings', booking({ note: 'half a pair \ud800' })],
    ['starts_at', 'demo_bookings', booking({ starts_at: '2020-01-01T10:00:00Z' })],
    ['starts_at', 'demo_bookings', booking({ starts_at: 'tomorrow' })],
    ['id', 'voice_leads', lead({ id: "1'; drop table voice_leads; --" })],
    ['created_at', 'voice_leads', lead({ created_at: '2020-01-01T10:00:00Z' })],
    ['notified_at', 'contact_submissions', submission({ notified_at: '2020-01-01T10:00:00Z' })],
    ['unsubscribe_token', 'notification_requests', notificationRequest({ unsubscribe_token: randomUUID() })],
    ['role', 'voice_leads', lead({ role: 'admin' })],
  ])('%s is rejected by its name in %s', async (field, table, row) => {
    const { status, body } = await send(table, row);
    expect([status, (body as { error: { field: string } }).error.field]).toEqual([400, field]);
    expect(JSON.stringify(body)).not.toContain(String(row[field]).slice(0, 8));
  });

  it('a table that holds no requests is rejected', async () => {
    for (const table of ['voice_calls', 'pg_class', 'contact_submissions; drop table voice_leads'])
      expect(await send(table, submission())).toMatchObject({ status: 400, body: { error: { field: 'table' } } });
  });
});

it('a resume can be uploaded for a verified application', async () => {
  const row = application(announced);
  expect((await send('internship_applications', row)).status).toBe(201);
  const path = `${String(row['id'])}/resume.pdf`;
  const file = Buffer.from('%PDF-1.7');
  const bucket = stack.visitor().storage.from('resumes');
  const { error } = await bucket.upload(path, file, { contentType: 'application/pdf' });
  expect(error).toBeNull();
});

describe('the verifier', () => {
  /** Calls the function itself, with its own settings. */
  async function ask(variables: Record<string, string>, token: string, log: string[] = []) {
    const verifyUrl = `${turnstile.url}/turnstile/v0/siteverify`;
    const parts = functionParts(
      stack,
      { log: (message) => log.push(message) },
      { TURNSTILE_SECRET_KEY: TEST_SECRETS.verifies, TURNSTILE_VERIFY_URL: verifyUrl, ...variables },
    );
    const row = submission();
    const request = new Request('https://functions.example/verified-request', {
      method: 'POST',
      headers: { apikey: 'key', 'cf-connecting-ip': anyAddress() },
      body: JSON.stringify({ table: 'contact_submissions', token, row }),
    });
    const response = await makeHandler(parts)(request);
    expect(await stored('contact_submissions', row)).toHaveLength(response.status === 201 ? 1 : 0);
    return { status: response.status, body: (await response.json()) as unknown };
  }
  const TRY_AGAIN = { status: 502, body: { error: { code: 'upstream' } } };

  it('that is down accepts no request, and the visitor is asked to try again', async () => {
    const log: string[] = [];
    const down = { TURNSTILE_VERIFY_URL: `http://127.0.0.1:${await getPort()}/siteverify` };
    expect(await ask(down, tokenFor('contact_submissions'), log)).toMatchObject(TRY_AGAIN);
    expect(log).toHaveLength(1);
  });

  it.each([
    ['that gives no verdict', { TURNSTILE_VERIFY_URL: 'data:application/json,{}' }, 'no reason'],
    ['whose secret is not set', { TURNSTILE_SECRET_KEY: '' }, 'TURNSTILE_SECRET_KEY is not set'],
    ['whose secret is wrong', { TURNSTILE_SECRET_KEY: 'wrong' }, 'invalid-input-secret'],
  ])('%s accepts no request, and the log says why', async (_what, variables, reason) => {
    const log: string[] = [];
    expect(await ask(variables, tokenFor('contact_submissions'), log)).toMatchObject(TRY_AGAIN);
    expect(log.join()).toContain(reason);
  });

  it('accepts only tokens from our own sites, if they are configured', async () => {
    const ours = { ALLOWED_ORIGINS: 'https://example.com, https://www.example.com:8443' };
    expect((await ask(ours, tokenFor('contact_submissions', 'www.example.com'))).status).toBe(201);
    expect(await ask(ours, tokenFor('contact_submissions', 'evil.example'))).toMatchObject(NOT_VERIFIED);
  });

  it.each([
    [TEST_SECRETS.refuses, 'invalid-input-response'],
    [TEST_SECRETS.used, 'timeout-or-duplicate'],
  ])('with the test secret %s answers as Cloudflare does: %s', async (secret, code) => {
    const log: string[] = [];
    expect(await ask({ TURNSTILE_SECRET_KEY: secret }, tokenFor('contact_submissions'), log)).toMatchObject(
      NOT_VERIFIED,
    );
    expect(log.join()).toContain(code);
  });
});

it('once it is switched off again, the public key can insert as before, and no more', async () => {
  const grants = () => stack.database<{ grants: string }[]>`
    select string_agg(table_name || '.' || column_name, ',' order by table_name, column_name) as grants
    from information_schema.column_privileges where table_schema = 'public' and grantee = 'anon'`;
  const other = await startStack();
  const [never] = await other.database<{ grants: string }[]>`
    select string_agg(table_name || '.' || column_name, ',' order by table_name, column_name) as grants
    from information_schema.column_privileges where table_schema = 'public' and grantee = 'anon'`;
  await other.stop();
  expect((await grants())[0]?.grants).toBeNull();
  await stack.database`select private.require_verification(false)`;
  expect(never?.grants).toContain('voice_leads.fill_ms');
  expect((await grants())[0]).toEqual(never);
  for (const [table, row] of ROWS) expect((await stack.visitor().from(table).insert(row())).error).toBeNull();
  await stack.database`select private.require_verification(true)`;
  for (const [table, row] of ROWS) expect((await stack.visitor().from(table).insert(row())).error?.code).toBe('42501');
});

it('a table that a later migration adds is switched with the others', async () => {
  await stack.database.unsafe(`
    insert into private.request_kinds (name) values ('later_requests');
    create table public.later_requests (like private.request_template including all, colour text not null);
    select private.open_to_visitors('public.later_requests', array['colour'])`);
  const mayInsert = async () => {
    const [row] = await stack.database<{ may: boolean }[]>`
      select has_column_privilege('anon', 'public.later_requests', 'colour', 'insert') as may`;
    return row?.may;
  };
  expect(await mayInsert()).toBe(false);
  await stack.database`select private.require_verification(false)`;
  expect(await mayInsert()).toBe(true);
  await stack.database`select private.require_verification(true)`;
  expect(await mayInsert()).toBe(false);
  await stack.database`delete from private.request_kinds where name = 'later_requests'`;
  await stack.database`drop table public.later_requests`;
});

it('the stand-in of the check refuses a body of more than 16 KB', async () => {
  const response = await fetch(`${turnstile.url}/turnstile/v0/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ response: 'x'.repeat(16 * 1024) }),
  });
  expect(response.status).toBe(413);
});
