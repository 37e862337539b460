import { loadEnv } from 'vite';
import { projectFolder } from './folder.ts';

/** Whether .env or the shell names a hosted Supabase; otherwise the local backend stands in. */
export function isConnected(): boolean {
  const env = loadEnv('production', projectFolder, 'PUBLIC_');
  return Boolean(env['PUBLIC_SUPABASE_URL'] && env['PUBLIC_SUPABASE_KEY']);
}
