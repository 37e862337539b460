import { supabase } from '../../backend/client.ts';
import type { Envelope } from '../../backend/request.ts';
import { sendRequest } from '../../backend/send-request.ts';
import { voiceLeadKind, type VoiceLead } from '../../backend/voice-lead.ts';
import { sendVerified } from '../../verification/send-verified.ts';

/** The pauses before each retry: long enough for a temporary failure, such as a lost connection (milliseconds). */
const PAUSES_MS = [5000, 20_000];

const callForm = () => document.querySelector('form[data-island=voice-call]') as HTMLFormElement;

/**
 * Stores the caller. The call does not wait for it: it is attempted three times in the background, always under the
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
    // The visitor has left the form and can't repeat the check.
    if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY && outcome === 'unverified') return false;
    if (outcome === 'too-many' || pause === undefined) return false;
    await new Promise((over) => setTimeout(over, pause));
  }
  return false;
}
