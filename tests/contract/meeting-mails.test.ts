import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emailCopy } from '../../functions/_shared/email-copy.generated.ts';
import type { Mail } from '../../functions/_shared/mail.ts';
import { sweep } from '../../functions/request-sweep/handler.ts';
import { passTime } from '../setup/clock.ts';
import { functionParts } from '../setup/function-parts.ts';
import { inMinutes, MINUTE_MS, startMeetingStack, type MeetingStack } from '../setup/meeting.ts';

const { room: ROOM, phone: PHONE } = emailCopy['booking-answer'].place;

let meetings: MeetingStack;
beforeAll(async () => {
  meetings = await startMeetingStack();
});
afterAll(() => meetings.stop());

/** What was handed to the mail provider, which may refuse it. */
const tried: Mail[] = [];
let refusal: Error | undefined;
let logged: string[] = [];
beforeEach(async () => {
  await meetings.stack.database`delete from public.demo_bookings`;
  tried.length = 0;
  logged = [];
  refusal = undefined;
});

const parts = (changes: Record<string, string> = {}, settings = meetings.settings) =>
  functionParts(
    meetings.stack,
    {
      send(mail) {
        tried.push(mail);
        return refusal ? Promise.reject(refusal) : Promise.resolve();
      },
      log: (line) => void logged.push(line),
    },
    { SITE_URL: 'https://site.example', ...settings, ...changes },
  );
const notify = (id: string, functions = parts()) => functions.notify('booking_answers', id);

/** The address in a mail that leads to the room. */
const linkIn = ({ text }: Mail) => /https:\S+#\S+/.exec(text)?.[0];

function event({ calendar }: Mail) {
  const file = new ICAL.Component(ICAL.parse(calendar?.file ?? '') as unknown[]);
  const vevent = file.getFirstSubcomponent('vevent');
  return (name: string) => vevent?.getFirstPropertyValue(name)?.toString();
}

async function failureOf(id: string): Promise<unknown> {
  const [row] = await meetings.stack.database`select failure, notified_at from public.booking_answers where id = ${id}`;
  return row;
}

/** A booking with an answer that is not mailed yet. */
async function answered(what: string, startsAt = inMinutes(60)): Promise<{ booking: string; id: string }> {
  const booking = String((await meetings.book())['id']);
  return { booking, id: await meetings.answer(booking, what, startsAt) };
}

describe('a confirmed booking', () => {
  it('has a room before its link is mailed: private, for six who knock, a quarter of an hour before to an hour after', async () => {
    const startsAt = inMinutes(60);
    const { booking, id } = await answered('confirmed', startsAt);
    expect(await notify(id)).toBe('notified');
    const seconds = (minutes: number) => Math.floor((Date.parse(startsAt) + minutes * MINUTE_MS) / 1000);
    expect(await meetings.room(booking)).toMatchObject({
      privacy: 'private',
      config: {
        nbf: seconds(-15),
        exp: seconds(emailCopy.demoMinutes + 60),
        eject_at_room_exp: true,
        enable_knocking: true,
        max_participants: 6,
      },
    });
  });

  it('has its link in the mail and in the calendar entry, and the provider’s address in neither', async () => {
    const startsAt = inMinutes(60);
    const { booking, id } = await answered('confirmed', startsAt);
    await notify(id);
    const [mail] = tried;
    if (!mail) throw new Error('Nothing was mailed.');
    const link = `https://site.example/meet#${booking}.${meetings.links.visitorSecret({ booking, startsAt })}`;
    expect(mail.text).toContain(`${ROOM.text}\n\n${ROOM.label}: ${link}`);
    expect(mail.html).toContain(`href="${link}"`);
    const value = event(mail);
    expect([value('url'), value('location')]).toEqual([link, link]);
    expect(value('description')).toContain(link);
    const room = await meetings.room(booking);
    expect(JSON.stringify(mail)).not.toContain(room?.url);
    expect(mail.text).not.toContain(PHONE.text);
    expect((await meetings.access({ action: 'enter', booking, secret: link.split('.').at(-1) })).body).toMatchObject({
      state: 'early',
    });
  });

  it('carries the same link in each try, until it is mailed', async () => {
    const { id } = await answered('confirmed');
    refusal = new Error('no');
    await expect(notify(id)).rejects.toThrow('no');
    refusal = undefined;
    await passTime(meetings.stack.database, '3 minutes');
    await sweep(parts());
    expect(tried).toHaveLength(2);
    const [first, second] = tried.map(linkIn);
    expect(first).toMatch(/^https:\/\/site\.example\/meet#/);
    expect(second).toBe(first);
  });

  it.each([
    ['refuses', { DAILY_API_KEY: 'a wrong key' }, 'Daily answered 401 to a room: authentication-error'],
    ['is not there', { DAILY_API_URL: 'http://127.0.0.1:1/v1' }, 'fetch failed'],
  ])('is not mailed while the provider %s, and tried again', async (_what, wrong, failure) => {
    const { booking, id } = await answered('confirmed');
    await expect(notify(id, parts(wrong))).rejects.toThrow(failure);
    expect(tried).toEqual([]);
    expect(await failureOf(id)).toMatchObject({ failure, notified_at: null });
    await passTime(meetings.stack.database, '3 minutes');
    await sweep(parts());
    expect(tried.map(linkIn)).toEqual([expect.stringContaining(booking)]);
  });

  it('links to the room’s own origin if it has one', async () => {
    const { booking, id } = await answered('confirmed');
    await notify(id, parts({ MEET_ORIGIN: 'https://meet.example' }));
    expect(tried.map(linkIn)).toEqual([expect.stringMatching(`^https://meet.example/#${booking}\\.`)]);
  });

  it('that is moved has another link, and its room other hours', async () => {
    const { booking, id } = await answered('confirmed', inMinutes(60));
    await notify(id);
    const later = inMinutes(180);
    await notify(await meetings.answer(booking, 'confirmed', later));
    const [first, second] = tried.map(linkIn);
    expect(second).not.toBe(first);
    expect((await meetings.room(booking))?.config.nbf).toBe(Math.floor(Date.parse(later) / 1000) - 900);
  });

  it.each(['proposed', 'declined'])('loses its room once it is %s, and the mail has no link', async (what) => {
    const { booking, id } = await answered('confirmed');
    await notify(id);
    expect(await meetings.room(booking)).toBeDefined();
    await notify(await meetings.answer(booking, what, what === 'proposed' ? inMinutes(120) : undefined));
    expect(await meetings.room(booking)).toBeUndefined();
    expect(tried[1]?.text).not.toMatch(/#|phone/i);
    expect([event(tried[1] as Mail)('url'), event(tried[1] as Mail)('location')]).toEqual([undefined, undefined]);
  });

  it('loses its room once it is erased, also if the provider is down at first', async () => {
    const { booking, id } = await answered('confirmed');
    await notify(id);
    const [{ email } = { email: '' }] = await meetings.stack.database<{ email: string }[]>`
      select email from public.demo_bookings where id = ${booking}`;
    await meetings.stack.database`select public.erase_address(${email})`;
    await sweep(parts({ DAILY_API_KEY: 'a wrong key' }));
    expect(logged).toEqual([
      'orphaned rooms: not removed: Daily answered 401 to the end of a room: authentication-error',
    ]);
    expect(await meetings.room(booking)).toBeDefined();
    await sweep(parts());
    expect(await meetings.room(booking)).toBeUndefined();
    expect(await meetings.stack.database`select from private.orphaned_rooms`).toEqual([]);
  });

  it(
    'that was erased is forgotten after its time, if there is no provider any more',
    { tags: ['exhaustive'] },
    async () => {
      const { booking } = await meetings.confirmed(-60);
      await meetings.stack.database`delete from public.demo_bookings where id = ${booking}`;
      const known = () => meetings.stack.database`select from private.orphaned_rooms where booking_id = ${booking}`;
      await sweep(parts({}, {}));
      expect(await known()).toHaveLength(1);
      await meetings.stack.database`update private.orphaned_rooms set until = until - interval '1 day'`;
      await sweep(parts({}, {}));
      expect(await known()).toEqual([]);
    },
  );

  it(
    'that is declined is mailed even if the provider is down, and the room removed later',
    { tags: ['exhaustive'] },
    async () => {
      const { booking, id } = await answered('confirmed');
      await notify(id);
      const decline = async () =>
        notify(await meetings.answer(booking, 'declined'), parts({ DAILY_API_KEY: 'a wrong key' }));
      await decline();
      expect(tried).toHaveLength(2);
      expect(logged).toEqual(['a room was not removed: Daily answered 401 to the end of a room: authentication-error']);
      await notify(await meetings.answer(booking, 'confirmed', inMinutes(120)));
      await sweep(parts());
      expect(await meetings.room(booking)).toBeDefined();
      await decline();
      await sweep(parts());
      expect(await meetings.room(booking)).toBeUndefined();
    },
  );
});

it('without video rooms, the mail and the calendar entry say that we phone', async () => {
  const { booking, id } = await answered('confirmed');
  await notify(id, parts({}, {}));
  const [mail] = tried;
  expect(mail?.text).toContain(PHONE.text);
  expect(mail?.text).not.toMatch(/\/meet|#/);
  const value = event(mail as Mail);
  expect([value('location'), value('url')]).toEqual([PHONE.location, undefined]);
  expect(value('description')).toContain(PHONE.text);
  expect(await meetings.room(booking)).toBeUndefined();
});
