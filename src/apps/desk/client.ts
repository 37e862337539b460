import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { PUBLIC_SUPABASE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';

/** The key of the session in sessionStorage. The desk's other keys begin with it, too. */
export const STORAGE_KEY = 'desk';

/**
 * What auth-js takes for the key. It sends each session, with its tokens, to whoever listens to a channel of this name,
 * so no other page of this origin may know it.
 */
const secretKey = crypto.randomUUID();
const keyOf = (name: string): string => name.replace(secretKey, STORAGE_KEY);
const storage = {
  getItem: (name: string) => sessionStorage.getItem(keyOf(name)),
  setItem: (name: string, value: string) => sessionStorage.setItem(keyOf(name), value),
  removeItem: (name: string) => sessionStorage.removeItem(keyOf(name)),
};

/**
 * Fetches for auth-js, which would end good sessions. It compares the server's time for the end of a token with the clock of
 * this computer, which can be wrong; without that time, it counts from now. And it takes a limit on renewals for a refusal.
 */
const sparingSessions: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
  if (!/\/auth\/v1\/(?:token|factors\/[^/]+\/verify)$/.test(pathname)) return response;
  if (response.status === 429 && searchParams.get('grant_type') === 'refresh_token')
    return new Response(null, { status: 503 });
  if (!response.ok) return response;
  const answer: unknown = JSON.parse(await response.text(), (name, value: unknown) =>
    name === 'expires_at' ? undefined : value,
  );
  return Response.json(answer, response);
};

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
    auth: { storage, storageKey: secretKey, detectSessionInUrl: false },
    global: { fetch: sparingSessions },
  });
  return made;
}
