import type { SupabaseClient } from '@supabase/supabase-js';
import { PUBLIC_SUPABASE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';

/** Whether this build has a backend. Without one, forms say so and promise nothing. */
export const connected = Boolean(PUBLIC_SUPABASE_URL && PUBLIC_SUPABASE_KEY);

/** In bytes. Browsers limit all `keepalive` requests in flight to 64 KiB in total; this stays below it. */
const KEEPALIVE_LIMIT = 60_000;

// With `keepalive`, a request in flight still arrives if the tab is closed.
const fetchToTheEnd: typeof fetch = (input, init) =>
  fetch(input, { ...init, keepalive: typeof init?.body === 'string' && init.body.length * 3 < KEEPALIVE_LIMIT });

let client: Promise<SupabaseClient> | undefined;

/**
 * Loads the Supabase client on the first call.
 * Rejects if it can't be loaded; the next call tries again.
 */
export function supabase(): Promise<SupabaseClient> {
  client ??= import('@supabase/supabase-js').then(
    ({ createClient }) =>
      createClient(PUBLIC_SUPABASE_URL ?? '', PUBLIC_SUPABASE_KEY ?? '', {
        global: { fetch: fetchToTheEnd },
        // Visitors are anonymous: a token in a link that somebody sent them is not used.
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      }),
    (error: unknown) => {
      client = undefined;
      throw error;
    },
  );
  return client;
}
