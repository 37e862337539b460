import { emailCopy } from '../email-copy.generated.ts';
import type { RequestMails } from '../notifier.ts';
import type { StoredBooking } from '../requests.ts';
import { fill, fillSubject, paragraphsMail, teamMail } from './layout.ts';
import { wallTime } from './wall-time.ts';

const copy = emailCopy['demo-booking'];

/** The mails of a demo booking, to the team and the visitor. The visitor's repeats only the time of what was typed. */
export function bookingMail(request: StoredBooking, teamEmail: string): RequestMails {
  const { acknowledgement, team } = copy;
  const officeTime = wallTime(request.starts_at, emailCopy.officeTimeZone) ?? request.starts_at;
  const theirTime = wallTime(request.starts_at, request.time_zone);
  return {
    team: teamMail(
      request,
      teamEmail,
      fillSubject(team.subject, { name: request.name, topic: request.topic }),
      [
        [team.labels.company, request.company],
        [team.labels.topic, request.topic],
        [team.labels.officeTime, officeTime],
        [team.labels.theirTime, theirTime ?? request.time_zone],
      ],
      [{ text: request.note }],
      team.closing,
    ),
    acknowledgement: paragraphsMail(
      `${request.id}.acknowledgement`,
      request.email,
      acknowledgement.subject,
      acknowledgement.paragraphs.map((line) => fill(line, { time: theirTime ?? officeTime })),
    ),
  };
}
