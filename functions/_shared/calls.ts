import type { SupabaseClient } from '@supabase/supabase-js';

/** A row of voice_calls as the provider's report fills it. Times are ISO 8601. */
export interface CallRow {
  id: string;
  lead_id: string | null;
  name: string;
  email: string;
  started_at: string | null;
  ended_at: string | null;
  duration_s: number;
  end_reason: string;
  transcript: string;
  /** One line per answer, each with its label. */
  outcome: string;
  summary: string;
  recording_url: string;
  /** Whether the caller said or typed anything. */
  asked: boolean;
  /** Whether a fault ended it, the provider's or ours. */
  failed: boolean;
}

/** The calls in the database. */
export interface Calls {
  /**
   * Stores a call. One that is already stored with its summary stays unchanged; one without gets what this message adds.
   *
   * @throws Error when the database does not answer or reports an error
   */
  store(call: CallRow): Promise<void>;
}

const DUPLICATE = '23505';

export function openCalls(client: SupabaseClient): Calls {
  return {
    async store(call) {
      let { error } = await client.from('voice_calls').insert(call);
      if (error?.code === DUPLICATE) {
        // What this message does not know takes nothing away.
        const known = Object.fromEntries(Object.entries(call).filter(([, value]) => Boolean(value)));
        ({ error } = await client.from('voice_calls').update(known).eq('id', call.id).eq('summary', ''));
      }
      if (error) throw new Error(`voice_calls ${call.id}: not stored: ${error.message}`);
    },
  };
}
