import { verifiedRequest } from '../../src/backend/verified-request.ts';
import { makeEndpoint, refusal } from '../_shared/endpoint.ts';
import type { Parts } from '../_shared/parts.ts';
import { STORED_ALREADY } from '../_shared/verified-requests.ts';

const REFUSED = refusal(403, { code: 'verification', message: 'The token of the check is missing, used or not good.' });

/**
 * Stores a request of a visitor whom Cloudflare Turnstile has checked.
 *
 * `POST` with the body of {@link verifiedRequest}. Answers like an insert: 201, 409 when it is already stored (checked
 * first, because its token has been used by then), 429 at a limit, 400 with the invalid field. Also 403 when the token
 * is invalid, and 502 when it could not be verified or stored.
 */
export const makeHandler = (parts: Parts): ((request: Request) => Promise<Response>) =>
  makeEndpoint({
    ...parts,
    caller: 'browser',
    schema: verifiedRequest,
    failure: 'The request could not be verified and stored. Please try again.',
    async act({ table, token, row }, { headers }) {
      if (await parts.verifiedRequests.isStored(table, row.id)) return STORED_ALREADY;
      const refused = await parts.verify(token, table);
      if (refused === undefined) return parts.verifiedRequests.store(table, row, headers);
      parts.log(`${table} ${row.id}: not verified: ${refused}`);
      return REFUSED;
    },
  });
