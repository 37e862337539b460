import * as z from 'zod/mini';
import { tablesWhere, type TableWhere } from './request-kinds.ts';
import { emailAddress, requiredText } from './text-rules.ts';

/** The tables whose rows are mailed to the team, and those of answers, which are mailed to the visitor in the same way. */
export const TEAM_TABLES = /* @__PURE__ */ tablesWhere('mails');
export type TeamTable = TableWhere<'mails'>;

/** The request body of the request-notification function. */
export const requestNotification = z.object({
  table: z.enum(TEAM_TABLES, 'unknown'),
  id: z.guid('invalid'),
});
export type RequestNotification = z.infer<typeof requestNotification>;

/** The invocation that notifies the team of a stored row. See `notification` of RequestKind. */
export const requestNotificationOf = (table: TeamTable) => (_values: unknown, id: string) => ({
  name: 'request-notification',
  body: { table, id } satisfies RequestNotification,
});

/** The maximum length of the fields of every form, in code points (design: settled questions; not in the spec). */
export const PERSON_LIMITS = { name: 100, email: 254 } as const;

/** The fields of every form. */
export const person = {
  name: requiredText(PERSON_LIMITS.name),
  email: emailAddress(PERSON_LIMITS.email),
};

/** Faster submissions count as automated (milliseconds; private.settings.minimum_fill_ms). Forms wait this long. */
export const MINIMUM_FILL_MS = 1500;

/** The fixed website identifier in every request (spec section 3). */
export const SOURCE = 'marketing-website';

/** Where a request came from; unknown values are ''. */
export interface Origin {
  page: string;
  referrer_host: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
}

/** The metadata sent with every request. */
export interface Envelope {
  /** Generated in the browser; the same for every attempt to send the same request. */
  id: string;
  /** Honeypot: '' unless a bot filled the hidden field. */
  website: string;
  /** Milliseconds from when the form is first seen to its submission. */
  fillMs: number;
  origin: Origin;
  /** The token of the check that the visitor is a person, if there is one; '' if the visitor did not pass it. */
  token?: string;
}

/** The columns of private.request_template that visitors can write. */
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
