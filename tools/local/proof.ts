import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Where a server proves that it has a secret; the path ends with a nonce. */
export const PROOF_PATH = '/proof/';

/** Shows that the server at an address has a secret, without telling it. */
export function proofOf(secret: string, url: string, nonce: string): string {
  // With the address, it can't be fetched from another port.
  return createHmac('sha256', secret).update(`proof ${url} ${nonce}`).digest('base64url');
}

/**
 * Whether the server at an address has a secret. Once a server has ended, another user's program may have its port.
 *
 * @returns false if it does not answer within five seconds, either
 */
export async function hasSecret(url: string, secret: string): Promise<boolean> {
  const nonce = randomBytes(24).toString('base64url');
  const expected = Buffer.from(proofOf(secret, url, nonce));
  try {
    const response = await fetch(url + PROOF_PATH + nonce, { signal: AbortSignal.timeout(5000), redirect: 'error' });
    const given = Buffer.from(await response.text());
    return given.length === expected.length && timingSafeEqual(given, expected);
  } catch {
    return false;
  }
}
