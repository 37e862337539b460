import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sweep } from '../../functions/request-sweep/handler.ts';
import { keepDays } from '../../functions/_shared/retention.ts';
import { eraseInParts, type ErasedPart } from '../../src/backend/erase-in-parts.ts';
import { resumePath } from '../../src/backend/resume.ts';
import { passTime } from '../setup/clock.ts';
import { command } from '../setup/command.ts';
import { functionParts } from '../setup/function-parts.ts';
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

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** A client with the secret key, like the team's own programs. */
const team = () =>
  createClient(stack.backend.apiUrl, stack.secretKey, { auth: { persistSession: false, autoRefreshToken: false } });

type Row = Record<string, unknown>;

async function store(table: string, row: Row): Promise<Row> {
  expect((await stack.visitor().from(table).insert(row)).error).toBeNull();
  return row;
}

/** Advances the clock, also to the time of demos. */
async function pass(interval: string): Promise<void> {
  await passTime(stack.database, interval);
  for (const table of ['public.demo_bookings', 'public.booking_answers'])
    await stack.database`update ${stack.database(table)} set starts_at = starts_at - ${interval}::interval`;
}

/** A booking of a demo that begins within the hour. */
const soon = (email: string): Row => booking({ email, starts_at: new Date(Date.now() + 3_600_000).toISOString() });

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');

/** Stores an application with its resume, and returns the path of the resume. */
async function apply(email: string): Promise<string> {
  const row = await store('internship_applications', application({ ...announced, email }));
  const place = resumePath(String(row['id']), 'pdf');
  const { error } = await stack
    .visitor()
    .storage.from('resumes')
    .upload(place, PDF, { contentType: 'application/pdf' });
  expect(error).toBeNull();
  return place;
}
const onDisk = (place: string) => existsSync(join(stack.folder, 'storage/resumes', place));

const STAFF = randomUUID();

/** Answers a booking at the desk, and writes a note about it that names the visitor. */
async function answer({ id, email }: Row): Promise<void> {
  await stack.database`
    insert into private.staff (user_id, email) values (${STAFF}, 'staff@example.com') on conflict do nothing`;
  await stack.database`
    insert into public.booking_answers (id, booking_id, name, email, topic, time_zone, answer, starts_at, sequence, author)
    select gen_random_uuid(), id, name, email, topic, time_zone, 'confirmed', starts_at, 1, ${STAFF}
    from public.demo_bookings where id = ${String(id)}`;
  await stack.database`
    insert into public.desk_notes (id, kind, request_id, author, text)
    values (gen_random_uuid(), 'demo_bookings', ${String(id)}, ${STAFF}, ${`Wrote to ${String(email)}`})`;
  await knockAndMeet(String(id), String(email));
}

/** Knocks at the room of a booking, and has a call there. The backend's own sweep must not forget the knock. */
async function knockAndMeet(booking: string, name: string): Promise<void> {
  await stack.database`
    insert into public.meeting_knocks (booking_id, name, at) values (${booking}, ${name}, now() + interval '9 years')`;
  await stack.database`select public.end_meeting(${booking}, 60, true)`;
}

/**
 * Stores all that one visitor can leave: a request of each kind, a resume, calls with and without a lead, and what staff
 * added.
 */
async function leaveTraces(email: string): Promise<string> {
  await store('contact_submissions', submission({ email }));
  await answer(await store('demo_bookings', soon(email)));
  await store('notification_requests', notificationRequest({ email }));
  const { id: leadId } = await store('voice_leads', lead({ email: email.toUpperCase() }));
  await stack.database`
    insert into public.voice_calls (id, lead_id, name, email, transcript)
    values (${randomUUID()}, ${String(leadId)}, 'Ada', '', 'Hello'), (${randomUUID()}, null, 'Ada', ${email}, 'Hello')`;
  return apply(email);
}

/** The number of rows in each table that contain an address in any column. */
async function tracesOf(email: string): Promise<Record<string, number>> {
  const tables = await stack.database<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await stack.database<{ count: number }[]>`
      select count(*)::int as count from ${stack.database(`public.${name}`)} t where lower(t::text) like ${`%${email.toLowerCase()}%`}`;
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

const address = () => `erase.${randomUUID()}@example.com`;
/** What an erasure reports that found nothing. */
const NOTHING = {
  contact_submissions: 0,
  demo_bookings: 0,
  booking_answers: 0,
  internship_applications: 0,
  notification_requests: 0,
  voice_calls: 0,
  voice_leads: 0,
};
/** What goes with its request. */
const WITH_REQUEST = ['desk_calls', 'desk_log', 'desk_notes', 'desk_requests', 'meeting_knocks', 'meeting_outcomes'];
const NO_TRACES = { ...NOTHING, ...Object.fromEntries(WITH_REQUEST.map((table) => [table, 0])) };

describe('erasing an address', () => {
  it('deletes everything stored about it, in any letter case, says what, and leaves others alone', async () => {
    const [email, other] = [address(), address()];
    const [resume, othersResume] = [await leaveTraces(email), await leaveTraces(other)];
    const left = await tracesOf(other);
    expect(left).toMatchObject({ booking_answers: 1, desk_log: 0, desk_notes: 1, desk_requests: 6, meeting_knocks: 1 });
    const outcomes = async () => (await stack.database`select from public.meeting_outcomes`).length;
    const met = await outcomes();
    const erased = await team().rpc('erase_address', { address: ` ${email.toUpperCase()}\n` });
    expect(erased.error).toBeNull();
    const deleted = {
      contact_submissions: 1,
      demo_bookings: 1,
      booking_answers: 1,
      internship_applications: 1,
      notification_requests: 1,
      voice_calls: 2,
      voice_leads: 1,
      resumes: [resume],
    };
    expect(erased.data).toEqual({ deleted, more: false });
    expect(await tracesOf(email)).toEqual(NO_TRACES);
    expect(await outcomes()).toBe(met - 1);
    expect(await tracesOf(other)).toEqual(left);

    // The next sweep deletes the file itself, and nobody else's.
    expect(await sweep(functionParts(stack))).toMatchObject({ resumes: 1 });
    expect([onDisk(resume), onDisk(othersResume)]).toEqual([false, true]);
    expect(await sweep(functionParts(stack))).toMatchObject({ resumes: 0 });
  });

  it('covers every table with data from visitors', async () => {
    const tables = await stack.database<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
    const covered = await stack.database<{ name: string }[]>`select name from private.request_kinds order by 1`;
    const kinds = covered.map(({ name }) => name);
    // What the desk knows of a request, and what became of a call, goes with it; its log knows nothing of visitors.
    expect([...kinds, ...WITH_REQUEST].sort()).toEqual(tables.map(({ name }) => name));
    // And each of them can have a retention period.
    const kept = keepDays({ requests: 1, bookings: 1, applications: 1, 'waiting-lists': 1, calls: 1 });
    expect(Object.keys(kept).sort()).toEqual(kinds);
  });

  it('removes nothing if the address is not stored, and is rejected without an address', async () => {
    const before = await stack.database`select count(*) from public.contact_submissions`;
    expect((await team().rpc('erase_address', { address: address() })).data).toEqual({
      deleted: { ...NOTHING, resumes: [] },
      more: false,
    });
    // A pattern is not an address.
    expect((await team().rpc('erase_address', { address: '%@example.com' })).data).toMatchObject({ deleted: NOTHING });
    for (const nobody of ['', '  ', null])
      expect((await team().rpc('erase_address', { address: nobody })).error?.message).toContain(
        'must be an e-mail address',
      );
    expect(await stack.database`select count(*) from public.contact_submissions`).toEqual(before);
  });

  it(
    'leaves nothing of somebody whose missing report a sweep adds at the same time',
    { tags: ['exhaustive'] },
    async () => {
      const email = address();
      const { id } = await store('voice_leads', lead({ email }));
      await stack.database`
      update public.voice_leads set created_at = created_at - interval '1 hour' where id = ${String(id)}`;
      let ended = false;
      let erasure = Promise.resolve();
      await stack.database.begin(async (sweeping) => {
        await sweeping`select public.prepare_sweep()`;
        erasure = stack.database`select public.erase_address(${email})`.then(() => void (ended = true));
        await vi.waitFor(async () => {
          const waits = await stack.database`
          select 1 from pg_locks where locktype = 'advisory' and classid = 6 and not granted`;
          expect(ended || waits.length > 0).toBe(true);
        });
      });
      await erasure;
      expect(await tracesOf(email)).toEqual(NO_TRACES);
    },
  );

  it(
    'takes a second at a time, even with as many applications as one sender can store in a week',
    { tags: ['exhaustive'], timeout: 60_000 },
    async () => {
      const email = address();
      await apply(email);
      const rolledBack = new Error('rolled back');
      await expect(
        stack.database.begin(async (sql) => {
          // Without the limits of requests.
          await sql`set local session_replication_role = replica`;
          await sql`
          insert into public.internship_applications select copied.*
          from public.internship_applications a, generate_series(1, 20000) n,
            lateral jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'n', n)) copied
          where a.email = ${email}`;
          await sql`
          insert into storage.objects (bucket_id, name)
          select 'resumes', a.id || '/resume.pdf' from public.internship_applications a
          where a.email = ${email} and not exists (select 1 from storage.objects o where o.name = a.id || '/resume.pdf')`;
          await sql`set local statement_timeout = '4s'`;
          const [orphans] = await sql<{ found: string[] }[]>`select public.orphaned_resumes(50) as found`;
          expect(orphans?.found).toEqual([]);
          let parts = 0;
          const erased = await eraseInParts(async () => {
            const [row] = await sql<{ part: ErasedPart }[]>`select public.erase_address(${email}) as part`;
            parts++;
            return row?.part ?? { deleted: {}, more: false };
          });
          expect(erased).toMatchObject({ internship_applications: 20_001, voice_calls: 0 });
          expect(new Set(erased['resumes'] as string[]).size).toBe(20_001);
          expect(parts).toBe(41);
          throw rolledBack;
        }),
      ).rejects.toBe(rolledBack);
    },
  );

  it('deletes a lead only after all of its calls', { tags: ['exhaustive'] }, async () => {
    const email = address();
    const { id } = await store('voice_leads', lead({ email }));
    await stack.database`
      insert into public.voice_calls (id, lead_id, name, email, transcript)
      select gen_random_uuid(), ${String(id)}, 'Ada', '', 'Hello' from generate_series(1, 501)`;
    const part = async () => (await team().rpc('erase_address', { address: email })).data as ErasedPart;
    expect(await part()).toMatchObject({ deleted: { voice_calls: 500, voice_leads: 0 }, more: true });
    expect(await part()).toMatchObject({ deleted: { voice_calls: 1, voice_leads: 1 }, more: false });
    expect(await tracesOf(email)).toEqual(NO_TRACES);
  });

  it('is one command, which says what it deleted', { tags: ['exhaustive'] }, async () => {
    const email = address();
    const resume = await leaveTraces(email);
    const { code, output } = await command(['erase', email], stack.folder);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/^ +1 {2}contact_submissions$/m);
    expect(output).toMatch(/^ +1 {2}resumes$/m);
    expect(await tracesOf(email)).toEqual(NO_TRACES);
    expect(onDisk(resume)).toBe(false);
  });

  it.each([[['erase']], [['erase', 'somebody']], [['erase', 'a@example.com', 'b@example.com']]])(
    'with the arguments %j shows its usage',
    { tags: ['exhaustive'] },
    async (words) => {
      const { code, output } = await command(words, stack.folder);
      expect(code).toBe(1);
      expect(output).toContain('npm run backend -- erase <address>');
      expect(output).not.toMatch(/\n\s+at /);
    },
  );
});

/** Marks all that one visitor left as mailed. */
async function markMailed(email: string): Promise<void> {
  for (const table of Object.keys(NOTHING))
    await stack.database`
      update ${stack.database(`public.${table}`)} t set notified_at = clock_timestamp()
      where lower(email) = ${email} or (to_jsonb(t) ->> 'lead_id')::uuid in (
        select id from public.voice_leads where lower(email) = ${email})`;
}

/** All traces of a visitor, without those that are no request. */
async function requestsOf(email: string): Promise<Record<string, number>> {
  const traces = await tracesOf(email);
  return Object.fromEntries(Object.keys(NOTHING).map((table) => [table, traces[table] ?? 0]));
}

describe('retention', () => {
  it('keeps what has no number, and both tables of a call for the same time', () => {
    expect(keepDays({})).toEqual({});
    expect(keepDays({ calls: 7, applications: 30 })).toEqual({
      internship_applications: 30,
      voice_calls: 7,
      voice_leads: 7,
    });
  });

  it(
    'deletes rows after their number of days, and the resume with its application',
    { tags: ['exhaustive'] },
    async () => {
      const email = address();
      const resume = await leaveTraces(email);
      await markMailed(email);
      const parts = functionParts(stack);
      await pass('29 days');
      const keep = keepDays({ requests: 30, applications: 30, bookings: 40, 'waiting-lists': 30, calls: 30 });
      await parts.requests.deleteExpired(keep);
      // Neither has an address.
      const { desk_log: _log, meeting_outcomes: _outcome, ...traces } = await tracesOf(email);
      expect(Object.values(traces).every((count) => count > 0)).toBe(true);
      await pass('1 day');
      expect(await parts.requests.deleteExpired(keep)).toBeGreaterThan(0);
      expect(await tracesOf(email)).toEqual({
        ...NO_TRACES,
        demo_bookings: 1,
        booking_answers: 1,
        desk_notes: 1,
        desk_requests: 1,
        meeting_knocks: 1,
      });
      await sweep(parts);
      expect(onDisk(resume)).toBe(false);
    },
  );

  // The clock moves in steps: a demo can be far ahead for a moment.
  beforeEach(() => stack.database`alter table public.demo_bookings drop constraint if exists starts_at_is_ahead`);

  const EACH = keepDays({ requests: 1, applications: 1, bookings: 1, 'waiting-lists': 1, calls: 1 });
  const LEFT = {
    contact_submissions: 1,
    demo_bookings: 1,
    booking_answers: 1,
    internship_applications: 1,
    notification_requests: 1,
    // The other has no address of its own.
    voice_calls: 1,
    voice_leads: 1,
  };

  it('keeps what nobody was told of until its mail was sent, however short the time is', async () => {
    const email = address();
    await leaveTraces(email);
    const { requests } = functionParts(stack);
    await pass('300 days');
    await requests.deleteExpired(EACH);
    expect(await requestsOf(email)).toEqual(LEFT);
    await markMailed(email);
    await requests.deleteExpired(EACH);
    expect(await tracesOf(email)).toEqual(NO_TRACES);
  });

  it.each([
    ['that the team was notified of', 'notified_at = now()'],
    ['that is a dead letter', "dead_at = now() - interval '60 days', dead_told_at = now() - interval '60 days'"],
  ])('keeps a booking %s until its answer was mailed', async (_which, state) => {
    const email = address();
    const row = await store('demo_bookings', soon(email));
    await answer(row);
    await stack.database`update public.demo_bookings set ${stack.database.unsafe(state)} where id = ${String(row['id'])}`;
    const { requests } = functionParts(stack);
    await pass('2 days');
    await requests.deleteExpired(EACH);
    expect(await requestsOf(email)).toEqual({ ...NOTHING, demo_bookings: 1, booking_answers: 1 });
    // The team that has just been told of a dead letter can still send it again.
    await stack.database`update public.booking_answers set dead_at = now(), dead_told_at = now() where email = ${email}`;
    await requests.deleteExpired(EACH);
    expect(await requestsOf(email)).toEqual({ ...NOTHING, demo_bookings: 1, booking_answers: 1 });
    await stack.database`update public.booking_answers set notified_at = now() where email = ${email}`;
    await requests.deleteExpired(EACH);
    expect(await tracesOf(email)).toEqual(NO_TRACES);
  });

  it('keeps a dead letter for 30 days after the team was told of it, and a call with its lead', async () => {
    const email = address();
    const { id } = await store('voice_leads', lead({ email }));
    await store('contact_submissions', submission({ email }));
    await pass('2 days');
    const parts = functionParts(stack);
    await stack.database`select public.prepare_sweep()`;
    for (const table of ['contact_submissions', 'voice_calls'] as const) {
      const [row] = await stack.database<{ id: string }[]>`
        update ${stack.database(`public.${table}`)} set dead_at = now(), created_at = now() - interval '2 days'
        where email = ${email} returning id`;
      await parts.requests.finishDeadLetter(table, row?.id ?? '');
    }
    await pass('29 days');
    await parts.requests.deleteExpired(EACH);
    expect(await requestsOf(email)).toEqual({ ...NOTHING, contact_submissions: 1, voice_calls: 1, voice_leads: 1 });
    await pass('1 day');
    await parts.requests.deleteExpired(EACH);
    expect(await tracesOf(email)).toEqual(NO_TRACES);
    // Nobody is told again of a lead whose call expired.
    await stack.database`select public.prepare_sweep()`;
    expect(await stack.database`select 1 from public.voice_calls where lead_id = ${String(id)}`).toEqual([]);
  });

  it('keeps nothing for more than a year longer, even if its mail can never be sent', async () => {
    const email = address();
    await leaveTraces(email);
    const { requests } = functionParts(stack);
    await pass('365 days');
    await requests.deleteExpired(EACH);
    expect(await requestsOf(email)).toEqual(LEFT);
    await pass('3 days');
    await requests.deleteExpired(EACH);
    expect(await tracesOf(email)).toEqual(NO_TRACES);
  });

  it('keeps a demo that is still to come, or whose call is going on', async () => {
    const email = address();
    const { id } = await store('demo_bookings', soon(email));
    await stack.database`
      update public.demo_bookings set created_at = now() - interval '2 days', notified_at = now() where id = ${String(id)}`;
    const { requests } = functionParts(stack);
    await requests.deleteExpired({ demo_bookings: 1 });
    expect(await tracesOf(email)).toMatchObject({ demo_bookings: 1 });
    await pass('61 minutes');
    await requests.deleteExpired({ demo_bookings: 1 });
    expect(await tracesOf(email)).toMatchObject({ demo_bookings: 1 });
    await pass('1 day');
    await requests.deleteExpired({ demo_bookings: 1 });
    expect(await tracesOf(email)).toEqual(NO_TRACES);
  });

  it(
    'keeps a demo that was moved, with its answers, until the time that it was moved to is over',
    { tags: ['exhaustive'] },
    async () => {
      const email = address();
      const row = await store('demo_bookings', soon(email));
      await answer(row);
      await stack.database`update public.demo_bookings set notified_at = now() where id = ${String(row['id'])}`;
      await stack.database`
      update public.booking_answers set notified_at = now(), starts_at = starts_at + interval '45 days' where email = ${email}`;
      const { requests } = functionParts(stack);
      await pass('31 days');
      await requests.deleteExpired({ demo_bookings: 30, booking_answers: 30 });
      expect(await tracesOf(email)).toMatchObject({ demo_bookings: 1, booking_answers: 1 });
      await pass('16 days');
      await requests.deleteExpired({ demo_bookings: 30, booking_answers: 30 });
      expect(await tracesOf(email)).toEqual(NO_TRACES);
    },
  );

  it(
    'deletes some rows at a time, and goes on with the next table if one fails',
    { tags: ['exhaustive'] },
    async () => {
      const email = address();
      const { requests } = functionParts(stack);
      // What other tests left.
      await requests.deleteExpired({ contact_submissions: 1 });
      await stack.database`
      insert into public.contact_submissions (id, name, email, subject, message, source, fill_ms, created_at, notified_at)
      select gen_random_uuid(), 'Ada', ${email}, 'Subject', 'Message', 'test', 5000, now() - interval '2 days', now()
      from generate_series(1, 201)`;
      await expect(requests.deleteExpired({ settings: 1, contact_submissions: 1 })).rejects.toThrow(
        'There is no table "settings"',
      );
      expect(await tracesOf(email)).toMatchObject({ contact_submissions: 1, desk_requests: 1 });
      expect(await requests.deleteExpired({ contact_submissions: 1 })).toBe(1);
    },
  );

  it.each([
    ['a table without data from visitors', 'settings', 30],
    ['zero days', 'voice_calls', 0],
    ['no number of days', 'voice_calls', null],
  ])('deletes nothing for %s', async (_what, table, days) => {
    const { error } = await team().rpc('delete_expired', { visitor_table: table, keep_days: days });
    expect(error?.message).toMatch(/There is no table|at least a day/);
  });
});
