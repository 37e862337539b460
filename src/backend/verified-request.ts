import * as z from 'zod/mini';
import { tablesWhere, type TableWhere } from './request-kinds.ts';
import { optionalText, type TextProblem } from './text-rules.ts';

/** The tables of requests that visitors insert. */
export const REQUEST_TABLES = /* @__PURE__ */ tablesWhere('visitorsInsert');
export type RequestTable = TableWhere<'visitorsInsert'>;

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
