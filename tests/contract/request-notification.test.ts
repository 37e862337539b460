import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { TeamTable } from '../../src/backend/request.ts';
import { RESUME_TYPES } from '../../src/backend/resume.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { announced, application, booking, mails, startStack, submission, type Stack } from '../setup/stack.ts';

type Row = Record<string, unknown>;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** The owner's copy. */
const copy = (file: string) => parse(readFileSync(`content/${file}.yaml`, 'utf8')) as unknown;
const form = copy('forms/internship') as { fields: Record<'position' | 'availability', { options: Row }> };
const applicationCopy = copy('emails/internship-application') as {
  team: { labels: Row; resume: Record<'none' | 'missing', string> };
  acknowledgement: { subject: string };
};
const demoBookingCopy = copy('emails/demo-booking') as { team: { labels: Record<'officeTime' | 'theirTime', string> } };

async function store(table: TeamTable, row: Row): Promise<Row> {
  const { error } = await stack.visitor().from(table).insert(row);
  expect(error).toBeNull();
  return row;
}

async function call(body: unknown, headers: Record<string, string> = { apikey: stack.backend.publishableKey }) {
  const response = await fetch(`${stack.backend.apiUrl}/functions/v1/request-notification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
const notify = (table: TeamTable, row: Row) => call({ table, id: row['id'] });

const NOTIFIED = { status: 200, body: { state: 'notified' } };
const WAITING = { status: 202, body: { state: 'waiting' } };

const mailsOf = async (...rows: Row[]) => {
  const found = (await mails(stack.backend.mailboxUrl)).filter(({ messageId }) =>
    rows.some(({ id }) => messageId.includes(String(id))),
  );
  const sent = (kind: string) => found.filter(({ messageId }) => messageId.includes(`.${kind}@`));
  return { team: sent('team'), acknowledgements: sent('acknowledgement') };
};

async function stampsOf(table: TeamTable, { id }: Row) {
  const [found] = await stack.database<Row[]>`
    select notified_at, claimed_at, acknowledged_at from ${stack.database(`public.${table}`)} where id = ${String(id)}`;
  return found;
}

async function uploadResume({ id }: Row) {
  const response = await fetch(`${stack.backend.apiUrl}/storage/v1/object/resumes/${String(id)}/resume.pdf`, {
    method: 'POST',
    headers: {
      apikey: stack.backend.publishableKey,
      authorization: `Bearer ${stack.backend.publishableKey}`,
      'content-type': RESUME_TYPES.pdf,
    },
    body: '%PDF-1.4',
  });
  expect(response.status).toBe(200);
}

describe('an application', () => {
  const TABLE = 'internship_applications';

  it('without a resume is mailed to the team at once, in the words of the form, and acknowledged', async () => {
    const row = await store(
      TABLE,
      application({
        name: 'Zoë <b>',
        phone: '+49 30 1234',
        position: 'ux-ui-design',
        availability: 'within-3-months',
        motivation: 'First <i>line</i>\nsecond line',
        experience: 'Many years',
        page: '/internships/apply',
        utm_source: 'news',
      }),
    );
    expect(await notify(TABLE, row)).toEqual(NOTIFIED);

    const { team, acknowledgements } = await mailsOf(row);
    const { position, availability } = form.fields;
    const positionLabel = String(position.options['ux-ui-design']);
    expect(team).toMatchObject([{ to: [{ address: readSite().email }], replyTo: [{ address: row['email'] }] }]);
    expect(team[0]?.subject).toContain('Zoë <b>');
    expect(team[0]?.subject).toContain(positionLabel);
    for (const part of [
      String(row['email']),
      String(row['motivation']),
      '+49 30 1234',
      positionLabel,
      String(availability.options['within-3-months']),
      'Many years',
      '/internships/apply',
      'news',
      applicationCopy.team.resume.none,
    ])
      expect(team[0]?.text).toContain(part);
    expect(team[0]?.html).toContain('First &lt;i&gt;line&lt;/i&gt;');
    expect(team[0]?.text).not.toMatch(/ux-ui-design|within-3-months/);

    expect(acknowledgements).toMatchObject([
      { to: [{ address: row['email'] }], subject: applicationCopy.acknowledgement.subject },
    ]);
    expect(JSON.stringify(acknowledgements)).not.toMatch(/Zoë|First|Many years|1234|UX|news/);
    expect(await stampsOf(TABLE, row)).toEqual({
      notified_at: expect.any(Date) as Date,
      acknowledged_at: expect.any(Date) as Date,
      claimed_at: null,
    });
  });

  it('leaves fields out of the mail that are empty in the form', async () => {
    const row = await store(TABLE, application({ phone: '', experience: ' \n' }));
    await notify(TABLE, row);
    const { team } = await mailsOf(row);
    for (const label of ['phone', 'experience', 'file'])
      expect(team[0]?.text).not.toContain(`${String(applicationCopy.team.labels[label])}:`);
  });

  it('with a resume is mailed once the resume has arrived, and not before', async () => {
    const row = await store(TABLE, application({ ...announced, resume_name: 'Lebenslauf Zoë.pdf' }));
    for (let time = 0; time < 2; time++) expect(await notify(TABLE, row)).toEqual(WAITING);
    expect(await mailsOf(row)).toEqual({ team: [], acknowledgements: [] });
    expect(await stampsOf(TABLE, row)).toEqual({ notified_at: null, claimed_at: null, acknowledged_at: null });

    await uploadResume(row);
    expect(await notify(TABLE, row)).toEqual(NOTIFIED);
    const { team, acknowledgements } = await mailsOf(row);
    expect([team.length, acknowledgements.length]).toEqual([1, 1]);
    expect(team[0]?.text).toContain('Lebenslauf Zoë.pdf');
    expect(team[0]?.text).toContain(`/storage/v1/object/sign/resumes/${String(row['id'])}/resume.pdf?token=`);
  });

  it('with a resume that never arrives is mailed when the upload window is over, and the mail says so', async () => {
    const row = await store(TABLE, application(announced));
    const age = (by: string) =>
      stack.database`update public.internship_applications set created_at = now() - ${by}::interval where id = ${String(row['id'])}`;
    // An hour to start the upload, ten minutes to finish it.
    await age('69 minutes');
    expect(await notify(TABLE, row)).toEqual(WAITING);
    await age('71 minutes');
    expect(await notify(TABLE, row)).toEqual(NOTIFIED);
    const { team } = await mailsOf(row);
    expect(team).toHaveLength(1);
    expect(team[0]?.text).toContain(applicationCopy.team.resume.missing);
    expect(team[0]?.text).toContain(announced.resume_name);
    expect(team[0]?.text).not.toContain('http');
  });
});

describe('a booking', () => {
  const TABLE = 'demo_bookings';
  const { officeTime, theirTime } = demoBookingCopy.team.labels;
  const line = (text: string | undefined, label: string) =>
    text?.split('\n').find((entry) => entry.startsWith(`${label}: `));
  /** 6:30 AM UTC, a month from now. */
  const HALF_PAST_SIX = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T06:30:00Z`;
  const dayIn = (timeZone: string) =>
    new Date(HALF_PAST_SIX).toLocaleDateString('en', {
      timeZone,
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
    });
  const clockIn = (timeZone: string) =>
    new Date(HALF_PAST_SIX).toLocaleTimeString('en', { timeZone, hour: 'numeric', minute: '2-digit' });
  const office = readSite().bookings.timeZone;

  it('is mailed with its time in the time zones of the office and the visitor', async () => {
    const row = await store(
      TABLE,
      booking({
        name: 'Zoë',
        company: 'Acme & Sons',
        topic: 'Reports',
        starts_at: HALF_PAST_SIX,
        time_zone: 'Asia/Kathmandu',
        note: 'Bring <b>slides</b>',
      }),
    );
    expect(await notify(TABLE, row)).toEqual(NOTIFIED);

    const { team, acknowledgements } = await mailsOf(row);
    const [mail] = team;
    expect(mail).toMatchObject({ to: [{ address: readSite().email }], replyTo: [{ address: row['email'] }] });
    expect(mail?.subject).toContain('Reports');
    // Nepal is 5:45 ahead of UTC all year.
    const theirs = line(mail?.text, theirTime);
    expect(theirs).toContain(`${dayIn('Asia/Kathmandu')} at 12:15 PM`);
    expect(theirs).toContain('(Asia/Kathmandu)');
    expect(line(mail?.text, officeTime)).toContain(`${dayIn(office)} at ${clockIn(office)}`);
    expect(line(mail?.text, officeTime)).toContain(`(${office.replaceAll('_', ' ')})`);
    for (const part of ['Zoë', 'Acme & Sons', 'Bring <b>slides</b>']) expect(mail?.text).toContain(part);
    expect(mail?.html).toContain('Bring &lt;b&gt;slides&lt;/b&gt;');

    expect(acknowledgements).toMatchObject([{ to: [{ address: row['email'] }] }]);
    expect(acknowledgements[0]?.text).toContain(`${dayIn('Asia/Kathmandu')} at 12:15 PM`);
    expect(JSON.stringify(acknowledgements)).not.toMatch(/Zoë|Acme|Reports|slides/);
  });

  it.each(['Mars/Phobos', 'Buy at https://x.example', '<script>', 'x'.repeat(60), 'Europe/Berlin\r\nBcc: a@b.c'])(
    'in the time zone %j is mailed with the time in the office, and only the team sees the text',
    { tags: ['exhaustive'] },
    async (time_zone) => {
      const row = await store(TABLE, booking({ starts_at: HALF_PAST_SIX, time_zone }));
      expect(await notify(TABLE, row)).toEqual(NOTIFIED);
      const { team, acknowledgements } = await mailsOf(row);
      expect(line(team[0]?.text, officeTime)).toContain(`${dayIn(office)} at ${clockIn(office)}`);
      expect(line(team[0]?.text, theirTime)).toBe(`${theirTime}: ${time_zone.replace('\r\n', ' ')}`);
      expect(acknowledgements[0]?.text).toContain(`${dayIn(office)} at ${clockIn(office)}`);
      expect(acknowledgements[0]?.text).not.toContain(time_zone);
    },
  );
});

describe.each<[TeamTable, (changes?: Row) => Row]>([
  ['contact_submissions', submission],
  ['internship_applications', application],
  ['demo_bookings', booking],
])('a request in %s', (table, row) => {
  it(
    'is mailed once when the function is called twice, and once when it is called ten times at once',
    { tags: ['exhaustive'] },
    async () => {
      const twice = await store(table, row());
      for (let time = 0; time < 2; time++) expect(await notify(table, twice)).toEqual(NOTIFIED);
      const often = await store(table, row());
      const answers = await Promise.all(Array.from({ length: 10 }, () => notify(table, often)));
      expect(answers.filter(({ status }) => ![200, 202].includes(status))).toEqual([]);
      for (const sent of [await mailsOf(twice), await mailsOf(often)])
        expect([sent.team.length, sent.acknowledgements.length]).toEqual([1, 1]);
    },
  );

  it('cannot inject lines into the mail, neither into its headers nor among its values', async () => {
    const evil = await store(table, row({ name: 'Eve\r\nBcc: victim@example.com', page: '/\nEmail: x@y\u202etxt' }));
    await notify(table, evil);
    const [mail] = (await mailsOf(evil)).team;
    const source = await (await fetch(`${stack.backend.mailboxUrl}/${mail?.id ?? ''}.eml`)).text();
    expect(source.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    expect(mail?.subject).toContain('Eve Bcc: victim@example.com');
    expect(mail?.text).not.toMatch(/^(Bcc|Email: x@y)/m);
    expect(mail?.text).not.toContain('\u202e');
    expect(mail?.text).toContain(': / Email: x@y txt');
  });
});

describe('an address gets one acknowledgement in an hour', () => {
  const KINDS: [TeamTable, (changes: Row) => Row][] = [
    ['contact_submissions', submission],
    ['internship_applications', application],
    ['demo_bookings', booking],
  ];
  const newAddress = () => `often.${randomUUID()}@example.com`;

  async function acknowledgesOnce([first, row]: (typeof KINDS)[number]): Promise<void> {
    const email = newAddress();
    const acknowledged = await store(first, row({ email }));
    await notify(first, acknowledged);
    expect((await mailsOf(acknowledged)).acknowledgements).toHaveLength(1);

    const others: Row[] = [];
    for (const [table, other] of KINDS) {
      const sent = await store(table, other({ email: email.toUpperCase() }));
      await notify(table, sent);
      others.push(sent);
    }
    const { team, acknowledgements } = await mailsOf(...others);
    expect([team.length, acknowledgements.length]).toEqual([3, 0]);

    await stack.database`update ${stack.database(`public.${first}`)}
      set acknowledged_at = acknowledged_at - interval '61 minutes' where lower(email) = ${email}`;
    const later = await store('demo_bookings', booking({ email }));
    await notify('demo_bookings', later);
    expect((await mailsOf(later)).acknowledgements).toHaveLength(1);
  }
  it.each(KINDS.slice(0, 1))('whatever it sends after a request in %s', (...kind) => acknowledgesOnce(kind));
  it.each(KINDS.slice(1))('whatever it sends after a request in %s', { tags: ['exhaustive'] }, (...kind) =>
    acknowledgesOnce(kind),
  );

  it('even when it sends several at once', async () => {
    const email = newAddress();
    const rows = await Promise.all(
      KINDS.map(async ([table, row]) => ({ table, row: await store(table, row({ email })) })),
    );
    await Promise.all(rows.map(({ table, row }) => notify(table, row)));
    const { team, acknowledgements } = await mailsOf(...rows.map(({ row }) => row));
    expect([team.length, acknowledgements.length]).toEqual([3, 1]);
  });
});

describe('bad input', () => {
  it.each<[string, unknown, number, string]>([
    ['an unknown table', { table: 'users', id: randomUUID() }, 400, 'table'],
    ['a table without notifications', { table: 'notification_requests', id: randomUUID() }, 400, 'table'],
    ['an invalid table', { table: 'demo_bookings; drop table demo_bookings', id: randomUUID() }, 400, 'table'],
    ['no table', { id: randomUUID() }, 400, 'table'],
    ['no id', { table: 'demo_bookings' }, 400, 'id'],
    ['an invalid id', { table: 'demo_bookings', id: '1 or 1=1' }, 400, 'id'],
    ['an unknown id', { table: 'demo_bookings', id: randomUUID() }, 404, 'id'],
    ['nothing', null, 400, 'body'],
  ])('%s is rejected with the name of the field', async (_what, body, status, field) => {
    expect(await call(body)).toMatchObject({ status, body: { error: { field } } });
  });

  it('includes the id of a request in another table', async () => {
    const row = await store('contact_submissions', submission());
    expect(await notify('demo_bookings', row)).toMatchObject({ status: 404, body: { error: { field: 'id' } } });
    expect(await mailsOf(row)).toEqual({ team: [], acknowledgements: [] });
  });

  it('includes a call without the key, or with another', async () => {
    const row = await store('demo_bookings', booking());
    for (const headers of [{}, { apikey: 'wrong' }, { apikey: '' }])
      expect(await call({ table: 'demo_bookings', id: row['id'] }, headers)).toMatchObject({
        status: 401,
        body: { error: { code: 'key' } },
      });
    expect((await mailsOf(row)).team).toEqual([]);
  });
});
