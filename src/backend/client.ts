import type { SupabaseClient } from '@supabase/supabase-js';
import { PUBLIC_SUPABASE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';

/** Whether this build of the site has a backend. Without one, forms say so and promise nothing. */
export const connected = Boolean(PUBLIC_SUPABASE_URL && PUBLIC_SUPABASE_KEY);

/** Browsers let at most this many bytes of keep-alive requests be under way at once. */
const KEEPALIVE_LIMIT = 60_000;

// A request that is on its way when the tab is closed still arrives.
const fetchToTheEnd: typeof fetch = (input, init) =>
  fetch(input, { ...init, keepalive: typeof init?.body === 'string' && init.body.length * 3 < KEEPALIVE_LIMIT });

let client: Promise<SupabaseClient> | undefined;

/**
 * The Supabase client, downloaded when it is first asked for.
 * Rejects when it can't be loaded; the next call tries again.
 */
export function supabase(): Promise<SupabaseClient> {
  client ??= import('@supabase/supabase-js').then(
    ({ createClient }) =>
      createClient(PUBLIC_SUPABASE_URL ?? '', PUBLIC_SUPABASE_KEY ?? '', { global: { fetch: fetchToTheEnd } }),
    (error: unknown) => {
      client = undefined;
      throw error;
    },
  );
  return client;
}
