import type { Bookings } from '../../schemas/site.ts';
import type { TemporalApi } from './temporal.ts';

/** A time at which a demo can begin. */
export interface Slot {
  /** The instant, for example 2026-11-24T15:00:00Z. */
  value: string;
  /** In the visitor's time zone, for example 10:00 AM. */
  label: string;
}

const WEEKDAY_NUMBERS: Record<Bookings['days'][number], number> = {
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
  sunday: 7,
};

/** The first and the last bookable day in the visitor's time zone, for example 2026-11-24. */
export function bookableDays(bookings: Bookings, zone: string, now: Temporal.Instant): { first: string; last: string } {
  const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(zone).toPlainDate();
  const earliest = now.add({ hours: bookings.noticeHours });
  return { first: dayOf(earliest).toString(), last: dayOf(now).add({ days: bookings.daysAhead }).toString() };
}

/** Whether a day is within the bounds. A date field accepts years of more than four digits. */
export const isWithin = (day: string, { first, last }: { first: string; last: string }): boolean =>
  day.length === first.length && day >= first && day <= last;

/**
 * The times at which a demo can begin on one day in the visitor's time zone: within office hours, and late enough for
 * the team to confirm it. An office day may overlap two of the visitor's days, and either clock may change between two
 * days.
 *
 * @param day for example 2026-11-24
 * @param zone the visitor's time zone, for example Europe/Berlin
 * @throws RangeError when the zone is invalid
 */
export function slotsOn(
  temporal: TemporalApi,
  bookings: Bookings,
  day: string,
  zone: string,
  now: Temporal.Instant,
): Slot[] {
  const { timeZone, days, from, to, minutes, noticeHours } = bookings;
  if (!isWithin(day, bookableDays(bookings, zone, now))) return [];
  const date = temporal.PlainDate.from(day);
  const begin = date.toZonedDateTime(zone).toInstant();
  const end = date.add({ days: 1 }).toZonedDateTime(zone).toInstant();

  const earliest = now.add({ hours: noticeHours });
  const open = days.map((name) => WEEKDAY_NUMBERS[name]);
  const slots: Temporal.Instant[] = [];
  const isBefore = (a: Temporal.Instant, b: Temporal.Instant) => temporal.Instant.compare(a, b) < 0;
  let officeDay = begin.toZonedDateTimeISO(timeZone).toPlainDate();
  const lastOfficeDay = end.toZonedDateTimeISO(timeZone).toPlainDate();
  for (; temporal.PlainDate.compare(officeDay, lastOfficeDay) <= 0; officeDay = officeDay.add({ days: 1 })) {
    if (!open.includes(officeDay.dayOfWeek)) continue;
    const at = (time: string) => officeDay.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
    const close = at(to);
    for (let start = at(from); ; start = start.add({ minutes })) {
      if (isBefore(close, start.add({ minutes }))) break;
      if (!isBefore(start, begin) && isBefore(start, end) && isBefore(earliest, start)) slots.push(start);
    }
  }
  return withLabels(slots, zone);
}

/** When the clock goes back, one time occurs twice that day: both labels then include the UTC offset. */
function withLabels(instants: readonly Temporal.Instant[], zone: string): Slot[] {
  const write = (instant: Temporal.Instant, offset: boolean) =>
    new Date(instant.epochMilliseconds).toLocaleTimeString('en', {
      timeZone: zone,
      hour: 'numeric',
      minute: '2-digit',
      ...(offset && { timeZoneName: 'shortOffset' }),
    });
  const plain = instants.map((instant) => write(instant, false));
  return instants.map((instant, index) => {
    const label = plain[index] ?? '';
    const twice = plain.indexOf(label) !== plain.lastIndexOf(label);
    return { value: instant.toString(), label: twice ? write(instant, true) : label };
  });
}

/** An instant in words, for example Tuesday, November 24, 2026 at 10:00 AM GMT+1. */
export function inWords(instant: string, zone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Date(instant).toLocaleString('en', { timeZone: zone, ...options });
  const day = format({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
  return `${day} at ${format({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })}`;
}

/** The everyday name of a time zone, for example Pacific Time (Los Angeles). */
export function zoneName(zone: string): string {
  const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ');
  return name && city && name !== zone ? `${name} (${city})` : zone;
}
