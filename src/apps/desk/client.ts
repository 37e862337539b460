import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { PUBLIC_SUPABASE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';

/** The key of the session in sessionStorage. The desk's other keys begin with it, too. */
export const STORAGE_KEY = 'desk';

let made: SupabaseClient | undefined;

/** Why the desk can't work in this build or browser; undefined if it can. */
export function obstacle(): string | undefined {
  if (!PUBLIC_SUPABASE_URL || !PUBLIC_SUPABASE_KEY)
    return 'This site was built without a backend, so there is nothing to sign in to. Set PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY and build it again.';
  try {
    void sessionStorage.length;
    return undefined;
  } catch {
    return 'This browser does not let the page store anything, not even for this tab. Allow it for this site and reload the page.';
  }
}

/**
 * The client of the desk. Its session is this tab's and ends with it, and the forms of the public pages don't know it.
 *
 * @throws Error if there is an {@link obstacle}
 */
export function client(): SupabaseClient {
  made ??= createClient(PUBLIC_SUPABASE_URL ?? '', PUBLIC_SUPABASE_KEY ?? '', {
    auth: { storage: sessionStorage, storageKey: STORAGE_KEY, detectSessionInUrl: false },
  });
  return made;
}
