import { REQUEST_KINDS } from '../../src/backend/request-kinds.ts';
import type { TeamTable } from '../../src/backend/request.ts';
import { emailCopy } from './email-copy.generated.ts';
import { applicationMails } from './mails/application.ts';
import { bookingAnswerMail } from './mails/booking-answer.ts';
import { demoBookingMails } from './mails/demo-booking.ts';
import { callMails } from './mails/call.ts';
import { hoursOf, roomOf, type Meetings } from './meetings.ts';
import { requestMails, type RequestWords } from './mails/request.ts';
import type { Mail, Send } from './mail.ts';
import { reason } from './reason.ts';
import type { Requests, SpecialRequests, Stored, StoredBookingAnswer, StoredRequest } from './requests.ts';
import type { Resumes } from './resumes.ts';

/** The mails of a request. */
export interface RequestMails {
  /** Tried until it is sent. To the team; that of an answer, to the visitor. */
  first: Mail;
  /**
   * To the visitor. Composed after the first was sent: whatever is wrong with it must not keep a request from the team.
   */
  acknowledgement?: () => Mail;
}

/** The mails of what a visitor sent. */
export interface BothMails extends RequestMails {
  acknowledgement: () => Mail;
}

/** `waiting`: a resume, or the lead of a call, may still arrive. */
export type NotificationState = 'unknown' | 'claimed' | 'waiting' | 'notified';

/**
 * Notifies the team of one stored request, once, and acknowledges it to the visitor. An answer goes to the visitor only.
 */
export type Notify = (table: TeamTable, id: string) => Promise<NotificationState>;

type PlainTable = Exclude<TeamTable, keyof SpecialRequests>;
const wordsOf = (table: PlainTable): RequestWords => emailCopy[REQUEST_KINDS[table].mails];

/** `acknowledge`: whether the visitor is mailed too. */
type Compose<Table extends TeamTable> = (
  request: Stored<Table>,
  acknowledge: boolean,
) => RequestMails | Promise<RequestMails>;

/**
 * Makes the function that notifies the team. It claims the request and mails the team first. If that fails, it releases
 * the claim so that the next run can take the request. It rejects when the first mail could not be sent or the database
 * did not answer.
 */
export function makeNotifier(parts: {
  requests: Requests;
  resumes: Resumes;
  meetings: Meetings | undefined;
  send: Send;
  teamEmail: string;
  siteUrl: string;
  log: (message: string) => void;
}): Notify {
  const { requests, resumes, meetings, send, teamEmail, siteUrl, log } = parts;
  /**
   * Makes the room of a call that is confirmed, before its link is mailed, and returns that link. A call that is moved or
   * declined loses its room.
   */
  async function roomLink({ booking_id, answer, starts_at }: StoredBookingAnswer): Promise<string | undefined> {
    if (!meetings) return undefined;
    const { links, rooms } = meetings;
    if (answer !== 'confirmed') {
      // If it can't be removed now, the sweep does it: the visitor must hear of it in any case.
      await meetings.removeRoom(booking_id).catch((error: unknown) => log(`a room was not removed: ${reason(error)}`));
      return undefined;
    }
    await rooms.ensure(roomOf(booking_id), hoursOf(starts_at));
    const appointment = { booking: booking_id, startsAt: starts_at };
    return links.linkTo(appointment, links.visitorSecret(appointment));
  }
  const special: { [Table in TeamTable]?: Compose<Table> } = {
    async internship_applications(request) {
      const resume = await resumes.inspect(request);
      // Before anybody is told: once the team was mailed, the desk hands a resume out as one that was checked.
      if (resume.state === 'refused') await resumes.remove(request);
      return applicationMails(request, resume, teamEmail);
    },
    demo_bookings: (request) => demoBookingMails(request, teamEmail),
    booking_answers: async (answer) => ({ first: bookingAnswerMail(answer, teamEmail, await roomLink(answer)) }),
    voice_calls: (call, acknowledge) => callMails(call, acknowledge, teamEmail, siteUrl),
  };

  const mailsOf = <Table extends TeamTable>(table: Table, request: Stored<Table>, acknowledge: boolean) =>
    special[table]?.(request, acknowledge) ??
    requestMails(wordsOf(table as PlainTable), request as StoredRequest, teamEmail);

  async function notify<Table extends TeamTable>(table: Table, id: string): Promise<NotificationState> {
    // The browser chooses the id of a request: two tables may have the same one.
    const sendOf = (mail: Mail) => send({ ...mail, id: `${table}.${mail.id}` });
    const claim = await requests.claim(table, id);
    if (claim.state !== 'yours') return claim.state;
    try {
      const mails = await mailsOf(table, claim.request, claim.acknowledge);
      await sendOf(mails.first);
      const { acknowledgement } = mails;
      // It asks for replies, and nobody may be reading the sender's address.
      const acknowledge = async () => acknowledgement && sendOf({ ...acknowledgement(), replyTo: teamEmail });
      // The request counts as notified even if the visitor's address is mistyped.
      if (claim.acknowledge)
        await acknowledge().catch((error: unknown) =>
          log(`${table} ${id}: no acknowledgement: ${reason(error, claim.request)}`),
        );
    } catch (error) {
      const why = reason(error, claim.request);
      // If the database can't be reached either, the claim expires. The first error is the one to report.
      await requests.release(table, id, claim.claimed_at, why).catch(() => undefined);
      throw new Error(why, { cause: error });
    }
    await requests.finish(table, id);
    return 'notified';
  }
  return notify;
}
