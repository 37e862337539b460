import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { makeMeetingLinks, type MeetingLinks } from '../../functions/_shared/meeting-links.ts';
import type { Room } from '../../tools/local/meeting/rest.ts';
import { serveMeetings } from '../../tools/local/meeting/server.ts';
import { localKeys } from '../../tools/local/folder.ts';
import { addPerson, claimsOf, openDesk, sign, type Desk } from './desk.ts';
import { anyAddress, fromAddress } from './network.ts';
import { booking, freePort, startStack, type Stack } from './stack.ts';

type Row = Record<string, unknown>;

export const MINUTE_MS = 60_000;
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

/** A confirmed booking, as its visitor's link has it. */
export interface Booked {
  booking: string;
  startsAt: string;
  secret: string;
}

export interface Access {
  status: number;
  body: Row;
  /** As it was sent. */
  text: string;
}

/** A stack with video rooms. */
export interface MeetingStack {
  stack: Stack;
  desk: Desk;
  links: MeetingLinks;
  /** The settings with which functions of a test's own reach the rooms. */
  settings: Record<string, string>;
  /** Calls the function meeting-access as a browser. */
  access(body: Row, headers?: Record<string, string>): Promise<Access>;
  from(ip?: string): Record<string, string>;
  /** The room of a booking at the provider; undefined if there is none. */
  room(booking: string): Promise<Room | undefined>;
  /** Stores a booking, of which the team knows. */
  book(changes?: Row): Promise<Row>;
  /** Answers at the desk. Returns the answer's id. */
  answer(booking: string, what: string, startsAt?: string): Promise<string>;
  /** A booking that is confirmed for a time in so many minutes, or that was: the desk confirms no time that is over. */
  confirmed(minutes: number, changes?: Row): Promise<Booked>;
  /** The secret of a host's link. */
  ticket(booking: string, desk?: Desk): Promise<string>;
  stop(): Promise<void>;
}

export async function startMeetingStack(): Promise<MeetingStack> {
  const port = await freePort();
  const stack = await startStack({ MEETINGS_API_URL: `http://127.0.0.1:${port}/v1` });
  const keys = localKeys(stack.folder);
  const rooms = await serveMeetings(port, keys.daily);
  const links = makeMeetingLinks(keys.meeting, 'http://localhost:4321/meet');
  const desk = openDesk(stack, await addPerson(stack.database));
  const from = (ip = anyAddress()) => fromAddress(stack.networkKey, ip);

  async function access(body: Row, headers: Record<string, string> = from()): Promise<Access> {
    const response = await fetch(`${stack.backend.apiUrl}/functions/v1/meeting-access`, {
      method: 'POST',
      headers: { apikey: stack.backend.publishableKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) as Row, text };
  }

  async function book(changes: Row = {}): Promise<Row> {
    const row = booking(changes);
    expect((await stack.visitor().from('demo_bookings').insert(row)).error).toBeNull();
    await stack.database`update public.demo_bookings set notified_at = now() where id = ${String(row['id'])}`;
    return row;
  }

  async function answer(id: string, what: string, startsAt?: string): Promise<string> {
    const answer_id = randomUUID();
    const { version } = await desk.entry('demo_bookings', id);
    const starts_at = startsAt ?? null;
    await desk.ask('desk_answer_booking', { answer_id, booking: id, version, answer: what, starts_at });
    return answer_id;
  }

  return {
    stack,
    desk,
    links,
    settings: { DAILY_API_URL: rooms.apiUrl, DAILY_API_KEY: keys.daily, MEETING_SECRET: keys.meeting },
    access,
    from,
    async room(id) {
      const response = await fetch(`${rooms.apiUrl}/rooms/b-${id}`, {
        headers: { authorization: `Bearer ${keys.daily}` },
      });
      return response.ok ? ((await response.json()) as Room) : undefined;
    },
    book,
    answer,
    async confirmed(minutes, changes = {}) {
      const id = String((await book(changes))['id']);
      const answered = await answer(id, 'confirmed');
      const startsAt = inMinutes(minutes);
      await stack.database`
        update public.booking_answers set starts_at = ${startsAt}, notified_at = now() where id = ${answered}`;
      return { booking: id, startsAt, secret: links.visitorSecret({ booking: id, startsAt }) };
    },
    async ticket(id, by = desk) {
      const authorization = `Bearer ${sign(stack, claimsOf(by.person))}`;
      const { status, body } = await access({ action: 'ticket', booking: id }, { ...from(), authorization });
      expect(status).toBe(200);
      return String(body['url']).replace(/^.*\./s, '');
    },
    async stop() {
      await stack.stop();
      await rooms.close();
    },
  };
}
