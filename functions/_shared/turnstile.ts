/** How tokens are verified with Cloudflare Turnstile. */
export interface TurnstileSettings {
  /** Without it nothing can be verified, so no request is accepted. */
  secretKey: string | undefined;
  /** Where tokens are verified. Default: Cloudflare; tests and rehearsals set another URL. */
  verifyUrl: string | undefined;
}

/**
 * Verifies a visitor's token, which is valid once. Resolves with undefined, or with why it is refused, for the log.
 *
 * @param action the action that the token must have been issued for
 * @throws Error when the token could not be verified: the verifier does not answer, or rejects our secret
 */
export type Verify = (token: string, action: string) => Promise<string | undefined>;

const CLOUDFLARE = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** The browser waits 20 s, and the row still has to be stored in that time (milliseconds). */
const TIMEOUT_MS = 8000;

/** The verifier's error codes that are not about the token. */
const OUR_FAULT = ['missing-input-secret', 'invalid-input-secret', 'internal-error'];

/** The verifier's answer, as far as we read it. */
interface Verdict {
  success?: unknown;
  'error-codes'?: unknown;
  action?: unknown;
  hostname?: unknown;
}

/** @param allowedOrigins sites whose tokens are accepted; if empty, any that the site key allows */
export function makeVerify(
  { secretKey, verifyUrl = CLOUDFLARE }: TurnstileSettings,
  allowedOrigins: readonly string[],
): Verify {
  // A malformed origin must not break the other functions.
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
    if (verdict.action !== action) return `the token is for the action ${String(verdict.action)}`;
    if (hostnames.length > 0 && !hostnames.includes(String(verdict.hostname)))
      return `the token is from the host ${String(verdict.hostname)}`;
    return undefined;
  };
}
