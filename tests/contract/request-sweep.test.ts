import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail as SentMail } from '../../functions/_shared/mail.ts';
import { makeHandler, type Swept } from '../../functions/request-sweep/handler.ts';
import type { TeamTable } from '../../src/backend/request.ts';
import { functionParts } from '../setup/function-parts.ts';
import { announced, application, booking, mails, startStack, submission, type Stack } from '../setup/stack.ts';

type Row = Record<string, unknown>;
type Sent = [table: TeamTable, row: Row];

// These tests have their own stack: the backend sweeps once a minute, and they finish before its first sweep.
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const TABLES: TeamTable[] = ['contact_submissions', 'internship_applications', 'demo_bookings', 'voice_calls'];
beforeEach(async () => {
  for (const table of TABLES) await stack.database`delete from ${stack.database(`public.${table}`)}`;
});

/** Stores a request, and gives it an age. */
async function store([table, row]: Sent, age = '3 minutes'): Promise<Sent> {
  const { error } = await stack.visitor().from(table).insert(row);
  expect(error).toBeNull();
  await stack.database`update ${stack.database(`public.${table}`)} set created_at = now() - ${age}::interval where id = ${String(row['id'])}`;
  return [table, row];
}

async function sweep(apikey = stack.secretKey) {
  const response = await fetch(`${stack.backend.apiUrl}/functions/v1/request-sweep`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: '{}',
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
const swept = (result: Pick<Swept, 'notified' | 'failed'>) => ({
  status: 200,
  body: { ...result, dead: 0, deleted: 0, resumes: 0, rooms: 0 },
});

const teamMails = async ([, { id }]: Sent) =>
  (await mails(stack.backend.mailboxUrl)).filter(({ messageId }) => messageId.includes(`${String(id)}.team@`)).length;

async function isNotified([table, { id }]: Sent) {
  const [row] = await stack.database<{ notified: boolean }[]>`
    select notified_at is not null as notified from ${stack.database(`public.${table}`)} where id = ${String(id)}`;
  return row?.notified;
}

it('is for the team: with the public key it is rejected, and nobody is notified', async () => {
  const due = await store(['demo_bookings', booking()]);
  for (const key of [stack.backend.publishableKey, 'sb_secret_forged', ''])
    expect(await sweep(key)).toMatchObject({ status: 401, body: { error: { code: 'key' } } });
  expect(await isNotified(due)).toBe(false);
});

it('notifies the team, once, of what it missed', async () => {
  const due = [
    await store(['contact_submissions', submission()]),
    await store(['internship_applications', application()]),
    await store(['demo_bookings', booking()]),
    await store(['internship_applications', application(announced)], '71 minutes'),
  ];
  expect(await sweep()).toEqual(swept({ notified: 4, failed: 0 }));
  expect(await sweep()).toEqual(swept({ notified: 0, failed: 0 }));
  for (const request of due) expect([await teamMails(request), await isNotified(request)]).toEqual([1, true]);
});

it('notifies the team, even if what comes before it fails', async () => {
  const due = await store(['demo_bookings', booking()]);
  await stack.database`insert into private.orphaned_rooms values (gen_random_uuid(), now() - interval '1 minute')`;
  await stack.database`alter function private.forget_log() rename to not_there`;
  try {
    expect(await sweep()).toEqual(swept({ notified: 1, failed: 0 }));
  } finally {
    await stack.database`alter function private.not_there() rename to forget_log`;
  }
  expect(await teamMails(due)).toBe(1);
  expect(await stack.database`select from private.orphaned_rooms`).toEqual([]);
});

it('forgets what the scheduler keeps of runs of last week', { tags: ['exhaustive'] }, async () => {
  await stack.database`create schema cron create table job_run_details (runid int, end_time timestamptz)`;
  try {
    await stack.database`insert into cron.job_run_details values (1, now() - interval '8 days'), (2, now()), (3, null)`;
    await sweep();
    expect(await stack.database`select runid from cron.job_run_details order by runid`).toEqual([
      { runid: 2 },
      { runid: 3 },
    ]);
  } finally {
    await stack.database`drop schema cron cascade`;
  }
});

it('skips requests that are young, claimed by another run, or waiting for their resume', async () => {
  const young = await store(['demo_bookings', booking()], '1 minute');
  const waiting = await store(['internship_applications', application(announced)], '69 minutes');
  const taken = await store(['contact_submissions', submission()]);
  const lapsed = await store(['contact_submissions', submission()]);
  const { requests } = functionParts(stack);
  for (const [table, row] of [taken, lapsed])
    expect(await requests.claim(table, String(row['id']))).toMatchObject({ state: 'yours' });
  await stack.database`update public.contact_submissions set claimed_at = now() - interval '3 minutes', next_try_at = now() where id = ${String(lapsed[1]['id'])}`;

  expect(await sweep()).toEqual(swept({ notified: 1, failed: 0 }));
  expect(await isNotified(lapsed)).toBe(true);
  for (const request of [young, waiting, taken]) expect(await teamMails(request)).toBe(0);
});

describe('when mail cannot be sent', () => {
  /** The real handler on the real database, with a mail provider of the test's choice. */
  async function sweepWith(send: (mail: SentMail) => Promise<void>, logged: string[] = []) {
    const handler = makeHandler(functionParts(stack, { send, log: (line) => logged.push(line) }));
    const response = await handler(
      new Request('http://function.example/', {
        method: 'POST',
        headers: { apikey: stack.secretKey },
        body: '{}',
      }),
    );
    return { status: response.status, body: (await response.json()) as unknown };
  }

  it('for one request, the others are still mailed, and the log names no address', async () => {
    const before = await store(['contact_submissions', submission()], '5 minutes');
    const failing = await store(['contact_submissions', submission()], '4 minutes');
    const after = await store(['demo_bookings', booking()]);
    const logged: string[] = [];
    const email = String(failing[1]['email']);
    const result = await sweepWith(
      ({ id }) =>
        id.includes(String(failing[1]['id']))
          ? Promise.reject(new Error(`550 <${email}>: no such mailbox; see ${email}`))
          : Promise.resolve(),
      logged,
    );
    expect(result).toEqual(swept({ notified: 2, failed: 1 }));
    expect([await isNotified(before), await isNotified(failing), await isNotified(after)]).toEqual([true, false, true]);
    expect(logged).toEqual([
      expect.stringMatching(new RegExp(`^contact_submissions ${String(failing[1]['id'])}: .*550`)),
    ]);
    expect(logged.join()).not.toContain('@');

    // The next sweep mails it once it is due.
    await stack.database`update public.contact_submissions set next_try_at = now() where id = ${String(failing[1]['id'])}`;
    expect(await sweep()).toEqual(swept({ notified: 1, failed: 0 }));
    expect(await teamMails(failing)).toBe(1);
  });

  it('for fifty requests, the next one is still mailed', { tags: ['exhaustive'] }, async () => {
    await stack.database`
      insert into public.contact_submissions (id, name, email, subject, message, source, fill_ms, created_at)
      select gen_random_uuid(), 'Ada', 'never.' || n || '@example.com', 'Never', 'Hello', 'test', 5000, now() - interval '1 hour'
      from generate_series(1, 50) n`;
    const good = await store(['demo_bookings', booking()]);
    const send = ({ subject }: SentMail) =>
      subject.includes('Never') ? Promise.reject(new Error('554 looks like spam')) : Promise.resolve();
    // However often it is called.
    for (let time = 0; time < 2; time++) await sweepWith(send);
    expect(await isNotified(good)).toBe(true);
  });
});
