const CLOUDFLARE = 'https://challenges.cloudflare.com';

/** What a build whose forms are checked needs. */
interface TurnstileOrigin {
  /** '' where forms are not checked. */
  siteKey: string;
  /** Where the script is. */
  url: string;
  /** What the CSP has to admit for it, as Cloudflare documents it: the script, and the frame that it makes. */
  scripts: string[];
  directives: string[];
}

/**
 * The origin that the check of the forms needs, and none without it.
 *
 * @param env PUBLIC_TURNSTILE_SITE_KEY, PUBLIC_TURNSTILE_URL
 */
export function turnstileOrigin(env: Record<string, string | undefined>): TurnstileOrigin {
  const siteKey = env['PUBLIC_TURNSTILE_SITE_KEY'] ?? '';
  if (!siteKey) return { siteKey, url: '', scripts: [], directives: [] };
  const { origin } = new URL(env['PUBLIC_TURNSTILE_URL'] || CLOUDFLARE);
  return { siteKey, url: origin, scripts: [origin], directives: [`frame-src ${origin}`] };
}
