import { createHmac } from 'node:crypto';
import { isOneOf } from './endpoint.ts';

/** A confirmed booking: its id, and when its call begins (in any form that Date reads). */
export interface Appointment {
  booking: string;
  startsAt: string;
}

/** Whoever is signed in at the desk with this session may enter as the host, until then (epoch seconds). */
export interface Host {
  session: string;
  expires: number;
}

/** The secrets of links. They follow from a key and the appointment: a link holds until the booking is moved or declined. */
export interface MeetingLinks {
  /** The same for each mail about the same time. */
  visitorSecret(appointment: Appointment): string;
  hostTicket(appointment: Appointment, host: Host): string;
  /** Whether a secret or ticket is that of an appointment. How long it takes does not tell how much of it is right. */
  isRight(appointment: Appointment, secret: string): boolean;
  /** Puts a secret or ticket into a link. It is in the fragment, which reaches no server, log or Referer. */
  linkTo(appointment: Appointment, secret: string): string;
}

const TICKET = /^host~([0-9a-f-]{36})~(\d{1,12})~[\w-]+$/;

/** Whom a ticket is for, if it has the form of one. Whether it is right, and not over, is another question. */
export function hostOf(secret: string): Host | undefined {
  const [, session, expires] = TICKET.exec(secret) ?? [];
  return session === undefined ? undefined : { session, expires: Number(expires) };
}

/**
 * @param key MEETING_SECRET
 * @param page the address of the page with the room
 */
export function makeMeetingLinks(key: string, page: string): MeetingLinks {
  // A time has several forms, and the key of one kind of secret must not make one of the other.
  const mac = (kind: string, { booking, startsAt }: Appointment) =>
    createHmac('sha256', key)
      .update(`${kind}.${booking}.${new Date(startsAt).toISOString()}`)
      .digest('base64url');
  const visitorSecret = (appointment: Appointment) => mac('visitor', appointment);
  const hostTicket = (appointment: Appointment, { session, expires }: Host) => {
    const claim = `host~${session}~${expires}`;
    return `${claim}~${mac(claim, appointment)}`;
  };
  return {
    visitorSecret,
    hostTicket,
    isRight(appointment, secret) {
      const host = hostOf(secret);
      return isOneOf([host ? hostTicket(appointment, host) : visitorSecret(appointment)], secret);
    },
    linkTo: ({ booking }, secret) => `${page}#${booking}.${secret}`,
  };
}
