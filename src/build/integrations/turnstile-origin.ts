/** Cloudflare's site keys have at most 32 characters; secret keys look the same, but are longer. */
const SITE_KEY = /^\dx[\w-]{1,30}$/;
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
 * @throws Error if the key is not a site key
 */
export function turnstileOrigin(env: Record<string, string | undefined>): TurnstileOrigin {
  const siteKey = env['PUBLIC_TURNSTILE_SITE_KEY'] ?? '';
  if (!siteKey) return { siteKey, url: '', scripts: [], directives: [] };
  if (!SITE_KEY.test(siteKey))
    throw new Error(
      "PUBLIC_TURNSTILE_SITE_KEY must be just the widget's site key, such as 0x4AAAAAAABkMYinukE8nzYS: every visitor can " +
        'read it. If you have published a site with the secret key, rotate that key in the dashboard.',
    );
  const { origin } = new URL(env['PUBLIC_TURNSTILE_URL'] || CLOUDFLARE);
  return { siteKey, url: origin, scripts: [origin], directives: [`frame-src ${origin}`] };
}
