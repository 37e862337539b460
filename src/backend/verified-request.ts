import * as z from 'zod/mini';
import { optionalText, type TextProblem } from './text-rules.ts';

/** The tables of requests (private.request_tables). */
export const REQUEST_TABLES = [
  'contact_submissions',
  'notification_requests',
  'internship_applications',
  'demo_bookings',
  'voice_leads',
] as const;
export type RequestTable = (typeof REQUEST_TABLES)[number];

/** The maximum length of Cloudflare's tokens (characters). */
const TOKEN_LIMIT = 2048;
/** More than the limit of any column (code points); the database enforces the limit of each. */
const TEXT_LIMIT = 10_000;

const INVALID: TextProblem = 'invalid';

/**
 * The request body of the verified-request function: the row to insert, and the token of the check or ''. Only values
 * that PostgreSQL could not parse as the column's type are rejected here.
 */
export const verifiedRequest = z.object({
  table: z.enum(REQUEST_TABLES, 'unknown'),
  token: z.string(INVALID).check(z.maxLength(TOKEN_LIMIT, INVALID)),
  row: z.catchall(
    z.object({
      id: z.guid(INVALID),
      fill_ms: z.int32(INVALID),
      resume_size: z.optional(z.int32(INVALID)),
      starts_at: z.optional(z.iso.datetime({ offset: true, error: INVALID })),
    }),
    optionalText(TEXT_LIMIT),
  ),
});
export type VerifiedRequest = z.infer<typeof verifiedRequest>;
