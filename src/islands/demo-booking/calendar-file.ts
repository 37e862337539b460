/** An appointment for the visitor's calendar. */
export interface Appointment {
  /** The same for the same booking, so that a calendar adds it only once. */
  id: string;
  /** ISO 8601 with UTC offset, for example 2026-11-24T15:00:00Z. */
  start: string;
  minutes: number;
  title: string;
  text: string;
  organizer: { name: string; email: string };
}

/**
 * A calendar file (RFC 5545) with one appointment, marked as tentative: a booking is a request until it is confirmed.
 * The time is in UTC, which every calendar shows in its own time zone. Rejects when the generator can't be loaded.
 */
export async function calendarFile({ id, start, minutes, title, text, organizer }: Appointment): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } = await import('ical-generator');
  const begin = new Date(start);
  const calendar = ical({
    prodId: { company: organizer.name, product: 'website' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id,
    start: begin,
    end: new Date(begin.getTime() + minutes * 60_000),
    summary: title,
    description: text,
    status: ICalEventStatus.TENTATIVE,
    busystatus: ICalEventBusyStatus.TENTATIVE,
    organizer,
  });
  return calendar.toString();
}
