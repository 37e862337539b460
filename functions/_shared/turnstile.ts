/** How tokens are verified with Cloudflare Turnstile. */
export interface TurnstileSettings {
  /** Without one nothing is verified, and so nothing is let through. */
  secretKey: string | undefined;
  /** Where tokens are verified; Cloudflare, unless a test or a rehearsal says otherwise. */
  verifyUrl: string | undefined;
}

/**
 * Verifies the token of a visitor, which works once. Resolves with why it is refused, for the log, or undefined.
 *
 * @param action what the token must have been made for
 * @throws Error when it could not be verified: the verifier does not answer, or does not know our secret
 */
export type Verify = (token: string, action: string) => Promise<string | undefined>;

const CLOUDFLARE = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** The browser waits for 20 s, and the row is yet to be stored (milliseconds). */
const TIMEOUT_MS = 8000;

/** The verifier's answers that are not about the token. */
const OUR_FAULT = ['missing-input-secret', 'invalid-input-secret', 'internal-error'];

/** What the verifier answers, as far as it is read. */
interface Verdict {
  success?: unknown;
  'error-codes'?: unknown;
  action?: unknown;
  hostname?: unknown;
}

/** @param allowedOrigins sites whose tokens are taken; none named: any that the site key admits */
export function makeVerify(
  { secretKey, verifyUrl = CLOUDFLARE }: TurnstileSettings,
  allowedOrigins: readonly string[],
): Verify {
  // One that is written wrong must not stop the other functions.
  const hostnames = allowedOrigins.map((origin) => (URL.canParse(origin) ? new URL(origin).hostname : origin));
  return async (token, action) => {
    if (!secretKey) throw new Error('TURNSTILE_SECRET_KEY is not set; set it with: npm run supabase -- secrets set');
    if (token === '') return 'no token';
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: token }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const verdict = (await response.json()) as Verdict;
    if (verdict.success !== true) {
      const codes = Array.isArray(verdict['error-codes']) ? verdict['error-codes'].map(String) : [];
      if (codes.length === 0 || codes.some((code) => OUR_FAULT.includes(code)))
        throw new Error(`The verifier answered ${response.status}: ${codes.join(', ') || 'no reason'}`);
      return codes.join(', ');
    }
    if (verdict.action !== action) return `made for ${String(verdict.action)}`;
    if (hostnames.length > 0 && !hostnames.includes(String(verdict.hostname)))
      return `made on ${String(verdict.hostname)}`;
    return undefined;
  };
}
