import { loadEnv } from 'vite';
import type { Connection } from './build-site.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';

/** The hosted services named in .env or the shell. Missing ones are replaced by a local stand-in. */
export interface Hosted {
  backend: Pick<Connection, 'PUBLIC_SUPABASE_URL' | 'PUBLIC_SUPABASE_KEY'> | undefined;
  voice: Pick<Connection, 'PUBLIC_VAPI_KEY' | 'PUBLIC_VAPI_ASSISTANT_ID'> | undefined;
  /** '' if forms are not checked. */
  turnstileSiteKey: string;
  /** The site's PUBLIC_MEETINGS; it counts only with a hosted backend, which has the provider's key. */
  meetings: string;
}

/** Backend and voice are independent: each is hosted if both of its keys are set. */
export function hostedServices(): Hosted {
  const {
    PUBLIC_SUPABASE_URL,
    PUBLIC_SUPABASE_KEY,
    PUBLIC_VAPI_KEY,
    PUBLIC_VAPI_ASSISTANT_ID,
    PUBLIC_TURNSTILE_SITE_KEY,
    PUBLIC_MEETINGS,
  }: Partial<Connection> = loadEnv('production', projectFolder, 'PUBLIC_');
  return {
    backend: PUBLIC_SUPABASE_URL && PUBLIC_SUPABASE_KEY ? { PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_KEY } : undefined,
    voice: PUBLIC_VAPI_KEY && PUBLIC_VAPI_ASSISTANT_ID ? { PUBLIC_VAPI_KEY, PUBLIC_VAPI_ASSISTANT_ID } : undefined,
    turnstileSiteKey: PUBLIC_TURNSTILE_SITE_KEY ?? '',
    meetings: PUBLIC_MEETINGS ?? '',
  };
}
