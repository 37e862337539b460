import { isOwn } from '../../lib/own-names.ts';

/** Whether a key is meant for pages: a publishable key, or a legacy JWT with the role anon. */
function isPublic(key: string): boolean {
  if (/^sb_publishable_[\w-]+$/.test(key)) return true;
  const [, claims = ''] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(key) ?? [];
  try {
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { role?: unknown } | null)?.role === 'anon';
  } catch {
    return false;
  }
}

/**
 * The origin of the backend that the build is connected to, or an empty list.
 *
 * @param env PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_KEY
 * @throws Error if the URL is invalid, or the key must not be in a page
 */
export function backendOrigin(env: Record<string, string | undefined>): string[] {
  const { PUBLIC_SUPABASE_URL: url, PUBLIC_SUPABASE_KEY: key } = env;
  if (key && !isPublic(key))
    throw new Error(
      'PUBLIC_SUPABASE_KEY must be just the key that starts with sb_publishable_ (or a legacy anon key), without quotes ' +
        'or spaces: every visitor can read it. If you have published a site with a secret key, revoke that key in the ' +
        'dashboard.',
    );
  if (!url) return [];
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Error(
      `PUBLIC_SUPABASE_URL is "${url}" but must be a full address. For example: https://abcdefghijklmnopqrst.supabase.co`,
    );
  const { origin, protocol, hostname, username, password, search, hash } = new URL(url);
  if (protocol === 'http:' && !isOwn(hostname))
    throw new Error(
      `PUBLIC_SUPABASE_URL must begin with https: what visitors send, and the keys, would be readable on the way. Write ${url.replace('http', 'https')}`,
    );
  if (username || password || search || hash)
    throw new Error(
      'PUBLIC_SUPABASE_URL must not contain a user, a password or anything after the path: every visitor can read it. ' +
        'If you have published a site with a password, change that password.',
    );
  if (url.endsWith('/')) throw new Error(`PUBLIC_SUPABASE_URL ends in a slash. Write ${url.replace(/\/+$/, '')}`);
  return [origin];
}

/** The origin of the WebSockets of a server: `wss://…`, or `ws://…` on this machine. A CSP does not infer it. */
export const webSocketOrigin = (origin: string): string => origin.replace(/^http/, 'ws');
