import type { SupabaseClient } from '@supabase/supabase-js';
import {
  SOURCE,
  toContactSubmission,
  type ContactNotification,
  type ContactRequest,
  type Origin,
} from './contact-submission.ts';

/** `stored`: the database has it. `too-many`: the limit of requests is reached. `failed`: anything else. */
export type Outcome = 'stored' | 'too-many' | 'failed';

/** How long to wait for client and answer together before the visitor is told that it failed. */
const TIMEOUT_MS = 20_000;

/**
 * Stores a request and, once it is stored, asks the notification function to tell the team.
 *
 * The same id may be sent again: a row that is there already counts as stored, so a try after a lost answer is safe.
 * Never rejects; failures are logged to the console (spec section 8).
 *
 * @param fillMs milliseconds from the first sight of the form to its sending
 */
export async function sendContactRequest(
  supabase: () => Promise<SupabaseClient>,
  request: ContactRequest,
  extra: { id: string; website: string; fillMs: number; origin: Origin },
): Promise<Outcome> {
  try {
    // One limit for all of it: the download of the client can stall as well as the answer.
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const client = await orAborted(supabase(), late);
    const { error, status } = await client
      .from('contact_submissions')
      .insert(toContactSubmission(request, extra))
      .abortSignal(late);
    const storedBefore = status === 409 && error?.code === '23505';
    if (error && !storedBefore) {
      console.error('The request could not be stored:', error.message);
      return status === 429 ? 'too-many' : 'failed';
    }
    const body: ContactNotification = { ...request, id: extra.id, timestamp: new Date().toISOString(), source: SOURCE };
    // Fire and forget (spec section 7): the request is safe, the visitor need not wait for the mail.
    void client.functions.invoke('contact-notification', { body }).then(({ error: failure }) => {
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
