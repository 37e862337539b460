import { expect, it } from 'vitest';
import { codeAt, isCode, newSecret } from './totp.ts';

/** "12345678901234567890" in Base32: the secret of the examples in RFC 6238. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at %i seconds is that of RFC 6238', (seconds, eightDigits) => {
  expect(codeAt(SECRET, seconds * 1000)).toBe(eightDigits.slice(-6));
});

it('the codes before and after the current one are accepted, and no other', () => {
  const now = 1_700_000_015_000;
  const accepted = [-60, -30, 0, 30, 60].map((seconds) => isCode(SECRET, codeAt(SECRET, now + seconds * 1000), now));
  expect(accepted).toEqual([false, true, true, true, false]);
  expect(isCode(SECRET, ` ${codeAt(SECRET, now)} `, now)).toBe(true);
  for (const none of ['', '0', codeAt(SECRET, now).slice(1), `${codeAt(SECRET, now)}0`, '⁶²³⁴⁵⁶'])
    expect(isCode(SECRET, none, now), none).toBe(false);
});

it('secrets are random: 160 bits that an authenticator app can read', () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});
