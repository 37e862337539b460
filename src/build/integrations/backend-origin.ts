/** Whether a key opens every row of a Supabase project: a secret key, or an old one that is a JWT of the service's. */
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
 * The origin of the backend that a build is connected to; none without one.
 *
 * @param env PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_KEY
 * @throws Error when the address is none, or the key is one that no page may hold
 */
export function backendOrigin(env: Record<string, string | undefined>): string[] {
  const { PUBLIC_SUPABASE_URL: url, PUBLIC_SUPABASE_KEY: key } = env;
  if (key && isSecret(key))
    throw new Error(
      'PUBLIC_SUPABASE_KEY holds a secret key, which every visitor could read. Put the key there that begins with ' +
        'sb_publishable_, and if a site was published with this one, revoke it in the dashboard.',
    );
  if (!url) return [];
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Error(
      `PUBLIC_SUPABASE_URL is "${url}" and must be a whole address. For example: https://abcdefghijklmnopqrst.supabase.co`,
    );
  return [new URL(url).origin];
}
