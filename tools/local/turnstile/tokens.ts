import { randomUUID } from 'node:crypto';

/** How long a token is valid (milliseconds), as Cloudflare documents it. */
export const TOKEN_LIFE_MS = 300_000;

/** How many tokens, and open checks, are kept; the oldest are dropped first. */
const MOST = 10_000;

/** Adds an entry to those that are kept. */
export function keep<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
}

/** The public test secrets from Cloudflare's documentation: always passes, always fails, always "already used". */
export const TEST_SECRETS = {
  verifies: '1x0000000000000000000000000000000AA',
  refuses: '2x0000000000000000000000000000000AA',
  used: '3x0000000000000000000000000000000AA',
} as const;

/** What a token was issued for. */
export interface Occasion {
  action: string;
  /** The host of the page with the check. */
  hostname: string;
}

/** The answer of siteverify, with Cloudflare's error codes. */
export type Verdict =
  | { success: false; 'error-codes': string[] }
  | { success: true; 'error-codes': []; challenge_ts: string; hostname: string; action: string; cdata: '' };

/** Tokens that work once, for five minutes, and can't be guessed. */
export interface Tokens {
  issue(occasion: Occasion): string;
  verify(secret: string | undefined, token: string | undefined): Verdict;
}

const refused = (...codes: string[]): Verdict => ({ success: false, 'error-codes': codes });

/** @param now the time in milliseconds */
export function openTokens(now: () => number = Date.now): Tokens {
  const issued = new Map<string, Occasion & { at: number; used: boolean }>();
  return {
    issue({ action, hostname }) {
      const token = `local.${randomUUID()}`;
      keep(issued, token, { action, hostname, at: now(), used: false });
      return token;
    },
    verify(secret, token) {
      if (!secret) return refused('missing-input-secret');
      if (!Object.values<string>(TEST_SECRETS).includes(secret)) return refused('invalid-input-secret');
      if (!token) return refused('missing-input-response');
      const known = issued.get(token);
      if (!known || secret === TEST_SECRETS.refuses) return refused('invalid-input-response');
      if (known.used || secret === TEST_SECRETS.used || now() - known.at > TOKEN_LIFE_MS)
        return refused('timeout-or-duplicate');
      known.used = true;
      const { action, hostname, at } = known;
      const challenge_ts = new Date(at).toISOString();
      return { success: true, 'error-codes': [], challenge_ts, hostname, action, cdata: '' };
    },
  };
}
