import { readSite } from '../../src/build/integrations/site-copy.ts';
import { addStaff, listStaff } from '../backend/staff-accounts.ts';
import { LOCAL_BACKEND } from '../backend/team-access.ts';
import { teamCalls } from '../backend/team-call.ts';
import type { BackendAddresses } from './backend.ts';
import { localFolder, localKeys } from './folder.ts';

/** An account that was just made. */
export interface FirstAccount {
  address: string;
  password: string;
}

/**
 * Makes an account for the address in content/site.yaml if nobody is staff, so that a newcomer can sign in at the desk.
 *
 * @returns undefined if somebody is staff
 * @throws Fault when the backend does not answer or refuses
 */
export async function firstAccount({ apiUrl }: BackendAddresses): Promise<FirstAccount | undefined> {
  const { secret: secretKey } = localKeys(localFolder());
  const calls = teamCalls({ url: apiUrl, secretKey, name: LOCAL_BACKEND });
  if ((await listStaff(calls)).length > 0) return undefined;
  const address = readSite().email.toLowerCase();
  return { address, password: await addStaff(calls, address) };
}
