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
 * @param link to the room of a confirmed call; without one, we phone
 */
export function bookingAnswerMail(stored: StoredBookingAnswer, teamEmail: string, link?: string): Mail {
  const { id, booking_id, email, answer, starts_at, time_zone, sequence, note, created_at } = stored;
  const { subject, opening, calendar, closing, event } = emailCopy['booking-answer'][answer];
  const place = answer === 'confirmed' ? placeOf(link) : undefined;
  const time = wallTime(starts_at, time_zone) ?? wallTime(starts_at, officeTimeZone) ?? starts_at;
  return {
    ...paragraphsMail(
      `${id}.answer`,
      email,
      subject,
      [...opening.map((line) => fill(line, { time })), ...(note === '' ? [] : [note]), ...(place ? [place.text] : [])],
      place?.link,
      undefined,
      [calendar, ...closing],
    ),
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
        ...(place && { location: place.location, text: `${event.text}\n\n${place.inCalendar}` }),
        ...(link !== undefined && { url: link }),
        organizer: { name: company, email: siteEmail },
        attendee: email,
        // A mail that is sent again has the same file.
        written: created_at,
      }),
    },
  };
}

/** Where a call takes place, as the mail and the calendar entry say it. */
function placeOf(link: string | undefined) {
  const { room, phone } = emailCopy['booking-answer'].place;
  return link === undefined
    ? { text: phone.text, inCalendar: phone.text, location: phone.location, link: undefined }
    : {
        text: room.text,
        inCalendar: `${room.text}\n${link}`,
        location: link,
        link: { label: room.label, href: link },
      };
}
