import type { SupabaseClient } from '@supabase/supabase-js';
import { insertVerified } from './insert-verified.ts';
import type { Envelope, RequestRow } from './request.ts';
import type { RequestTable } from './verified-request.ts';

/** How the upload of what does not fit into a row ended. `expired`: the row is too old for it. */
export type Attachment = 'stored' | 'expired' | 'failed';

/** One kind of request: where it is stored, and what happens then. */
export interface RequestKind<Values> {
  table: RequestTable;
  /** The row for what was typed. */
  toRow: (values: Values, envelope: Envelope) => RequestRow;
  /** Sends what does not fit into the row that was stored under this id. Never rejects. */
  attach?: (id: string) => Promise<Attachment>;
  /** The function that tells the team, and the body with which it is invoked. */
  notification?: (values: Values, id: string) => { name: string; body: Record<string, unknown> };
}

/**
 * `stored`: everything is safe. `too-many`: the limit of requests is reached. `incomplete`: the row is stored, but not
 * what belongs to it. `expired`: so is an earlier row, which takes no attachment any more. `unverified`: the check that the
 * visitor is a person was not passed. `unverifiable`: it could not be made. `failed`: anything else.
 */
export type Outcome = 'stored' | 'too-many' | 'incomplete' | 'expired' | 'unverified' | 'unverifiable' | 'failed';

/** How long to wait for client and answer together before the visitor is told that it failed. */
const TIMEOUT_MS = 20_000;

/**
 * Stores a request and, once it is stored, asks a function to tell the team.
 *
 * The same id may be sent again: a row that is there already counts as stored, so a try after a lost answer is safe.
 * Never rejects; failures are logged to the console (spec section 8).
 */
export async function sendRequest<Values>(
  supabase: () => Promise<SupabaseClient>,
  kind: RequestKind<Values>,
  values: Values,
  envelope: Envelope,
): Promise<Outcome> {
  try {
    // One limit for all of it: the download of the client can stall as well as the answer.
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const client = await orAborted(supabase(), late);
    const { error, status } = await (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY
      ? insertVerified(client, kind.table, kind.toRow(values, envelope), envelope.token ?? '', late)
      : client.from(kind.table).insert(kind.toRow(values, envelope)).abortSignal(late));
    const storedBefore = status === 409 && error?.code === '23505';
    if (error && !storedBefore) {
      console.error('The request could not be stored:', error.message);
      if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY && status === 403) return 'unverified';
      return status === 429 ? 'too-many' : 'failed';
    }
    const attachment = (await kind.attach?.(envelope.id)) ?? 'stored';
    // A row of this very moment is not too old: the storage refuses for another reason.
    if (attachment !== 'stored') return attachment === 'expired' && storedBefore ? 'expired' : 'incomplete';

    const notification = kind.notification?.(values, envelope.id);
    if (notification)
      // Fire and forget (spec section 7): the request is safe, the visitor need not wait for the mail.
      void client.functions.invoke(notification.name, { body: notification.body }).then(({ error: failure }) => {
        if (failure) console.error('The team could not be notified yet:', (failure as Error).message);
      });
    return 'stored';
  } catch (error) {
    console.error('The request could not be sent:', error);
    return 'failed';
  }
}

/** The promise's own end, or a rejection when the signal aborts first. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true });
    promise.then(done, failed);
  });
}
