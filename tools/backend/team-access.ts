import { loadEnv } from 'vite';
import { backendOrigin } from '../../src/build/integrations/backend-origin.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { Fault } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { localFolder, localKeys } from '../local/folder.ts';
import { hasSecret } from '../local/proof.ts';
import { runningBackend } from '../local/running-backend.ts';

/** Where the team's calls go, and the key that authorizes them. */
export interface TeamAccess {
  url: string;
  secretKey: string;
  /** For messages, for example "the local backend". */
  name: string;
  /** Where the desk is that belongs to it. */
  deskUrl: string;
}

/** For messages. */
export const LOCAL_BACKEND = 'the local backend';

/**
 * The hosted project if .env names one, otherwise the running local backend.
 *
 * @throws Fault that says what is missing
 */
export async function teamAccess(): Promise<TeamAccess> {
  const env = loadEnv('production', projectFolder, ['PUBLIC_', 'SUPABASE_', 'DESK_']);
  const url = env['PUBLIC_SUPABASE_URL']?.replace(/\/+$/, '');
  if (url) {
    // The key goes there: only to an address that a build would accept, too.
    backendOrigin({ PUBLIC_SUPABASE_URL: url });
    const secretKey = env['SUPABASE_SECRET_KEY'];
    if (!secretKey)
      throw new Fault(
        `.env names ${url}, but this command needs a secret key of that project. Enter it after this, and it is in no history:\n  read -rs SUPABASE_SECRET_KEY && export SUPABASE_SECRET_KEY`,
      );
    return { url, secretKey, name: url, deskUrl: env['DESK_ORIGIN'] || `${readSite().url}/desk` };
  }
  const folder = localFolder();
  const running = runningBackend(folder);
  const { secret } = localKeys(folder);
  if (!running || !(await hasSecret(running.apiUrl, secret)))
    throw new Fault(
      'No backend is running on this machine, and .env names no hosted one.\nRun `npm start` in another terminal and try again.',
    );
  return { url: running.apiUrl, secretKey: secret, name: LOCAL_BACKEND, deskUrl: `${running.siteUrl}/desk` };
}
