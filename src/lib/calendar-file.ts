import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator';

/** What an appointment is: asked for by the visitor, or what the team answered. */
export type AppointmentState = 'requested' | 'confirmed' | 'proposed' | 'declined';

/** An appointment for the visitor's calendar. */
export interface Appointment {
  state: AppointmentState;
  /** The booking's. A calendar replaces an entry with the same id by one with a higher sequence. */
  id: string;
  /** 0 for the visitor's own file; it grows with each answer. */
  sequence: number;
  /** ISO 8601 with UTC offset, for example 2026-11-24T15:00:00Z. */
  start: string;
  minutes: number;
  title: string;
  text: string;
  organizer: { name: string; email: string };
  /** Where it takes place. */
  location?: string;
  /** The address of the room in which it takes place. */
  url?: string;
  /** The visitor's address. A file for the visitor's own calendar needs none. */
  attendee?: string;
  /** When the file was written (ISO 8601); now, if it is not given. */
  written?: string;
}

interface Marks {
  method: ICalCalendarMethod;
  status: ICalEventStatus;
  busystatus: ICalEventBusyStatus;
  /** What the visitor is taken to have said to the time. */
  attends?: ICalAttendeeStatus;
}

const MARKS: Record<AppointmentState, Marks> = {
  // A booking is a request until it is confirmed.
  requested: {
    method: ICalCalendarMethod.PUBLISH,
    status: ICalEventStatus.TENTATIVE,
    busystatus: ICalEventBusyStatus.TENTATIVE,
  },
  confirmed: {
    method: ICalCalendarMethod.REQUEST,
    status: ICalEventStatus.CONFIRMED,
    busystatus: ICalEventBusyStatus.BUSY,
    // The visitor has chosen this time, or agreed to it by mail.
    attends: ICalAttendeeStatus.ACCEPTED,
  },
  proposed: {
    method: ICalCalendarMethod.REQUEST,
    status: ICalEventStatus.TENTATIVE,
    busystatus: ICalEventBusyStatus.TENTATIVE,
    attends: ICalAttendeeStatus.NEEDSACTION,
  },
  declined: {
    method: ICalCalendarMethod.CANCEL,
    status: ICalEventStatus.CANCELLED,
    busystatus: ICalEventBusyStatus.FREE,
  },
};

/** The METHOD of an appointment's file (RFC 5546). A mail with the file names it, too. */
export const methodOf = (state: AppointmentState): ICalCalendarMethod => MARKS[state].method;

/**
 * A calendar file (RFC 5545) with one appointment. The time is in UTC, which every calendar shows in its own time zone.
 */
export function calendarFile(appointment: Appointment): string {
  const { state, id, sequence, start, minutes, title, text, organizer, location, url, attendee, written } = appointment;
  const { method, status, busystatus, attends } = MARKS[state];
  const begin = new Date(start);
  const calendar = ical({ prodId: { company: organizer.name, product: 'website' }, method });
  calendar.createEvent({
    id,
    sequence,
    ...(written !== undefined && { stamp: new Date(written) }),
    start: begin,
    end: new Date(begin.getTime() + minutes * 60_000),
    summary: title,
    description: text,
    status,
    busystatus,
    organizer,
    ...(location !== undefined && { location }),
    ...(url !== undefined && { url }),
    ...(attendee !== undefined && { attendees: [{ email: attendee, ...(attends && { status: attends }) }] }),
  });
  return calendar.toString();
}
