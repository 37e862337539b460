import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Fault } from '../../src/lib/fault.ts';
import { teamAccess, type TeamAccess } from './team-access.ts';

/** The calls that `npm run backend -- …` makes on the team's behalf. */
export interface TeamCalls {
  /**
   * Calls a database function.
   *
   * @throws Fault when the backend does not answer or refuses
   */
  database(name: string, values?: Record<string, unknown>): Promise<unknown>;
  /**
   * Sends the mails that are due, and removes orphaned files.
   *
   * @throws Fault when the backend does not answer or refuses
   */
  sweep(): Promise<void>;
  /** The calls of the Auth API that are for the team. They return their errors. */
  accounts: SupabaseClient['auth']['admin'];
  /** The Fault that says which backend has refused, or not answered, a call. */
  refused(error: { message: string }): Fault;
}

/** @throws Fault that says what is missing */
export const openTeamCalls = async (): Promise<TeamCalls> => teamCalls(await teamAccess());

/** The calls to a backend whose key is known. */
export function teamCalls({ url, secretKey, name: backend }: Omit<TeamAccess, 'deskUrl'>): TeamCalls {
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // A redirect would take the key to another host.
    global: { fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }) },
  });
  const refused = ({ message }: { message: string }) => new Fault(`The call to ${backend} failed: ${message}`);
  return {
    accounts: client.auth.admin,
    refused,
    async database(name, values = {}) {
      const result = await client.rpc(name, values);
      if (result.error) throw refused(result.error);
      return result.data as unknown;
    },
    async sweep() {
      const result = await client.functions.invoke('request-sweep', { body: {}, headers: { apikey: secretKey } });
      if (result.error) throw refused(result.error as Error);
    },
  };
}
