import type { Site } from '../schemas/site.ts';

/** Where the file is published. */
export const SECURITY_TXT = '/.well-known/security.txt';

/** RFC 9116 recommends less than a year, so that nobody relies on a contact that has changed. */
const VALID_MONTHS = 11;

/**
 * The text of security.txt (RFC 9116): where to report a vulnerability.
 *
 * @param built when the site is built; the file expires eleven months later
 */
export function securityTxt({ email, url }: Pick<Site, 'email' | 'url'>, built: Date): string {
  const expires = new Date(built);
  expires.setUTCMonth(expires.getUTCMonth() + VALID_MONTHS);
  // Two builds of a day are the same.
  expires.setUTCHours(0, 0, 0, 0);
  const fields = {
    Contact: `mailto:${email}`,
    Expires: expires.toISOString(),
    'Preferred-Languages': 'en',
    Canonical: new URL(SECURITY_TXT, url).href,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
