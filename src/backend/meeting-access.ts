import * as z from 'zod/mini';
import { codePoints, requiredText } from './text-rules.ts';

/** When the room of a demo opens and closes, before its start and after its end (minutes). */
export const OPENS_BEFORE_MIN = 15;
export const CLOSES_AFTER_MIN = 60;
/** The page repeats its knock at least this often; a knock counts for three times as long (milliseconds). */
export const KNOCK_EVERY_MS = 5000;
/** The longest name of a visitor who knocks, and note of a host (code points). */
export const MEETING_LIMITS = { name: 100, note: 2000 } as const;

/** Whatever is wrong with a link, the answer is the same: so it is not refused for its form. */
const part = z.catch(z.string(), '');
const link = { booking: part, secret: part };
const atMost = (limit: number) => z.refine<string>((text) => codePoints(text) <= limit);

/** The request body of the meeting-access function. `secret`: what the link has, a visitor's secret or a host's ticket. */
export const meetingAccess = z.discriminatedUnion('action', [
  /** The desk asks for a host's link, with the token of the session. */
  z.object({ action: z.literal('ticket'), booking: part }),
  z.object({ action: z.literal('enter'), ...link }),
  /** `name`: '' when no longer waiting. */
  z.object({ action: z.literal('knock'), ...link, name: z.string().check(atMost(MEETING_LIMITS.name)) }),
  /** `worked`: null until the visitor has said it. */
  z.object({
    action: z.literal('ended'),
    ...link,
    seconds: z.int().check(z.gte(0), z.lte(86_400)),
    worked: z.nullable(z.boolean()),
  }),
  /** Only with a host's ticket. `id`: from the page, the same for every attempt to send this note. */
  z.object({
    action: z.literal('note'),
    ...link,
    id: z.guid(),
    text: requiredText(MEETING_LIMITS.note).check(z.trim()),
  }),
]);
export type MeetingAccess = z.infer<typeof meetingAccess>;

/** The answer to `ticket`: the address of the room, with the ticket in its fragment. */
export interface TicketAnswer {
  url: string;
}

/** The answer to `enter`. Times are ISO 8601 in UTC. */
export type EnterAnswer = (
  | { state: 'early'; startsAt: string; opensAt: string }
  | {
      state: 'open';
      startsAt: string;
      endsAt: string;
      opensAt: string;
      closesAt: string;
      /** Of the provider's room. */
      url: string;
      /** An owner's, for the host, good for two minutes; a visitor knocks. */
      token: string | null;
      role: 'visitor' | 'host';
      /** Of whoever enters, as a proposal. */
      name: string;
    }
  | { state: 'over'; startsAt: string }
) & {
  /** A host's, to go on with: that in a link is soon over. */
  ticket?: string;
};

/** The answer to `knock`: whether a host has just declined it. */
export interface KnockAnswer {
  declined: boolean;
}

/** The codes of refusals. All have the shape `{error: {code, message}}`. */
export type MeetingRefusal =
  /** 404: the link is wrong, or was replaced. */
  | 'meeting'
  /** 429: too many wrong links from this network, or the link was used too often. */
  | 'limit'
  /** 403, to `ticket` only: the token is not that of staff with a second factor. */
  | 'staff';
