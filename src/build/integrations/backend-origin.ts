/** Whether a key gives access to every row of a Supabase project: a secret key, or a legacy service_role JWT. */
function isSecret(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  try {
    const [, claims = ''] = key.split('.');
    const { role } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { role?: unknown };
    return role === 'service_role';
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
  if (key && isSecret(key))
    throw new Error(
      'PUBLIC_SUPABASE_KEY is a secret key, which every visitor could read. Use the key that starts with ' +
        'sb_publishable_. If you have published a site with the secret key, revoke that key in the dashboard.',
    );
  if (!url) return [];
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Error(
      `PUBLIC_SUPABASE_URL is "${url}" but must be a full address. For example: https://abcdefghijklmnopqrst.supabase.co`,
    );
  return [new URL(url).origin];
}
