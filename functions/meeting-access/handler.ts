import {
  meetingAccess,
  type EnterAnswer,
  type KnockAnswer,
  type MeetingAccess,
  type MeetingRefusal,
  type TicketAnswer,
} from '../../src/backend/meeting-access.ts';
import { plainLine } from '../../src/backend/text-rules.ts';
import { makeEndpoint, refusal, type Answer } from '../_shared/endpoint.ts';
import { hostOf, type Appointment } from '../_shared/meeting-links.ts';
import { hoursOf, roomOf, type Meetings } from '../_shared/meetings.ts';
import type { Parts } from '../_shared/parts.ts';

const refused = (status: number, code: MeetingRefusal, message: string) => refusal(status, { code, message });

/** The one answer to every link that opens nothing: it does not tell what is wrong with it. */
const NO_MEETING = refused(
  404,
  'meeting',
  'This link opens no meeting. If the meeting was moved, our latest email has the new link.',
);
const TOO_MANY = refused(429, 'limit', 'Too many wrong links from this network: try again in ten minutes.');
const TOO_OFTEN = refused(429, 'limit', 'This link was used too often: try again in ten minutes.');
const NOT_STAFF = refused(403, 'staff', 'Only staff who has signed in with a second factor can do this.');

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Asked for instead of what is no id, so that it takes as long. */
const NOBODY = '00000000-0000-4000-8000-000000000000';
/** How long after the end of a call its host can still write a note, and each side say how it went (milliseconds). */
const AFTERWARDS_MS = 2 * 60 * 60 * 1000;

/**
 * How long a ticket holds in a link, which the browser's history keeps; the page gets another one at once. That one ends
 * with the session at the desk, at the latest (milliseconds).
 */
const LINK_MS = 5 * 60 * 1000;
const TICKET_MS = 12 * 60 * 60 * 1000;

/** How long the provider lets a host in with one token: the page asks for another one when they join (milliseconds). */
const TOKEN_MS = 2 * 60 * 1000;

const ok = <Body>(body: Body): Answer => ({ status: 200, body });
const iso = (ms: number) => new Date(ms).toISOString();

/** What a right link stands for. */
interface Guest extends Appointment {
  /** What to call them in the room. */
  name: string;
  /** The member of staff, and their session; undefined for a visitor. */
  host: { id: string; session: string } | undefined;
}

/** What a member of staff is called in the room: no visitor needs their address. */
const nameOf = (address: string) =>
  address
    .replace(/[@+].*/s, '')
    .split(/[._-]+/)
    .map((part) => part.replace(/^./u, (letter) => letter.toUpperCase()))
    .join(' ');

/** Whom a link is from, or the refusal. */
async function check({ links, store }: Meetings, link: { booking: string; secret: string }, visitor: Headers) {
  const ticket = hostOf(link.secret);
  const booking = UUID.test(link.booking) ? link.booking : NOBODY;
  const session = ticket && UUID.test(ticket.session) ? ticket.session : null;
  const found = await store.find(booking, session);
  // Compared in any case.
  const startsAt = found.starts_at ?? iso(0);
  const isRight = links.isRight({ booking, startsAt }, link.secret);
  const holds = ticket ? found.host !== null && ticket.expires * 1000 > Date.now() : true;
  const guest: Guest = {
    booking,
    startsAt: iso(Date.parse(startsAt)),
    name: ticket ? nameOf(found.address ?? '') : (found.name ?? ''),
    host: session !== null && found.host !== null ? { id: found.host, session } : undefined,
  };
  if (isRight && holds && found.starts_at !== null)
    return (await store.countUse(`${booking} ${session ?? ''}`, visitor)) ? guest : TOO_OFTEN;
  // Only wrong links are limited: somebody else's, on the same network, must not keep anybody out.
  return (await store.countTry(visitor)) ? NO_MEETING : TOO_MANY;
}

/** A ticket of a member of staff for so long, but not much longer than the call. */
function ticketFor({ links }: Meetings, appointment: Appointment, session: string, milliseconds: number): string {
  const last = hoursOf(appointment.startsAt).ends + AFTERWARDS_MS;
  const expires = Math.floor(Math.min(last, Date.now() + milliseconds) / 1000);
  return links.hostTicket(appointment, { session, expires });
}

async function enter(meetings: Meetings, guest: Guest): Promise<EnterAnswer> {
  const { booking, startsAt, name, host } = guest;
  const { rooms } = meetings;
  const hours = hoursOf(startsAt);
  const ticket = host ? { ticket: ticketFor(meetings, guest, host.session, TICKET_MS) } : {};
  if (Date.now() < hours.opens) return { state: 'early', startsAt, opensAt: iso(hours.opens), ...ticket };
  if (Date.now() >= hours.closes) return { state: 'over', startsAt, ...ticket };
  const url = await rooms.ensure(roomOf(booking), hours);
  const token = host === undefined ? null : await rooms.hostToken(roomOf(booking), name, Date.now() + TOKEN_MS);
  const [endsAt, opensAt, closesAt] = [iso(hours.ends), iso(hours.opens), iso(hours.closes)];
  const role = host === undefined ? 'visitor' : 'host';
  return { state: 'open', startsAt, endsAt, opensAt, closesAt, url, token, role, name, ...ticket };
}

async function act(meetings: Meetings, body: Exclude<MeetingAccess, { action: 'ticket' }>, visitor: Headers) {
  const guest = await check(meetings, body, visitor);
  if ('status' in guest) return guest;
  if (body.action === 'enter') return ok(await enter(meetings, guest));
  const { store } = meetings;
  const { opens, ends, closes } = hoursOf(guest.startsAt);
  const now = Date.now();
  if (body.action === 'knock') {
    if (now < opens || now >= closes) return NO_MEETING;
    return ok<KnockAnswer>({ declined: await store.knock(guest.booking, plainLine(body.name)) });
  }
  if (body.action === 'ended') {
    if (now < opens || now >= ends + AFTERWARDS_MS) return NO_MEETING;
    const longest = Math.floor((Math.min(now, closes) - opens) / 1000);
    // Whether it worked is the visitor's to say.
    const worked = guest.host === undefined ? body.worked : null;
    await store.end(guest.booking, Math.min(body.seconds, longest), worked);
    return ok({});
  }
  // A visitor's link is none for notes.
  if (guest.host === undefined) return NO_MEETING;
  await store.note(guest.booking, guest.host.id, body.id, body.text);
  return ok({});
}

/** A host's link, for the session of a member of staff. */
async function ticket(meetings: Meetings, asked: string, caller: Headers): Promise<Answer> {
  const { links, store } = meetings;
  const booking = UUID.test(asked) ? asked : NOBODY;
  const given = await store.askAsStaff(booking, caller);
  if (!given) return NOT_STAFF;
  if (given.starts_at === null) return NO_MEETING;
  const appointment = { booking, startsAt: given.starts_at };
  return ok<TicketAnswer>({
    url: links.linkTo(appointment, ticketFor(meetings, appointment, given.session, LINK_MS)),
  });
}

/**
 * Opens the room of a booked call: says when, hands out its address, lets staff know who knocks, and notes how it went.
 *
 * `POST` with the body of {@link meetingAccess}, which names the answers, too. Every link that opens nothing gets the same
 * 404, and from a network that tries many of them a 429. 502 when the provider or the database does not answer.
 */
export const makeHandler = (parts: Parts): ((request: Request) => Promise<Response>) =>
  makeEndpoint({
    ...parts,
    caller: 'browser',
    schema: meetingAccess,
    failure: 'The room could not be opened. Please try again.',
    async act(body, { headers }) {
      const { meetings } = parts;
      if (!meetings) return NO_MEETING;
      return body.action === 'ticket' ? ticket(meetings, body.booking, headers) : act(meetings, body, headers);
    },
  });
