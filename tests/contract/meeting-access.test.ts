import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostOf } from '../../functions/_shared/meeting-links.ts';
import { makeHandler } from '../../functions/meeting-access/handler.ts';
import { localKeys } from '../../tools/local/folder.ts';
import { readToken } from '../../tools/local/meeting/tokens.ts';
import { passTime } from '../setup/clock.ts';
import { CALLERS } from '../setup/desk-callers.ts';
import { addPerson, claimsOf, openDesk, sign } from '../setup/desk.ts';
import { functionParts } from '../setup/function-parts.ts';
import { inMinutes, MINUTE_MS, startMeetingStack, type Booked, type MeetingStack } from '../setup/meeting.ts';
import { submission } from '../setup/stack.ts';

interface Knock {
  booking: string;
  name: string;
}
interface Detail {
  meeting: { ended_at: string; seconds: number; worked: boolean | null } | null;
  notes: { author: string; text: string }[];
  history: { who: string; what: string }[];
}

let meetings: MeetingStack;
beforeAll(async () => {
  meetings = await startMeetingStack();
});
afterAll(() => meetings.stop());
beforeEach(async () => {
  await meetings.stack.database`delete from public.demo_bookings`;
});

const linkOf = ({ booking, secret }: Booked) => ({ booking, secret });
const enter = (booked: Booked, secret = booked.secret) =>
  meetings.access({ action: 'enter', booking: booked.booking, secret });
const after = (startsAt: string, minutes: number) => new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString();

const NO_MEETING = { status: 404, body: { error: { code: 'meeting' } } };

describe('a visitor’s link', () => {
  it('says when the room opens: a quarter of an hour before, and not where it is', async () => {
    const booked = await meetings.confirmed(16);
    const { startsAt } = booked;
    expect((await enter(booked)).body).toEqual({ state: 'early', startsAt, opensAt: after(startsAt, -15) });
    expect(await meetings.room(booked.booking)).toBeUndefined();
  });

  it('opens the room from then on, in which the visitor has to knock', async () => {
    const booked = await meetings.confirmed(14, { name: 'Zoë Example' });
    const { startsAt } = booked;
    const { status, body } = await enter(booked);
    expect(status).toBe(200);
    expect(body).toEqual({
      state: 'open',
      role: 'visitor',
      name: 'Zoë Example',
      token: null,
      url: (await meetings.room(booked.booking))?.url,
      startsAt,
      endsAt: after(startsAt, 30),
      opensAt: after(startsAt, -15),
      closesAt: after(startsAt, 90),
    });
    expect(await meetings.room(booked.booking)).toMatchObject({
      privacy: 'private',
      config: { enable_knocking: true, eject_at_room_exp: true, max_participants: 6 },
    });
  });

  it('opens it until an hour after the end, and says then that it is over', async () => {
    expect((await enter(await meetings.confirmed(-89))).body).toMatchObject({ state: 'open' });
    const booked = await meetings.confirmed(-90);
    expect((await enter(booked)).body).toEqual({ state: 'over', startsAt: booked.startsAt });
  });

  it('ends when the call is moved, and so does its room; the link to the new time works', async () => {
    const booked = await meetings.confirmed(5);
    expect((await enter(booked)).status).toBe(200);
    await meetings.answer(booked.booking, 'proposed', inMinutes(10));
    expect(await enter(booked)).toMatchObject(NO_MEETING);
    await meetings.answer(booked.booking, 'confirmed');
    expect(await enter(booked)).toMatchObject(NO_MEETING);
    const [{ starts_at: startsAt } = { starts_at: new Date(0) }] = await meetings.stack.database<{ starts_at: Date }[]>`
      select starts_at from public.booking_answers where booking_id = ${booked.booking} order by sequence desc limit 1`;
    const appointment = { booking: booked.booking, startsAt: startsAt.toISOString() };
    expect((await enter(booked, meetings.links.visitorSecret(appointment))).body).toMatchObject({ state: 'open' });
  });

  it('puts out whoever is in the room when the call is moved to another time at once', async () => {
    const booked = await meetings.confirmed(5);
    await enter(booked);
    const before = await meetings.room(booked.booking);
    await enter(booked);
    expect((await meetings.room(booked.booking))?.id).toBe(before?.id);
    const startsAt = inMinutes(10);
    await meetings.answer(booked.booking, 'confirmed', startsAt);
    const link = meetings.links.visitorSecret({ booking: booked.booking, startsAt });
    expect((await enter(booked, link)).body).toMatchObject({ state: 'open' });
    const moved = await meetings.room(booked.booking);
    expect(moved?.id).not.toBe(before?.id);
    expect(moved?.config.nbf).toBeGreaterThan(Number(before?.config.nbf));
  });

  it('ends when the booking is declined, and when it is erased', async () => {
    const declined = await meetings.confirmed(5);
    await meetings.answer(declined.booking, 'declined');
    expect(await enter(declined)).toMatchObject(NO_MEETING);
    const erased = await meetings.confirmed(5);
    await meetings.stack.database`delete from public.demo_bookings where id = ${erased.booking}`;
    expect(await enter(erased)).toMatchObject(NO_MEETING);
  });

  it('is no link for a note of staff', { tags: ['exhaustive'] }, async () => {
    const booked = await meetings.confirmed(5);
    expect(await meetings.access({ action: 'note', ...linkOf(booked), id: randomUUID(), text: 'Hello' })).toMatchObject(
      NO_MEETING,
    );
  });
});

describe('a link that opens nothing', () => {
  it('gets the same answer to the byte, whatever is wrong with it', async () => {
    const booked = await meetings.confirmed(5);
    const other = await meetings.confirmed(5);
    const declined = await meetings.confirmed(5);
    await meetings.answer(declined.booking, 'declined');
    const unanswered = String((await meetings.book())['id']);
    const { booking, secret } = booked;
    const ticket = await meetings.ticket(booking);
    const wrong: Record<string, unknown>[] = [
      { booking, secret: `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}` },
      { booking, secret: other.secret },
      { booking, secret: secret.slice(1) },
      { booking, secret: `${secret}A` },
      { booking, secret: '' },
      { booking },
      { booking, secret: 5 },
      { booking, secret: 'x'.repeat(5000) },
      { booking: booking.toUpperCase(), secret },
      { booking: `${booking} `, secret },
      { booking: randomUUID(), secret },
      { booking: "' or true --", secret },
      { booking: null, secret },
      { secret },
      { booking: unanswered, secret },
      linkOf(declined),
      { booking: other.booking, secret: ticket },
      { booking, secret: ticket.replace(/~\d+~/, '~99999999999~') },
      { booking, secret: `host~not-a-person~99999999999~${secret}` },
    ];
    const answers = await Promise.all(wrong.map((link) => meetings.access({ action: 'enter', ...link })));
    expect(answers[0]).toMatchObject(NO_MEETING);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    for (const action of [
      { action: 'knock', name: 'Ada' },
      { action: 'ended', seconds: 5, worked: null },
      { action: 'note', id: randomUUID(), text: 'x' },
    ])
      expect((await meetings.access({ ...action, booking, secret: other.secret })).text).toBe(answers[0]?.text);
  });

  it(
    'is tried at most twenty times in ten minutes from one network; right ones, and forms, are not affected',
    { tags: ['exhaustive'] },
    async () => {
      const booked = await meetings.confirmed(5);
      const from = meetings.from('10.77.0.1');
      const wrong = { action: 'enter', ...linkOf(booked), secret: 'wrong' };
      const answers = await Promise.all(Array.from({ length: 30 }, () => meetings.access(wrong, from)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 404)).toHaveLength(20);
      const refusals = new Set(answers.filter(({ status }) => status === 429).map(({ text }) => text));
      expect([...refusals].map((text) => JSON.parse(text) as unknown)).toEqual([
        { error: { code: 'limit', message: 'Too many wrong links from this network: try again in ten minutes.' } },
      ]);
      // A colleague's old link must not keep anybody out.
      expect((await meetings.access({ ...wrong, secret: booked.secret }, from)).status).toBe(200);
      const form = await meetings.stack.visitor('10.77.0.1').from('contact_submissions').insert(submission());
      expect(form.error).toBeNull();
      await passTime(meetings.stack.database, '10 minutes');
      expect((await meetings.access(wrong, from)).status).toBe(404);
    },
  );

  it('does not count if it is right, however often it is used', { tags: ['exhaustive'] }, async () => {
    const booked = await meetings.confirmed(5);
    const from = meetings.from('10.77.0.2');
    for (let time = 0; time < 25; time++)
      expect((await meetings.access({ action: 'knock', ...linkOf(booked), name: 'Ada' }, from)).status).toBe(200);
  });
});

it(
  'a right link is used at most 600 times in ten minutes from a network; others, and other links, are not affected',
  { tags: ['exhaustive'] },
  async () => {
    const [booked, other] = [await meetings.confirmed(5), await meetings.confirmed(5)];
    const network = '10.77.0.3';
    const from = meetings.from(network);
    const headers = JSON.stringify({ 'cf-connecting-ip': network });
    await meetings.stack.database`
    select public.count_meeting_use(${`${booked.booking} `}, ${headers}) from generate_series(1, 590)`;
    const link = (of: Booked) => ({ action: 'enter', ...linkOf(of) }) as const;
    const answers = await Promise.all(Array.from({ length: 15 }, () => meetings.access(link(booked), from)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 429)?.body).toEqual({
      error: { code: 'limit', message: 'This link was used too often: try again in ten minutes.' },
    });
    // Whoever else has the link does not keep its visitor out.
    expect((await meetings.access(link(booked), meetings.from('10.77.0.4'))).status).toBe(200);
    const secret = await meetings.ticket(booked.booking);
    expect((await meetings.access({ ...link(booked), secret }, from)).status).toBe(200);
    expect((await meetings.access(link(other), from)).status).toBe(200);
    await passTime(meetings.stack.database, '10 minutes');
    expect((await meetings.access(link(booked), from)).status).toBe(200);
  },
);

it('nobody knocks or ends a call while its room is closed, nor says that it was longer than the room was open', async () => {
  const early = await meetings.confirmed(16);
  const over = await meetings.confirmed(-90);
  const long = await meetings.confirmed(-150);
  const begun = await meetings.confirmed(14);
  const knock = (booked: Booked) => meetings.access({ action: 'knock', ...linkOf(booked), name: 'Ada' });
  const end = (booked: Booked) =>
    meetings.access({ action: 'ended', ...linkOf(booked), seconds: 86_400, worked: null });
  for (const answer of [await knock(early), await knock(over), await end(early), await end(long)])
    expect(answer).toMatchObject(NO_MEETING);
  expect(await meetings.desk.ask<Knock[]>('desk_knocks')).toEqual([]);
  expect((await end(over)).status).toBe(200);
  expect(await meetings.stack.database`select seconds from public.meeting_outcomes`).toMatchObject([
    { seconds: 105 * 60 },
  ]);
  expect((await end(begun)).status).toBe(200);
  const [{ seconds } = {}] = await meetings.stack.database`
    select seconds from public.meeting_outcomes where booking_id = ${begun.booking}`;
  expect(seconds).toBeGreaterThanOrEqual(60);
  expect(seconds).toBeLessThan(120);
});

describe('a host’s link', () => {
  it('opens the room with the token of an owner, which lets nobody in after two minutes', async () => {
    const booked = await meetings.confirmed(5);
    const secret = await meetings.ticket(booked.booking);
    const before = Date.now();
    const { body } = await enter(booked, secret);
    const after = Date.now();
    expect(body).toMatchObject({ state: 'open', role: 'host', url: (await meetings.room(booked.booking))?.url });
    const { daily } = localKeys(meetings.stack.folder);
    const pass = readToken(String(body['token']), `b-${booked.booking}`, daily);
    expect(pass).toMatchObject({ owner: true, name: body['name'], ejectAtExp: false });
    expect(pass?.exp).toBeGreaterThanOrEqual(Math.floor(before / 1000) + 120);
    expect(pass?.exp).toBeLessThanOrEqual(Math.floor(after / 1000) + 120);
    expect(readToken(String(body['token']), `b-${randomUUID()}`, daily)).toBeUndefined();
  });

  it('tells no visitor the address of staff', async () => {
    const person = await addPerson(meetings.stack.database);
    const email = `ada.lovelace+${person.id}@example.com`;
    await meetings.stack.database`update private.staff set email = ${email} where user_id = ${person.id}`;
    const booked = await meetings.confirmed(5);
    const ticket = await meetings.ticket(booked.booking, openDesk(meetings.stack, person));
    expect((await enter(booked, ticket)).body).toMatchObject({ name: 'Ada Lovelace' });
  });

  it('is given to staff with all rights only', async () => {
    const { booking } = await meetings.confirmed(5);
    for (const [name, make] of Object.entries(CALLERS)) {
      const { headers } = await make(meetings.stack);
      const { apikey: _apikey, ...token } = headers;
      const { status, body } = await meetings.access(
        { action: 'ticket', booking },
        { apikey: meetings.stack.backend.publishableKey, ...token },
      );
      expect([status, body], name).toMatchObject([403, { error: { code: 'staff' } }]);
    }
    const log = await meetings.stack.database`select from public.desk_log where what = 'entered the room'`;
    const before = log.length;
    await meetings.ticket(booking);
    expect(await meetings.stack.database`select from public.desk_log where what = 'entered the room'`).toHaveLength(
      before + 1,
    );
  });

  it('is not given for a booking that is not confirmed', { tags: ['exhaustive'] }, async () => {
    const id = String((await meetings.book())['id']);
    const headers = {
      ...meetings.from(),
      authorization: `Bearer ${sign(meetings.stack, claimsOf(meetings.desk.person))}`,
    };
    for (const booking of [id, randomUUID(), 'x'])
      expect(await meetings.access({ action: 'ticket', booking }, headers)).toMatchObject(NO_MEETING);
  });

  it('ends with the rights or the session of its owner at once', async () => {
    const takes = [
      (id: string) => meetings.stack.database`select public.remove_staff(${id})`,
      (id: string) => meetings.stack.database`delete from auth.users where id = ${id}`,
      (id: string) =>
        meetings.stack.database`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
      (id: string) => meetings.stack.database`select public.expect_new_password(${id})`,
      // Signing out.
      (id: string) => meetings.stack.database`delete from auth.sessions where user_id = ${id}`,
    ];
    for (const take of takes) {
      const booked = await meetings.confirmed(5);
      const person = await addPerson(meetings.stack.database);
      const ticket = await meetings.ticket(booked.booking, openDesk(meetings.stack, person));
      expect((await enter(booked, ticket)).status).toBe(200);
      await take(person.id);
      expect(await enter(booked, ticket)).toMatchObject(NO_MEETING);
    }
  });

  it('ends when the call is moved, and two hours after its end; in a link, after five minutes', async () => {
    const booked = await meetings.confirmed(5);
    const ticket = await meetings.ticket(booked.booking);
    const minutes = (secret: unknown) =>
      Math.round((Number(hostOf(String(secret))?.expires) * 1000 - Date.now()) / MINUTE_MS);
    expect(minutes(ticket)).toBe(5);
    const { ticket: kept } = (await enter(booked, ticket)).body;
    expect(minutes(kept)).toBe(155);
    expect((await enter(booked, String(kept))).body).toMatchObject({ role: 'host' });
    expect((await enter(booked)).body).not.toHaveProperty('ticket');
    await meetings.answer(booked.booking, 'proposed', inMinutes(60));
    expect(await enter(booked, ticket)).toMatchObject(NO_MEETING);
    const far = await meetings.confirmed(30 * 24 * 60);
    const early = (await enter(far, await meetings.ticket(far.booking))).body;
    expect([early['state'], minutes(early['ticket'])]).toEqual(['early', 12 * 60]);

    const past = await meetings.confirmed(-149);
    const host = { session: meetings.desk.person.session, expires: Math.floor(Date.now() / 1000) };
    expect(await enter(past, meetings.links.hostTicket(past, { ...host, expires: host.expires + 60 }))).toMatchObject({
      body: { state: 'over' },
    });
    expect(await enter(past, meetings.links.hostTicket(past, { ...host, expires: host.expires - 1 }))).toMatchObject(
      NO_MEETING,
    );
  });
});

describe('whoever knocks', () => {
  const knock = async (booked: Booked, name: string) => {
    const { status, body } = await meetings.access({ action: 'knock', ...linkOf(booked), name });
    expect(status).toBe(200);
    return body;
  };
  const waiting = () => meetings.desk.ask<Knock[]>('desk_knocks');

  it('is shown at the desk, by name, until they go or stop knocking for a quarter of a minute', async () => {
    const booked = await meetings.confirmed(5);
    expect(await knock(booked, 'Ada')).toEqual({ declined: false });
    await knock(booked, ' \u202EGrace\n');
    await knock(booked, 'Ada');
    expect(await waiting()).toMatchObject([
      { booking: booked.booking, name: 'Ada' },
      { booking: booked.booking, name: 'Grace' },
    ]);
    await passTime(meetings.stack.database, '10 seconds');
    await knock(booked, 'Grace');
    await passTime(meetings.stack.database, '6 seconds');
    expect(await waiting()).toMatchObject([{ name: 'Grace' }]);
    await knock(booked, '');
    expect(await waiting()).toEqual([]);
  });

  it('is announced to desks that listen, once', { tags: ['exhaustive'] }, async () => {
    const booked = await meetings.confirmed(5);
    const told = async () => {
      const messages = await meetings.stack.database`
        select from realtime.messages where topic = 'desk' and payload ->> 'id' = ${booked.booking}`;
      return messages.length;
    };
    const before = await told();
    for (let time = 0; time < 3; time++) await knock(booked, 'Ada');
    expect(await told()).toBe(before + 1);
    await knock(booked, '');
    expect(await told()).toBe(before + 2);
  });

  it('hears that staff declines, once: a later knock is a new one', { tags: ['exhaustive'] }, async () => {
    const booked = await meetings.confirmed(5);
    await knock(booked, 'Ada');
    await knock(booked, 'Grace');
    await meetings.desk.ask('desk_decline_knock', { booking: booked.booking, visitor: 'Ada' });
    expect(await waiting()).toMatchObject([{ name: 'Grace' }]);
    expect(await knock(booked, 'Grace')).toEqual({ declined: false });
    expect(await knock(booked, 'Ada')).toEqual({ declined: true });
    expect(await knock(booked, 'Ada')).toEqual({ declined: false });
    expect(await waiting()).toHaveLength(2);
  });

  it('cannot fill the desk', { tags: ['exhaustive'] }, async () => {
    const booked = await meetings.confirmed(5);
    for (let person = 0; person < 25; person++) await knock(booked, `Person ${person}`);
    expect(await waiting()).toHaveLength(20);
    for (const [length, status] of [
      [100, 200],
      [101, 400],
    ] as const)
      expect(await meetings.access({ action: 'knock', ...linkOf(booked), name: '🦊'.repeat(length) })).toMatchObject({
        status,
      });
  });

  it('is forgotten by the sweep once they are gone', { tags: ['exhaustive'] }, async () => {
    await knock(await meetings.confirmed(5), 'Ada');
    await meetings.stack.database`select public.prepare_sweep()`;
    expect(await meetings.stack.database`select from public.meeting_knocks`).toHaveLength(1);
    await passTime(meetings.stack.database, '16 seconds');
    await meetings.stack.database`select public.prepare_sweep()`;
    expect(await meetings.stack.database`select from public.meeting_knocks`).toEqual([]);
  });
});

describe('after the call', () => {
  const read = (booking: string) => meetings.desk.read<Detail>('demo_bookings', booking);

  it(
    'the desk shows how long it was and whether it worked, also if that is said later',
    { tags: ['exhaustive'] },
    async () => {
      const booked = await meetings.confirmed(-10);
      expect((await read(booked.booking))?.meeting).toBeNull();
      const ended = (seconds: unknown, worked: unknown) =>
        meetings.access({ action: 'ended', ...linkOf(booked), seconds, worked });
      expect(await ended(600, null)).toMatchObject({ status: 200, body: {} });
      expect((await read(booked.booking))?.meeting).toMatchObject({ seconds: 600, worked: null });
      await ended(600, false);
      await ended(590, null);
      const first = (await read(booked.booking))?.meeting;
      expect(first).toMatchObject({ seconds: 600, worked: false });
      // Whoever stays longest says when it ended.
      await ended(601, null);
      const last = (await read(booked.booking))?.meeting;
      expect(last).toMatchObject({ seconds: 601, worked: false });
      expect(last?.ended_at).not.toBe(first?.ended_at);
      // A host can't say it for the visitor.
      const secret = await meetings.ticket(booked.booking);
      const said = { action: 'ended', booking: booked.booking, secret, seconds: 602, worked: true };
      expect(await meetings.access(said)).toMatchObject({ status: 200 });
      expect((await read(booked.booking))?.meeting).toMatchObject({ seconds: 602, worked: false });
      for (const [seconds, worked] of [
        [-1, null],
        [1.5, null],
        [86_401, null],
        ['5', null],
        [5, 'yes'],
      ])
        expect((await ended(seconds, worked)).status).toBe(400);
    },
  );

  it(
    'is not stored for a booking that is erased at that moment, and is no failure',
    { tags: ['exhaustive'] },
    async () => {
      const booked = await meetings.confirmed(-10);
      const { database } = meetings.stack;
      let ended: Promise<unknown> = Promise.resolve();
      await database.begin(async (transaction) => {
        await transaction`delete from public.demo_bookings where id = ${booked.booking}`;
        ended = meetings.access({ action: 'ended', ...linkOf(booked), seconds: 600, worked: null });
        await vi.waitFor(async () =>
          expect(await database`select from pg_stat_activity where wait_event_type = 'Lock'`).toHaveLength(1),
        );
      });
      expect(await ended).toMatchObject({ status: 200 });
    },
  );

  it('a host’s note is a note of that member of staff, once for each time that it was written', async () => {
    const booked = await meetings.confirmed(-10);
    const ticket = await meetings.ticket(booked.booking);
    const note = (text: string, id: unknown = randomUUID()) =>
      meetings.access({ action: 'note', booking: booked.booking, secret: ticket, id, text });
    const written = randomUUID();
    for (let time = 0; time < 2; time++) expect((await note('  They want a pilot.\n', written)).status).toBe(200);
    const { id } = meetings.desk.person;
    const stored = { author: id, text: 'They want a pilot.' };
    const first = await read(booked.booking);
    expect(first?.notes).toMatchObject([stored]);
    expect(first?.history.filter(({ what }) => what === 'wrote a note')).toMatchObject([{ who: id }]);
    await note('They want a pilot.');
    await note('They want two.', written);
    expect((await read(booked.booking))?.notes.map(({ text }) => text).sort()).toEqual([
      'They want a pilot.',
      'They want a pilot.',
      'They want two.',
    ]);
    for (const text of ['', '   ', 'x'.repeat(2001), 'a\0b']) expect((await note(text)).status).toBe(400);
    // As the page counts: an emoji is one character.
    expect((await note('🦊'.repeat(2000))).status).toBe(200);
    for (const wrong of [null, 'x', 5]) expect((await note('Hello', wrong)).status).toBe(400);
  });
});

it('a project without video rooms answers as to a wrong link', async () => {
  const booked = await meetings.confirmed(5);
  const ask = async (variables: Record<string, string>, body: object) => {
    const handler = makeHandler(functionParts(meetings.stack, {}, variables));
    const request = new Request('https://functions.example/meeting-access', {
      method: 'POST',
      headers: { apikey: 'key' },
      body: JSON.stringify({ action: 'enter', booking: booked.booking, ...body }),
    });
    const response = await handler(request);
    return `${response.status} ${await response.text()}`;
  };
  expect(await ask(meetings.settings, { secret: booked.secret })).toContain('"state":"open"');
  expect(await ask({}, { secret: booked.secret })).toBe(await ask(meetings.settings, { secret: 'wrong' }));
});

it(
  'a provider that refuses is a failure that says to try again, and tells nothing of its key',
  { tags: ['exhaustive'] },
  async () => {
    const booked = await meetings.confirmed(5);
    const logged: string[] = [];
    const settings = { ...meetings.settings, DAILY_API_KEY: 'a wrong key' };
    const handler = makeHandler(functionParts(meetings.stack, { log: (line) => void logged.push(line) }, settings));
    const request = new Request('https://functions.example/meeting-access', {
      method: 'POST',
      headers: { apikey: 'key' },
      body: JSON.stringify({ action: 'enter', ...linkOf(booked) }),
    });
    const response = await handler(request);
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({
      error: { code: 'upstream', message: 'The room could not be opened. Please try again.' },
    });
    expect(logged).toEqual(['Daily answered 401 to a room: authentication-error']);
  },
);
