import type { SupabaseClient } from '@supabase/supabase-js';
import type { RequestTable, VerifiedRequest } from '../../src/backend/verified-request.ts';
import { refusal, type Answer } from './endpoint.ts';

/** Stores requests on behalf of a visitor, with the limits and checks of a visitor's own insert. */
export interface VerifiedRequests {
  isStored(table: RequestTable, id: string): Promise<boolean>;
  /**
   * Answers 201, 409 when it is already stored, 429 at a limit, or 400 with the invalid field.
   *
   * @param visitor the headers of the visitor's request as the gateway passed them on
   */
  store(table: RequestTable, row: VerifiedRequest['row'], visitor: Headers): Promise<Answer>;
}

/** The invalid field in an error message of public.store_verified_request. */
const FIELD = /The field "([^"]+)"/;

export const STORED_ALREADY = refusal(409, { code: '23505', message: 'This request is stored already.' });

/** @throws Error (from each call) when the database does not answer */
export function openVerifiedRequests(client: SupabaseClient): VerifiedRequests {
  return {
    async isStored(table, id) {
      const result = await client.rpc('is_request_stored', { request_table: table, request_id: id });
      if (result.error) throw new Error(`is_request_stored: ${result.error.message}`);
      return result.data as boolean;
    },
    async store(table, row, visitor) {
      const { error } = await client.rpc('store_verified_request', {
        request_table: table,
        request: JSON.stringify(row),
        // The database knows which of them the gateway wrote.
        visitor_headers: JSON.stringify(Object.fromEntries(visitor)),
      });
      if (!error) return { status: 201, body: { stored: true } };
      const { code, message } = error;
      if (code === '23505') return STORED_ALREADY;
      if (code === 'PT429') return refusal(429, { code, message });
      const field = FIELD.exec(message)?.[1];
      if (code === 'PT400') return refusal(400, { code: 'field', ...(field && { field }), message });
      // A value that PostgreSQL can't read; its own message would repeat what was typed.
      if (code.startsWith('22')) return refusal(400, { code, message: 'A value is of the wrong type for its field.' });
      throw new Error(`store_verified_request: ${code}`);
    },
  };
}
