import { emailCopy } from '../email-copy.generated.ts';
import type { BothMails } from '../notifier.ts';
import type { StoredDemoBooking } from '../requests.ts';
import { fill } from './layout.ts';
import { requestMails } from './request.ts';
import { wallTime } from './wall-time.ts';

const { acknowledgement, team } = emailCopy['demo-booking'];

/** The mails of a demo booking, to the team and the visitor. The visitor's repeats only the time of what was typed. */
export function demoBookingMails(
  { starts_at, time_zone, ...request }: StoredDemoBooking,
  teamEmail: string,
): BothMails {
  const officeTime = wallTime(starts_at, emailCopy.officeTimeZone) ?? starts_at;
  const theirTime = wallTime(starts_at, time_zone);
  const paragraphs = acknowledgement.paragraphs.map((line) => fill(line, { time: theirTime ?? officeTime }));
  const withTimes = { ...request, officeTime, theirTime: theirTime ?? time_zone };
  return requestMails({ team, acknowledgement: { ...acknowledgement, paragraphs } }, withTimes, teamEmail);
}
