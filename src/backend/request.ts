import * as z from 'zod/mini';
import { emailAddress, requiredText } from './text-rules.ts';

/** The tables of requests that the team is told of by mail (private.team_tables). */
export const TEAM_TABLES = ['contact_submissions', 'internship_applications', 'demo_bookings', 'voice_calls'] as const;
export type TeamTable = (typeof TEAM_TABLES)[number];

/** The body with which the function request-notification is invoked. */
export const requestNotification = z.object({
  table: z.enum(TEAM_TABLES, 'unknown'),
  id: z.guid('invalid'),
});
export type RequestNotification = z.infer<typeof requestNotification>;

/** Most code points of what every form asks for (design: settled questions; the spec gives no bounds). */
export const PERSON_LIMITS = { name: 100, email: 254 } as const;

/** What every form asks for. */
export const person = {
  name: requiredText(PERSON_LIMITS.name),
  email: emailAddress(PERSON_LIMITS.email),
};

/** Quicker than this is taken for a program (milliseconds; private.settings.minimum_fill_ms). Forms wait for it. */
export const MINIMUM_FILL_MS = 1500;

/** The fixed website identifier of every request (spec section 3). */
export const SOURCE = 'marketing-website';

/** Where a request came from; every value is '' when unknown. */
export interface Origin {
  page: string;
  referrer_host: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
}

/** What goes with the values of every request. */
export interface Envelope {
  /** Made in the browser; the same for every try to send the same thing. */
  id: string;
  /** Honeypot: '' unless a program filled the hidden field. */
  website: string;
  /** Milliseconds from the first sight of the form to its sending. */
  fillMs: number;
  origin: Origin;
  /** Of the check that the visitor is a person, where there is one; '' where it was not passed. */
  token?: string;
}

/** The columns of private.request_template that a visitor may write. */
export interface RequestRow extends Origin {
  id: string;
  name: string;
  email: string;
  source: string;
  website: string;
  fill_ms: number;
}

/** The columns that every table of requests has. */
export const toRequestRow = (
  { name, email }: { name: string; email: string },
  { id, website, fillMs, origin }: Envelope,
): RequestRow => ({ id, name, email, source: SOURCE, website, fill_ms: fillMs, ...origin });
