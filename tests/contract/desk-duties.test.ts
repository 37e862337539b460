import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resumePath } from '../../src/backend/resume.ts';
import { passTime } from '../setup/clock.ts';
import { addPerson, openDesk, type Desk, type Entry } from '../setup/desk.ts';
import { functionParts } from '../setup/function-parts.ts';
import { announced, application, booking, lead, startStack, submission, type Stack } from '../setup/stack.ts';

type Row = Record<string, unknown>;

let stack: Stack;
let desk: Desk;
beforeAll(async () => {
  stack = await startStack();
  desk = openDesk(stack, await addPerson(stack.database));
});
afterAll(() => stack.stop());

async function store(table: string, row: Row): Promise<string> {
  expect((await stack.visitor().from(table).insert(row)).error).toBeNull();
  return String(row['id']);
}

const logged = (what: string) => stack.database`
  select who, kind, request_id from public.desk_log where what = ${what} order by id`;

describe('a resume', () => {
  const PDF = '%PDF-1.4\n%%EOF\n';

  /** Stores an application with a resume, of which the team was notified. */
  async function apply(email?: string): Promise<string> {
    const id = await store('internship_applications', application({ ...announced, ...(email && { email }) }));
    const bucket = stack.visitor().storage.from('resumes');
    expect((await bucket.upload(resumePath(id, 'pdf'), PDF, { contentType: 'application/pdf' })).error).toBeNull();
    return id;
  }
  const check = (id: string) =>
    stack.database`update public.internship_applications set notified_at = now() where id = ${id}`;
  const download = (id: string, as = desk) => as.client.storage.from('resumes').download(resumePath(id, 'pdf'));

  it('can be downloaded by whoever asked for it, for a minute, and the log says who asked', async () => {
    const id = await apply();
    await check(id);
    expect((await download(id)).error).not.toBeNull();
    expect(await desk.ask('desk_resume', { application: id })).toBe(resumePath(id, 'pdf'));
    expect(await logged('opened the resume')).toEqual([
      { who: desk.person.id, kind: 'internship_applications', request_id: id },
    ]);
    expect(await (await download(id)).data?.text()).toBe(PDF);

    const colleague = openDesk(stack, await addPerson(stack.database));
    expect((await download(id, colleague)).error).not.toBeNull();
    await passTime(stack.database, '59 seconds');
    expect((await download(id)).error).toBeNull();
    await passTime(stack.database, '2 seconds');
    expect((await download(id)).error).not.toBeNull();
  });

  it('is not the only one in the bucket, and opening it opens no other', async () => {
    const [one, other] = [await apply(), await apply()];
    for (const id of [one, other]) await check(id);
    await desk.ask('desk_resume', { application: one });
    expect((await download(other)).error).not.toBeNull();
    const bucket = desk.client.storage.from('resumes');
    expect((await bucket.list(other)).data).toEqual([]);
    // A hosted storage lists folders, the local one files.
    expect((await bucket.list('')).data?.map(({ name }) => name.split('/')[0])).toEqual([one]);
  });

  it('can neither be replaced nor deleted, nor be given a link that outlives the minute', async () => {
    const id = await apply();
    await check(id);
    await desk.ask('desk_resume', { application: id });
    const bucket = desk.client.storage.from('resumes');
    const place = resumePath(id, 'pdf');
    expect((await bucket.createSignedUrl(place, 86_400)).data).toBeNull();
    expect(
      (await bucket.update(place, Buffer.from('%PDF-other'), { contentType: 'application/pdf' })).error,
    ).not.toBeNull();
    expect((await bucket.move(place, `${id}/other.pdf`)).error).not.toBeNull();
    await bucket.remove([place]);
    expect(await (await download(id)).data?.text()).toBe(PDF);
  });

  it('is handed out only once it was checked: when the team was notified', async () => {
    const id = await apply();
    const before = await logged('opened the resume');
    expect(await desk.refusal('desk_resume', { application: id })).toMatchObject({
      code: 'PT404',
      message: 'There is no checked resume for this application.',
    });
    expect(await desk.read('internship_applications', id)).toMatchObject({
      resume: null,
    });
    const none = await store('internship_applications', application());
    await check(none);
    for (const application_id of [none, randomUUID()])
      expect(await desk.refusal('desk_resume', { application: application_id })).toMatchObject({ status: 404 });
    expect(await logged('opened the resume')).toEqual(before);
    await check(id);
    expect(await desk.read('internship_applications', id)).toMatchObject({
      resume: resumePath(id, 'pdf'),
    });
  });
});

it('an export has what is filtered, with everything that visitors sent, and is logged', async () => {
  const id = await store('demo_bookings', booking({ name: 'Exported', note: 'exported note' }));
  await store('contact_submissions', submission({ name: 'Exported' }));
  expect(await desk.refusal('desk_export', { words: 'exported' })).toMatchObject({
    message: 'Begin the export first.',
  });
  const rows = await desk.export<(Entry & { request: Row })[]>({
    kinds: ['demo_bookings'],
    words: 'exported',
  });
  expect(rows).toMatchObject([
    { id, kind: 'demo_bookings', state: 'new', request: { note: 'exported note', name: 'Exported' } },
  ]);
  expect(await logged('exported')).toEqual([{ who: desk.person.id, kind: null, request_id: null }]);
  expect(await desk.export({ words: 'exported' })).toHaveLength(2);
});

describe('erasing an address', () => {
  it('deletes what was shown before, all that the desk knew of it, and nothing of others; the log says who did it', async () => {
    const email = `erased.${randomUUID()}@example.com`;
    const other = await store('contact_submissions', submission());
    const request_id = await store('demo_bookings', booking({ email: email.toUpperCase() }));
    await store('contact_submissions', submission({ email }));
    await store('voice_leads', lead({ email }));
    for (const [kind, id] of [
      ['demo_bookings', request_id],
      ['contact_submissions', other],
    ])
      await desk.ask('desk_note', {
        note_id: randomUUID(),
        request_kind: kind,
        request_id: id,
        note: `About ${email}`,
      });
    const values = { answer_id: randomUUID(), booking: request_id, version: 1, answer: 'confirmed' };
    await desk.ask('desk_answer_booking', values);

    const shown = await desk.ask<Row>('desk_erasure', { address: ` ${email} ` });
    expect(shown).toMatchObject({ demo_bookings: 1, booking_answers: 1, contact_submissions: 1, voice_leads: 1 });
    expect(await desk.ask('desk_erase', { address: email })).toEqual({ deleted: shown, more: false });
    expect(await logged('erased an address')).toEqual([{ who: desk.person.id, kind: null, request_id: null }]);

    const left = await stack.database`
      select kind from public.desk_requests where lower(email) = ${email} or search like ${`%${email}%`}
      union all select 'note' from public.desk_notes where request_id = ${request_id}
      union all select 'answer' from public.booking_answers where booking_id = ${request_id}`;
    expect(left).toEqual([]);
    // What somebody wrote about the address elsewhere stays, and so do the ids in the log.
    expect((await desk.entry('contact_submissions', other)).id).toBe(other);
    expect(await stack.database`select 1 from public.desk_log where request_id = ${request_id}`).not.toEqual([]);
    expect(await desk.ask('desk_erasure', { address: email })).toMatchObject({ demo_bookings: 0, booking_answers: 0 });
  });

  it.each(['', '  ', null])('without one (%j) is refused', async (address) => {
    const before = await logged('erased an address');
    expect((await desk.refusal('desk_erasure', { address })).code).toBe('PT400');
    expect((await desk.refusal('desk_erase', { address })).code).toBe('PT400');
    expect(await logged('erased an address')).toEqual(before);
  });
});

it('what is kept no longer goes from the desk, too, with its notes and answers', async () => {
  const request_id = await store('demo_bookings', booking());
  const note = { note_id: randomUUID(), request_kind: 'demo_bookings', request_id, note: 'Old' };
  await desk.ask('desk_note', note);
  await desk.ask('desk_answer_booking', {
    answer_id: randomUUID(),
    booking: request_id,
    version: 1,
    answer: 'declined',
  });
  await stack.database`
    update public.demo_bookings
    set created_at = now() - interval '40 days', starts_at = now() - interval '2 days', notified_at = now()
    where id = ${request_id}`;
  await stack.database`
    update public.booking_answers set starts_at = now() - interval '2 days', notified_at = now()
    where booking_id = ${request_id}`;
  await functionParts(stack).requests.deleteExpired({ demo_bookings: 30 });
  const left = await stack.database`
    select id from public.desk_requests where id = ${request_id}
    union all select id from public.desk_notes where id = ${note.note_id}
    union all select id from public.booking_answers where booking_id = ${request_id}`;
  expect(left).toEqual([]);
});

describe('the log', () => {
  it('can be read by staff, and holds nothing of visitors', async () => {
    const id = await store('contact_submissions', submission({ name: 'Logged Name', email: 'logged@example.com' }));
    await desk.read('contact_submissions', id);
    const { data } = await desk.client.from('desk_log').select('*').eq('request_id', id);
    expect(data).toMatchObject([{ who: desk.person.id, what: 'opened', kind: 'contact_submissions', request_id: id }]);
    const [row] =
      await stack.database`select count(*)::int as count from public.desk_log l where l::text ilike '%logged%'`;
    expect(row).toEqual({ count: 0 });
  });

  it.each([
    ['changed', "update public.desk_log set what = 'exported'"],
    ['deleted', 'delete from public.desk_log'],
    ['emptied', 'truncate public.desk_log'],
  ])('cannot be %s, not even by the owner of the database', async (_what, statement) => {
    await desk.export({ words: 'nothing' });
    await expect(stack.database.unsafe(statement)).rejects.toThrow('The log of the desk cannot be changed.');
    const values = { who: randomUUID(), what: 'exported' };
    for (const one of [desk.client, stack.visitor()]) {
      expect((await one.from('desk_log').insert(values)).error?.code).toBe('42501');
      expect((await one.from('desk_log').update({ what: 'exported' }).gt('id', 0)).error?.code).toBe('42501');
      expect((await one.from('desk_log').delete().gt('id', 0)).error?.code).toBe('42501');
    }
  });

  it('is kept for as long as the settings say, and then deleted by the sweep', async () => {
    await desk.export({ words: 'nothing' });
    const count = async () => (await stack.database`select 1 from public.desk_log`).length;
    // A booking can't be more than a year ahead.
    await stack.database`delete from public.demo_bookings`;
    const parts = functionParts(stack);
    await passTime(stack.database, '364 days');
    await parts.requests.prepareSweep();
    expect(await count()).toBeGreaterThan(0);
    await passTime(stack.database, '2 days');
    await parts.requests.prepareSweep();
    expect(await count()).toBe(0);
  });
});

describe('dead letters', () => {
  it('that are made due again while the team is being told of them are told once more', async () => {
    const id = await store('contact_submissions', submission());
    const giveUp = () =>
      stack.database`update public.contact_submissions set dead_at = now(), tries = 40 where id = ${id}`;
    const untold = async () => {
      const [row] = await stack.database<
        { found: { id: string }[] }[]
      >`select public.untold_dead_letters(100) as found`;
      return row?.found.filter((one) => one.id === id).length;
    };
    await giveUp();
    expect(await untold()).toBe(1);
    await stack.database`select public.retry_dead_letters()`;
    await stack.database`select public.finish_dead_letter('contact_submissions', ${id})`;
    await giveUp();
    expect(await untold()).toBe(1);
    await stack.database`select public.finish_dead_letter('contact_submissions', ${id})`;
    expect(await untold()).toBe(0);
    await stack.database`delete from public.contact_submissions where id = ${id}`;
  });

  it('are retried even when the network of the staff has sent as many requests as it may', async () => {
    const id = await store('contact_submissions', submission());
    await stack.database`update public.contact_submissions set dead_at = now(), tries = 40 where id = ${id}`;
    await stack.database`update private.settings set requests_per_ip = 1`;
    await stack.database`
      insert into private.request_log (network_hash)
      select hash from private.settings, lateral (
        select private.salted(address) as hash from unnest(array['127.0.0.1', '::ffff:127.0.0.1', '::1']) address
        union all select ''::bytea
      ) networks, generate_series(1, 3)`;
    expect((await desk.client.from('contact_submissions').insert(submission())).error?.code).toBe('PT429');
    expect(await desk.ask('desk_retry_dead_letters')).toBe(1);
    await stack.database`update private.settings set requests_per_ip = 20`;
    expect(await logged('retried dead letters')).toEqual([{ who: desk.person.id, kind: null, request_id: null }]);
    expect((await desk.entry('contact_submissions', id)).dead).toBe(false);
  });
});

it('says how many addresses wait for each resource', async () => {
  for (const email of ['a@example.com', 'A@example.com', 'b@example.com'])
    await stack.database`
      insert into public.notification_requests (id, name, email, source, fill_ms, resource_type)
      values (${randomUUID()}, 'Ada', ${email}, 'test', 5000, 'New Research')`;
  expect(await desk.ask('desk_waiting')).toEqual([{ resource_type: 'New Research', waiting: 2 }]);
});
