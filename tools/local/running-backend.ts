import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What other commands need to know about a backend running on this machine. */
export interface RunningBackend {
  pid: number;
  apiUrl: string;
  /** Where the site is served that belongs to it. */
  siteUrl: string;
}

const fileIn = (folder: string) => join(folder, 'running.json');

/** Writes a file about this backend into its folder. Returns a function that removes the file. */
export function announceBackend(folder: string, apiUrl: string, siteUrl: string): () => void {
  const file = fileIn(folder);
  writeFileSync(file, JSON.stringify({ pid: process.pid, apiUrl, siteUrl } satisfies RunningBackend));
  return () => {
    if (runningBackend(folder)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** The backend running on this folder. Ignores the file of one that was killed. */
export function runningBackend(folder: string): RunningBackend | undefined {
  try {
    const running = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as RunningBackend;
    process.kill(running.pid, 0);
    // Root may signal everybody's processes, and another user's may have the number of one that was killed.
    if (process.getuid?.() === 0 && existsSync('/proc') && statSync(`/proc/${running.pid}`).uid !== 0) return undefined;
    return running;
  } catch {
    return undefined;
  }
}

/** Where the API proves that it has the secret key; the path ends with a nonce. */
export const PROOF_PATH = '/proof/';

/** Shows who listens at an address that they have a secret key, without telling it. */
export function proofOf(secretKey: string, apiUrl: string, nonce: string): string {
  // With the address, it can't be fetched from another port.
  return createHmac('sha256', secretKey).update(`proof ${apiUrl} ${nonce}`).digest('base64url');
}

/**
 * Whether the API at an address has the secret key. After kill -9, another program may have its port.
 *
 * @returns false if it does not answer within five seconds, either
 */
export async function hasKey(apiUrl: string, secretKey: string): Promise<boolean> {
  const nonce = randomBytes(24).toString('base64url');
  const expected = Buffer.from(proofOf(secretKey, apiUrl, nonce));
  try {
    const response = await fetch(apiUrl + PROOF_PATH + nonce, { signal: AbortSignal.timeout(5000), redirect: 'error' });
    const given = Buffer.from(await response.text());
    return given.length === expected.length && timingSafeEqual(given, expected);
  } catch {
    return false;
  }
}
