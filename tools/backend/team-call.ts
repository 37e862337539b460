import { createClient } from '@supabase/supabase-js';
import { Fault } from '../../src/lib/fault.ts';
import { teamAccess } from './team-access.ts';

/** What `npm run backend -- …` asks of the backend in the team's name. */
export interface TeamCalls {
  /**
   * Calls a function of the database.
   *
   * @throws Fault when it does not answer or refuses
   */
  database(name: string, values?: Record<string, unknown>): Promise<unknown>;
  /**
   * Tells the team of what is due, and removes files that nothing belongs to any more.
   *
   * @throws Fault when it does not answer or refuses
   */
  sweep(): Promise<void>;
}

/** @throws Fault that says what is missing */
export function openTeamCalls(): TeamCalls {
  const { url, secretKey, name: backend } = teamAccess();
  const client = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const refused = ({ message }: { message: string }) => new Fault(`${backend} did not do it: ${message}`);
  return {
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
