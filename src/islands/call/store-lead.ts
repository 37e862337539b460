import { supabase } from '../../backend/client.ts';
import type { Envelope } from '../../backend/request.ts';
import { sendRequest } from '../../backend/send-request.ts';
import { voiceLeadKind, type VoiceLead } from '../../backend/voice-lead.ts';
import { sendVerified } from '../../verification/send-verified.ts';

/** What passes by itself, such as a gap in the connection, has passed after so long (milliseconds). */
const PAUSES_MS = [5000, 20_000];

const callForm = () => document.querySelector('form[data-island=voice-call]') as HTMLFormElement;

/**
 * Stores who is calling. The call does not wait for it, so it is tried three times in the background, always under the
 * same id. Never rejects.
 *
 * @returns whether it is stored
 */
export async function storeLead(lead: VoiceLead, envelope: Envelope): Promise<boolean> {
  for (const pause of [...PAUSES_MS, undefined]) {
    const outcome = await (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY
      ? sendVerified(callForm(), voiceLeadKind, lead, envelope)
      : sendRequest(supabase, voiceLeadKind, lead, envelope));
    if (outcome === 'stored') return true;
    // Nobody is at the form any more who could do better.
    if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY && outcome === 'unverified') return false;
    if (outcome === 'too-many' || pause === undefined) return false;
    await new Promise((over) => setTimeout(over, pause));
  }
  return false;
}
