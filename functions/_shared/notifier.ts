import type { TeamTable } from '../../src/backend/request.ts';
import { applicationMail } from './mails/application.ts';
import { bookingMail } from './mails/booking.ts';
import { callMail } from './mails/call.ts';
import { contactMail } from './mails/contact.ts';
import type { Mail, Send } from './mail.ts';
import { reason } from './reason.ts';
import type { Requests, Stored } from './requests.ts';
import type { Resumes } from './resumes.ts';

/** The two mails of a request. */
export interface RequestMails {
  team: Mail;
  acknowledgement: Mail;
  /** What is to be done when the team has been told. */
  afterwards?: () => Promise<void>;
}

/** `waiting`: a resume, or the lead of a call, may still come. */
export type NotificationState = 'unknown' | 'claimed' | 'waiting' | 'notified';

/** Tells the team of one stored request, once, and acknowledges it to the visitor. */
export type Notify = (table: TeamTable, id: string) => Promise<NotificationState>;

/** `acknowledge`: whether the visitor is mailed too. */
type Compose = {
  [Table in TeamTable]: (request: Stored[Table], acknowledge: boolean) => RequestMails | Promise<RequestMails>;
};

/**
 * The mail goes to the team first; the claim is given back when that fails, so that the next run takes the request.
 * The function that it returns rejects when the request could not be mailed or the database did not answer.
 */
export function makeNotifier(parts: {
  requests: Requests;
  resumes: Resumes;
  send: Send;
  teamEmail: string;
  siteUrl: string;
  log: (message: string) => void;
}): Notify {
  const { requests, resumes, send, teamEmail, siteUrl, log } = parts;
  const compose: Compose = {
    contact_submissions: (request) => contactMail(request, teamEmail),
    async internship_applications(request) {
      const resume = await resumes.inspect(request);
      const mails = applicationMail(request, resume, teamEmail);
      return resume.state === 'refused' ? { ...mails, afterwards: () => resumes.remove(request) } : mails;
    },
    demo_bookings: (request) => bookingMail(request, teamEmail),
    voice_calls: (call, acknowledge) => callMail(call, acknowledge, teamEmail, siteUrl),
  };

  async function notify<Table extends TeamTable>(table: Table, id: string): Promise<NotificationState> {
    const claim = await requests.claim(table, id);
    if (claim.state !== 'yours') return claim.state;
    try {
      const mails = await compose[table](claim.request, claim.acknowledge);
      await send(mails.team);
      // A mistyped address must not keep the team's mail from being marked as sent.
      if (claim.acknowledge)
        await send(mails.acknowledgement).catch((error: unknown) =>
          log(`${table} ${id}: no acknowledgement: ${reason(error, claim.request)}`),
        );
      await mails.afterwards?.().catch((error: unknown) => log(`${table} ${id}: ${reason(error)}`));
    } catch (error) {
      const why = reason(error, claim.request);
      // If the database can't be reached either, the claim lapses by itself; the reason to log is the first one.
      await requests.release(table, id, claim.claimed_at, why).catch(() => undefined);
      throw new Error(why, { cause: error });
    }
    await requests.finish(table, id);
    return 'notified';
  }
  return notify;
}
