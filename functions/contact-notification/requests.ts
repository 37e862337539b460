import { createClient } from '@supabase/supabase-js';
import type { Environment } from '../_shared/environment.ts';

/** A stored request, as the team is told of it. `created_at` is ISO 8601 in UTC. */
export interface StoredRequest {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  page: string;
  referrer_host: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
  created_at: string;
}

/** The answer of claim_contact_notification (see the migration). */
export type Claim =
  | { state: 'unknown' }
  | { state: 'notified' }
  | { state: 'claimed' }
  | { state: 'yours'; acknowledge: boolean; request: StoredRequest };

/** The database as the function uses it: three calls, each atomic. */
export interface Requests {
  claim(id: string): Promise<Claim>;
  finish(id: string): Promise<void>;
  release(id: string): Promise<void>;
}

/** @throws Error (from each call) when the database does not answer or refuses */
export function openRequests(environment: Pick<Environment, 'supabaseUrl' | 'secretKey'>): Requests {
  const client = createClient(environment.supabaseUrl, environment.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  async function call(name: string, id: string): Promise<unknown> {
    const result = await client.rpc(name, { submission_id: id });
    if (result.error) throw new Error(`${name}: ${result.error.message}`);
    return result.data as unknown;
  }
  return {
    claim: async (id) => (await call('claim_contact_notification', id)) as Claim,
    finish: async (id) => {
      await call('finish_contact_notification', id);
    },
    release: async (id) => {
      await call('release_contact_notification', id);
    },
  };
}
