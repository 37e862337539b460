import type { SupabaseClient } from '@supabase/supabase-js';
import { insertVerified } from './insert-verified.ts';
import type { Envelope, RequestRow } from './request.ts';
import type { RequestTable } from './verified-request.ts';

/** The result of uploading the attachment. `expired`: the row is too old for it. */
export type Attachment = 'stored' | 'expired' | 'failed';

/** A kind of request: where it is stored, and what happens then. */
export interface RequestKind<Values> {
  table: RequestTable;
  /** Converts the entered values to a row. */
  toRow: (values: Values, envelope: Envelope) => RequestRow;
  /** Uploads the attachment of the row stored under this id. Never rejects. */
  attach?: (id: string) => Promise<Attachment>;
  /** The function that notifies the team, and its request body. */
  notification?: (values: Values, id: string) => { name: string; body: Record<string, unknown> };
}

/**
 * `stored`: everything is stored. `too-many`: the rate limit is reached. `incomplete`: the row is stored, but not its
 * attachment. `expired`: the same, but the row is from an earlier attempt and accepts no attachment any more.
 * `unverified`: the visitor did not pass the check. `unverifiable`: the check could not run. `failed`: anything else.
 */
export type Outcome = 'stored' | 'too-many' | 'incomplete' | 'expired' | 'unverified' | 'unverifiable' | 'failed';

/** How long to wait for the client and the response together before the request counts as failed. */
const TIMEOUT_MS = 20_000;

/**
 * Stores a request, then invokes a function that notifies the team.
 *
 * The same id can be sent again: a row that exists counts as stored, so a retry after a lost response is safe.
 * Never rejects; failures are logged to the console (spec section 8).
 */
export async function sendRequest<Values>(
  supabase: () => Promise<SupabaseClient>,
  kind: RequestKind<Values>,
  values: Values,
  envelope: Envelope,
): Promise<Outcome> {
  try {
    // One timeout for everything: the download of the client can stall as well as the response.
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const client = await orAborted(supabase(), late);
    const { error, status } = await (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY
      ? insertVerified(client, kind.table, kind.toRow(values, envelope), envelope.token ?? '', late)
      : client.from(kind.table).insert(kind.toRow(values, envelope)).abortSignal(late));
    const storedBefore = status === 409 && error?.code === '23505';
    // Not just without an error: supabase-js reports none for some refusals, such as 500 with the body null.
    if (status !== 201 && !storedBefore) {
      console.error('The request could not be stored:', error?.message ?? `status ${status}`);
      if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY && status === 403) return 'unverified';
      return status === 429 ? 'too-many' : 'failed';
    }
    const attachment = (await kind.attach?.(envelope.id)) ?? 'stored';
    // A row stored just now is not too old: storage refused for another reason.
    if (attachment !== 'stored') return attachment === 'expired' && storedBefore ? 'expired' : 'incomplete';

    const notification = kind.notification?.(values, envelope.id);
    if (notification)
      // Fire and forget (spec section 7): the request is stored, so the visitor need not wait for the mail.
      void client.functions.invoke(notification.name, { body: notification.body }).then(({ error: failure }) => {
        if (failure) console.error('The team could not be notified yet:', (failure as Error).message);
      });
    return 'stored';
  } catch (error) {
    console.error('The request could not be sent:', error);
    return 'failed';
  }
}

/** Settles like the promise, but rejects if the signal aborts first. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true });
    promise.then(done, failed);
  });
}
