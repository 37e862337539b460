import * as z from 'zod/mini';
import { person, PERSON_LIMITS, requestNotificationOf, toRequestRow } from './request.ts';
import type { RequestKind } from './send-request.ts';
import { optionalText, requiredText } from './text-rules.ts';

/** The maximum length of each field as typed, in code points. */
export const DEMO_BOOKING_LIMITS = {
  ...PERSON_LIMITS,
  company: 150,
  topic: 100,
  day: 20,
  time: 40,
  note: 5000,
} as const;

/** What the visitor enters in the demo-booking dialog. `day` is a local date such as 2026-11-24, `time` an instant. */
export const demoBooking = z.object({
  ...person,
  company: optionalText(DEMO_BOOKING_LIMITS.company),
  topic: requiredText(DEMO_BOOKING_LIMITS.topic),
  day: requiredText(DEMO_BOOKING_LIMITS.day),
  time: requiredText(DEMO_BOOKING_LIMITS.time),
  note: optionalText(DEMO_BOOKING_LIMITS.note),
});
export type DemoBooking = z.infer<typeof demoBooking>;

/**
 * Demo bookings. A booking is a request: the team confirms it or proposes another time.
 *
 * @param timeZone the visitor's, for example Europe/Berlin
 */
export const demoBookingKind = (timeZone: string): RequestKind<DemoBooking> => ({
  table: 'demo_bookings',
  toRow: (booking, envelope) => ({
    ...toRequestRow(booking, envelope),
    company: booking.company,
    topic: booking.topic,
    starts_at: booking.time,
    time_zone: timeZone,
    note: booking.note,
  }),
  notification: requestNotificationOf('demo_bookings'),
});
