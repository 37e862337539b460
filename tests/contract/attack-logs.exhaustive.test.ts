import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sweep } from '../../functions/request-sweep/handler.ts';
import { codeAt } from '../../tools/local/auth/totp.ts';
import { deliverReport, formsWith, reportWith } from '../setup/attacked-forms.ts';
import { functionParts } from '../setup/function-parts.ts';
import { takeFindings } from '../setup/log-check.ts';
import { startNode } from '../setup/project-copy.ts';
import { application, booking, lead, startStack, submission, type Stack } from '../setup/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Everything that a visitor types. No line of a log may contain any of it. */
const TYPED = { name: 'Grace Hopper', email: 'grace.hopper@example.org', phone: '+1 202 555 0199' };
const TEXT = 'My very own words';

/** Makes every insert into voice_leads fail with a message. */
async function failWith(code: string, message: string): Promise<void> {
  await stack.database.unsafe(`
    create function private.fail() returns trigger language plpgsql as $$ begin raise sqlstate '${code}' using message = '${message}'; end $$;
    create trigger a_failure before insert on public.voice_leads for each row execute function private.fail();
    grant execute on function private.fail() to anon;`);
  undo.push(() => stack.database.unsafe('drop function private.fail() cascade'));
}

it('the output of a backend is checked: an address in a line fails the test file', async () => {
  const address = 'ada@example.com';
  await failWith('58000', `for ${address}`);
  expect((await stack.visitor().from('voice_leads').insert(lead())).error).not.toBeNull();
  await vi.waitFor(() => expect(takeFindings()).toEqual([expect.stringContaining(address)]), { timeout: 5000 });
});

it('the output of any program that a test starts is checked', async () => {
  const address = 'ada@example.com';
  await startNode(['-e', `console.log('to stdout for ${address}'); console.error('to stderr for ${address}')`]).ended;
  await vi.waitFor(() =>
    expect(takeFindings().sort()).toEqual([`to stderr for ${address}`, `to stdout for ${address}`]),
  );
});

it('the output of functions in the process of a test is checked', () => {
  console.error('for Ada Example');
  console.log({ email: 'ada@example.com' });
  expect(takeFindings()).toEqual(['"for Ada Example"', '{"email":"ada@example.com"}']);
});

it('a database failure is logged with the path of the request, but not with its data', async () => {
  const row = lead(TYPED);
  delete row['phone'];
  await failWith('53100', 'could not extend file');
  const lines: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  undo.push(() => write.mockRestore());
  await stack.visitor().from('voice_leads').insert(row);
  await vi.waitFor(() =>
    expect(lines.join('')).toContain('The database failed at POST /rest/v1/voice_leads: 53100 could not extend file'),
  );
  // A rejected request prints nothing, whatever it contains.
  const { apiUrl, publishableKey: apikey } = stack.backend;
  for (const path of [
    `rest/v1/${TYPED.email}`,
    `rest/v1/voice_leads?select=${TYPED.email}`,
    `rest/v1/voice_leads?order=${TYPED.email}`,
    `rest/v1/rpc/${TYPED.email}`,
    `storage/v1/object/resumes/${TYPED.email}`,
    `storage/v1/object/sign/resumes/${TYPED.email}?token=${TYPED.email}`,
  ])
    await (await fetch(`${apiUrl}/${path}`, { headers: { apikey } })).text();
  for (const path of ['otp', 'magiclink', 'recover', 'signup', 'resend'])
    await fetch(`${apiUrl}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: TYPED.email, password: TEXT, create_user: true, type: 'signup' }),
    });
  for (const { table, row: form } of formsWith(TEXT))
    if (table !== 'voice_leads')
      await stack
        .visitor()
        .from(table)
        .insert({ ...form, email: `${TYPED.email} ` });
  expect(lines).toHaveLength(1);
  expect(takeFindings()).toEqual([]);
});

it('signing in prints nothing, whether it succeeds, is refused or fails: no address, password, code, secret or token', async () => {
  const lines: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  undo.push(() => write.mockRestore());
  const account = { email: TYPED.email, password: TEXT };
  const { admin } = createClient(stack.backend.apiUrl, stack.secretKey).auth;
  const { data } = await admin.createUser({ ...account, email_confirm: true });
  expect((await admin.createUser(account)).error?.code).toBe('email_exists');
  const client = stack.visitor();
  expect((await client.auth.signInWithPassword({ ...account, password: 'wrong' })).error).not.toBeNull();
  expect((await client.auth.signInWithPassword(account)).error).toBeNull();
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: TEXT });
  const { id: factorId = '', totp } = factor ?? {};
  for (const code of ['000000', codeAt(totp?.secret ?? '', Date.now())])
    await client.auth.mfa.challengeAndVerify({ factorId, code });
  expect((await client.auth.updateUser({ password: 'short' })).error?.code).toBe('weak_password');
  // The database fails.
  await stack.database`alter table auth.mfa_factors rename to elsewhere`;
  undo.push(() => stack.database`alter table auth.elsewhere rename to mfa_factors`);
  expect((await client.auth.getUser()).error).not.toBeNull();
  expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: TEXT })).error).not.toBeNull();
  await admin.deleteUser(data.user?.id ?? '');
  expect(lines).toEqual([]);
});

it('PostgreSQL’s own log has nothing of a refused request', async () => {
  expect(
    (
      await stack
        .visitor()
        .from('voice_leads')
        .insert(lead({ id: TEXT }))
    ).error,
  ).not.toBeNull();
  const { apiUrl } = stack.backend;
  const filtered = await fetch(`${apiUrl}/rest/v1/voice_leads?id=eq.${encodeURIComponent(TEXT)}`, {
    headers: { apikey: stack.secretKey },
  });
  expect(filtered.status).toBe(400);
  const log = readFileSync(join(stack.folder, 'postgres/data.log'), 'utf8');
  expect(log).toContain('database system is ready');
  expect(log).not.toContain(TEXT);
});

it('a request that can’t be mailed is logged by table and id, even if the mail server repeats its text', async () => {
  const texts = {
    ...TYPED,
    subject: TEXT,
    message: TEXT,
    topic: TEXT,
    motivation: TEXT,
    company: TEXT,
    note: TEXT,
    experience: TEXT,
  };
  const pick = (row: Record<string, unknown>) => ({
    ...row,
    ...Object.fromEntries(Object.entries(texts).filter(([name]) => name in row)),
  });
  const requests = [
    ['contact_submissions', pick(submission())],
    ['internship_applications', pick(application())],
    ['demo_bookings', pick(booking())],
  ] as const;
  for (const [table, row] of requests) expect((await stack.visitor().from(table).insert(row)).error).toBeNull();
  const report = reportWith(TEXT);
  Object.assign(report.message.call.metadata, { leadName: TYPED.name, leadEmail: TYPED.email });
  await stack.database`update private.settings set claim_timeout = '0 seconds'`;
  undo.push(() => stack.database`update private.settings set claim_timeout = '2 minutes'`);

  const logged: string[] = [];
  const answers = `554 5.7.1 <${TYPED.email}>: "${TEXT}" from ${TYPED.name} (${TYPED.phone}) looks like spam`;
  const parts = functionParts(stack, {
    send: () => Promise.reject(new Error(answers)),
    log: (line) => logged.push(line),
  });
  expect((await sweep(parts)).failed).toBe(3);
  expect(logged.toSorted()).toEqual(
    requests
      .map(
        ([table, row]) =>
          `${table} ${String(row['id'])}: not notified: 554 5.7.1 <(address)>: "(typed)" from (typed) (${'phone' in row ? '(typed)' : TYPED.phone}) looks like spam`,
      )
      .toSorted(),
  );
  // The desk and the dead-letter mail show the same text.
  const [stored] = await stack.database`select failure from public.contact_submissions`;
  expect(stored?.['failure']).not.toContain(TEXT);
  expect((await deliverReport(stack, report)).status).toBe(200);
});
