const CLOUDFLARE = 'https://challenges.cloudflare.com';

/** What a build needs to check its forms. */
interface TurnstileOrigin {
  /** '' if forms are not checked. */
  siteKey: string;
  /** The origin of the script. */
  url: string;
  /** What the CSP must allow, according to Cloudflare: the script and its frame. */
  scripts: string[];
  directives: string[];
}

/**
 * What the check of the forms needs; empty if forms are not checked.
 *
 * @param env PUBLIC_TURNSTILE_SITE_KEY, PUBLIC_TURNSTILE_URL
 */
export function turnstileOrigin(env: Record<string, string | undefined>): TurnstileOrigin {
  const siteKey = env['PUBLIC_TURNSTILE_SITE_KEY'] ?? '';
  if (!siteKey) return { siteKey, url: '', scripts: [], directives: [] };
  const { origin } = new URL(env['PUBLIC_TURNSTILE_URL'] || CLOUDFLARE);
  return { siteKey, url: origin, scripts: [origin], directives: [`frame-src ${origin}`] };
}
