import { describe, expect, it } from 'vitest';
import { idleness, SIGN_OUT_AFTER_MS, untilChange, WARN_BEFORE_MS } from '../../src/apps/desk/session/inactivity.ts';
import { codeOf, inGroups, isCode, nextStep, passwordProblems } from '../../src/apps/desk/session/next-step.ts';
import { signInSentence } from '../../src/apps/desk/session/sign-in-words.ts';

describe('the steps of the desk’s sign-in', () => {
  it.each([
    ['a first sign-in', { mustChange: true, hasFactor: false, isVerified: false }, 'new-password'],
    ['a new password without a factor', { mustChange: false, hasFactor: false, isVerified: false }, 'factor'],
    ['a usual sign-in', { mustChange: false, hasFactor: true, isVerified: false }, 'code'],
    // The sign-in service changes a password only after the code, if there is a factor.
    ['a password that an administrator has reset', { mustChange: true, hasFactor: true, isVerified: false }, 'code'],
    ['the same, after the code', { mustChange: true, hasFactor: true, isVerified: true }, 'new-password'],
    ['both factors given', { mustChange: false, hasFactor: true, isVerified: true }, 'in'],
  ] as const)('%s', (_, standing, step) => {
    expect(nextStep(standing)).toBe(step);
  });

  it('a new password has twelve characters, however many bytes they take, and is typed twice', () => {
    expect(passwordProblems('', '')).toEqual({ password: 'This has 0 characters. Use 12 or more.' });
    expect(passwordProblems('🦊', '🦊')).toEqual({ password: 'This has 1 character. Use 12 or more.' });
    expect(passwordProblems('elevenchars', 'elevenchars')).toHaveProperty('password');
    expect(passwordProblems('twelve chars', 'twelve char')).toHaveProperty('again');
    expect(passwordProblems('🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊', '🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊')).toEqual({});
  });

  it('a code may have blanks, but only digits', () => {
    expect(codeOf(' 123 456 ')).toBe('123456');
    expect(isCode('123456')).toBe(true);
    for (const typed of ['12345', '1234567', '12345a', '']) expect(isCode(codeOf(typed)), typed).toBe(false);
  });

  it('a secret is in groups of four', () => {
    expect(inGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
    expect(inGroups('ABCD')).toBe('ABCD');
  });
});

describe('each refusal of the sign-in says what to do', () => {
  it.each([
    [{ code: 'invalid_credentials', status: 400 }, 'The address or the password is wrong.'],
    [{ code: 'mfa_verification_failed', status: 422 }, /^This code is wrong\./],
    [{ code: 'mfa_challenge_expired', status: 422 }, /^This took too long\./],
    [{ code: 'mfa_ip_address_mismatch', status: 422 }, /^Your network changed/],
    [{ code: 'over_request_rate_limit', status: 429 }, /^Too many tries\./],
    [{ status: 429 }, /^Too many tries\./],
    [{ name: 'AuthRetryableFetchError', status: 0 }, /^There is no connection\./],
    [{ name: 'AuthSessionMissingError', status: 400 }, /^Your session has ended\./],
    [{ name: 'AuthRetryableFetchError', status: 503 }, /^The server could not do this \(503\)/],
    [{ code: 'unheard_of', status: 400 }, /^The server could not do this \(unheard_of\)/],
  ])('%j', (error, sentence) => {
    expect(signInSentence({ message: 'Internal words', ...error })).toMatch(sentence);
  });
});

describe('whoever does nothing at the desk', () => {
  const last = 1_000_000;
  it.each([
    [0, 'active', SIGN_OUT_AFTER_MS - WARN_BEFORE_MS],
    [SIGN_OUT_AFTER_MS - WARN_BEFORE_MS - 1, 'active', 1],
    [SIGN_OUT_AFTER_MS - WARN_BEFORE_MS, 'warned', WARN_BEFORE_MS],
    [SIGN_OUT_AFTER_MS - 1, 'warned', 1],
    [SIGN_OUT_AFTER_MS, 'over', 0],
    // The computer slept over the weekend.
    [3 * 86_400_000, 'over', 0],
  ] as const)('is after %d ms %s', (idle, state, next) => {
    expect(idleness(last, last + idle)).toBe(state);
    expect(untilChange(last, last + idle)).toBe(next);
  });

  it('is signed out after 30 minutes, and warned a minute before', () => {
    expect([SIGN_OUT_AFTER_MS, WARN_BEFORE_MS]).toEqual([30 * 60_000, 60_000]);
  });

  it('is active if it is not known since when', () => {
    expect(idleness(NaN, last)).toBe('active');
  });
});
