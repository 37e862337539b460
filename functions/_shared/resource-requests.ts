import type { SupabaseClient } from '@supabase/supabase-js';

/** A visitor who waits for a resource to become available. */
export interface Waiting {
  id: string;
  name: string;
  email: string;
  /** Takes the address off the list. */
  unsubscribe_token: string;
}

/** The notification requests in the database as the functions use them. Every call is atomic. */
export interface ResourceRequests {
  /** How many visitors wait for each resource. */
  counts(): Promise<{ resource_type: string; waiting: number }[]>;
  /** Claims the next visitors who wait for a resource, at most `most`. */
  claim(resourceType: string, most: number): Promise<Waiting[]>;
  /** Marks the mail with this token as sent. */
  finish(token: string): Promise<void>;
  /** Deletes all notification requests of the address that this token was mailed to. */
  unsubscribe(token: string): Promise<void>;
}

/** @throws Error (from each call) when the database does not answer or reports an error */
export function openResourceRequests(client: SupabaseClient): ResourceRequests {
  async function call(name: string, values: Record<string, unknown> = {}): Promise<unknown> {
    const result = await client.rpc(name, values);
    if (result.error) throw new Error(`${name}: ${result.error.message}`);
    return result.data as unknown;
  }
  /** Calls a function that does some at a time, and returns how many. */
  async function untilNone(name: string, token: string): Promise<void> {
    while ((await call(name, { token })) !== 0);
  }
  return {
    counts: async () => (await call('waiting_resource_announcements')) as { resource_type: string; waiting: number }[],
    claim: async (resource, most) => (await call('claim_resource_announcements', { resource, most })) as Waiting[],
    finish: (token) => untilNone('finish_resource_announcement', token),
    unsubscribe: (token) => untilNone('unsubscribe', token),
  };
}
