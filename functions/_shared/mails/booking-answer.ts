import { calendarFile, methodOf } from '../../../src/lib/calendar-file.ts';
import { emailCopy } from '../email-copy.generated.ts';
import type { Mail } from '../mail.ts';
import type { StoredBookingAnswer } from '../requests.ts';
import { fill, paragraphsMail } from './layout.ts';
import { wallTime } from './wall-time.ts';

const { company, demoMinutes, officeTimeZone, siteEmail } = emailCopy;

/**
 * The mail that tells a visitor what staff answered to a booking, with a calendar entry that replaces the one before it.
 * It repeats nothing that the visitor typed; the note is in the words of staff.
 *
 * @param teamEmail where the visitor's answer goes
 */
export function bookingAnswerMail(stored: StoredBookingAnswer, teamEmail: string): Mail {
  const { id, booking_id, email, answer, starts_at, time_zone, sequence, note, created_at } = stored;
  const { subject, opening, calendar, closing, event } = emailCopy['booking-answer'][answer];
  const time = wallTime(starts_at, time_zone) ?? wallTime(starts_at, officeTimeZone) ?? starts_at;
  return {
    ...paragraphsMail(`${id}.answer`, email, subject, [
      ...opening.map((line) => fill(line, { time })),
      ...(note === '' ? [] : [note]),
      calendar,
      ...closing,
    ]),
    replyTo: teamEmail,
    calendar: {
      method: methodOf(answer),
      file: calendarFile({
        state: answer,
        id: booking_id,
        sequence,
        start: starts_at,
        minutes: demoMinutes,
        ...event,
        organizer: { name: company, email: siteEmail },
        attendee: email,
        // A mail that is sent again has the same file.
        written: created_at,
      }),
    },
  };
}
