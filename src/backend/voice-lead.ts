import * as z from 'zod/mini';
import { person, PERSON_LIMITS, toRequestRow } from './request.ts';
import type { RequestKind } from './send-request.ts';

/** The maximum length of each field as typed, in code points. */
export const LEAD_LIMITS = PERSON_LIMITS;

/** What the visitor enters before a call (spec section 3: leadName, leadEmail). */
export const voiceLead = z.object(person);
export type VoiceLead = z.infer<typeof voiceLead>;

/** Leads of calls. functions/call-report notifies the team when the call is over. */
export const voiceLeadKind: RequestKind<VoiceLead> = { table: 'voice_leads', toRow: toRequestRow };
