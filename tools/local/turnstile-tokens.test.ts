import getPort from 'get-port';
import { describe, expect, it } from 'vitest';
import { serveTurnstile } from './turnstile/server.ts';
import { TEST_SITE_KEYS } from './turnstile/test-keys.ts';
import { openTokens, TEST_SECRETS, TOKEN_LIFE_MS } from './turnstile/tokens.ts';

const occasion = { action: 'voice_leads', hostname: 'localhost' };
const { verifies } = TEST_SECRETS;
const refused = (code: string) => ({ success: false, 'error-codes': [code] });

describe("the stand-in's tokens", () => {
  it('say what they were issued for, once', () => {
    const tokens = openTokens(() => Date.UTC(2027, 0, 1));
    const token = tokens.issue(occasion);
    expect(tokens.verify(verifies, token)).toEqual({
      success: true,
      'error-codes': [],
      challenge_ts: '2027-01-01T00:00:00.000Z',
      cdata: '',
      ...occasion,
    });
    expect(tokens.verify(verifies, token)).toEqual(refused('timeout-or-duplicate'));
  });

  it('are valid for five minutes', () => {
    let now = 0;
    const tokens = openTokens(() => now);
    const [early, late] = [tokens.issue(occasion), tokens.issue(occasion)];
    now = TOKEN_LIFE_MS;
    expect(tokens.verify(verifies, early).success).toBe(true);
    now += 1;
    expect(tokens.verify(verifies, late)).toEqual(refused('timeout-or-duplicate'));
  });

  it("are refused with Cloudflare's error codes", () => {
    const tokens = openTokens();
    const token = tokens.issue(occasion);
    expect(tokens.verify(undefined, token)).toEqual(refused('missing-input-secret'));
    expect(tokens.verify('wrong', token)).toEqual(refused('invalid-input-secret'));
    expect(tokens.verify(verifies, undefined)).toEqual(refused('missing-input-response'));
    expect(tokens.verify(verifies, 'XXXX.DUMMY.TOKEN.XXXX')).toEqual(refused('invalid-input-response'));
    expect(tokens.verify(TEST_SECRETS.refuses, token)).toEqual(refused('invalid-input-response'));
    expect(tokens.verify(TEST_SECRETS.used, token)).toEqual(refused('timeout-or-duplicate'));
    // None of that used it up.
    expect(tokens.verify(verifies, token).success).toBe(true);
  });
});

describe("the stand-in's checks", () => {
  it(
    'have an action of at most 32 characters, and the oldest of 10,001 is forgotten',
    { tags: ['exhaustive'] },
    async () => {
      const standIn = await serveTurnstile(await getPort());
      const begin = (action: string) =>
        fetch(`${standIn.url}/check?${new URLSearchParams({ sitekey: TEST_SITE_KEYS.passes, action }).toString()}`, {
          headers: { referer: 'http://localhost/' },
        });
      const idIn = async (response: Response) => /data-check="([^"]+)"/.exec(await response.text())?.[1] ?? '';
      const finish = async (id: string): Promise<unknown> =>
        (await fetch(`${standIn.url}/check/${id}`, { method: 'POST' })).json();
      expect((await begin('x'.repeat(33))).status).toBe(404);
      const [first, second] = [await idIn(await begin('x'.repeat(32))), await idIn(await begin('x'))];
      for (let count = 1; count < 10_000; count++) await (await begin('x')).text();
      expect(await finish(first)).toMatchObject({ kind: 'error' });
      expect(await finish(second)).toMatchObject({ kind: 'token' });
      await standIn.close();
    },
  );
});
