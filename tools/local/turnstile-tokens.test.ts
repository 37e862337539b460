import { describe, expect, it } from 'vitest';
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
