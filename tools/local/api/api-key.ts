import { isOneOf } from '../../../functions/_shared/endpoint.ts';
import type { LocalKeys } from '../folder.ts';

/** A database role that a key stands for. */
export type KeyRole = 'anon' | 'service_role';

/** The role of a key of this project; undefined for any other. */
export function roleOfKey(
  key: string | null | undefined,
  { publishable, secret }: Pick<LocalKeys, 'publishable' | 'secret'>,
): KeyRole | undefined {
  if (!key) return undefined;
  if (isOneOf([secret], key)) return 'service_role';
  return isOneOf([publishable], key) ? 'anon' : undefined;
}

const refuse = (message: string, hint?: string) =>
  Response.json({ message, ...(hint && { hint }) }, { status: 401, headers: { 'access-control-allow-origin': '*' } });

/**
 * The role of a request's key, or the hosted gateway's refusal. It refuses a secret key from a browser, where anyone
 * could read it.
 */
export function checkKey(
  { headers, url }: Request,
  keys: Pick<LocalKeys, 'publishable' | 'secret'>,
): { role: KeyRole } | { refusal: Response } {
  const key = headers.get('apikey') ?? new URL(url).searchParams.get('apikey');
  if (!key)
    return { refusal: refuse('No API key found in request', 'No `apikey` request header or url param was found.') };
  const role = roleOfKey(key, keys);
  if (!role) return { refusal: refuse('Invalid API key', 'Double check your Supabase `apikey`') };
  const isBrowser = /^\s*Mozilla\/5\.0/i.test(headers.get('user-agent') ?? '');
  return role === 'service_role' && isBrowser
    ? { refusal: refuse('Forbidden use of secret API key in browser') }
    : { role };
}
