import { supabase } from '../backend/client.ts';
import type { Envelope } from '../backend/request.ts';
import { sendRequest, type Outcome, type RequestKind } from '../backend/send-request.ts';
import { takeCheck } from './check.ts';

/**
 * Sends a request with the token of a check. It is sent even without a token, because it may already be stored, with
 * only the response lost. Never rejects.
 */
export async function sendVerified<Values>(
  form: HTMLFormElement,
  kind: RequestKind<Values>,
  values: Values,
  envelope: Envelope,
): Promise<Outcome> {
  const check = await takeCheck(form, kind.table);
  const token = 'token' in check ? check.token : '';
  const outcome = await sendRequest(supabase, kind, values, { ...envelope, token });
  return outcome === 'unverified' && 'failure' in check ? check.failure : outcome;
}
