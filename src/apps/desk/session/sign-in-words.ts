import { OFFLINE, SESSION_OVER } from '../failure.ts';

/** What auth-js reports. */
export interface AuthFailure {
  name?: string;
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

export const NOT_STAFF =
  'This account is not staff (any more), so you were signed out. Ask an administrator: perhaps somebody tried to guess your codes.';
export const INACTIVE = 'You were signed out because nothing was done here for 30 minutes. What you wrote is kept.';
export const REOPENED = 'You were signed out because this tab was closed, or led elsewhere. What you wrote is kept.';
export const ENDED = `${SESSION_OVER} What you wrote is kept.`;
export const HALF_OUT =
  'You are signed out here. The server could not be reached, so other devices may still be signed in. Sign in and try again.';

/** By the codes of the sign-in service. */
const SENTENCES: Record<string, string> = {
  invalid_credentials: 'The address or the password is wrong.',
  user_banned: 'This account is blocked. Ask an administrator.',
  email_not_confirmed: 'This address was never confirmed. Ask an administrator.',
  weak_password: 'This password is too easy to guess. Choose a longer one.',
  same_password: 'This is the password that you have. Choose another one.',
  reauthentication_needed: 'You signed in too long ago. Sign out, sign in again and choose the password then.',
  mfa_verification_failed:
    'This code is wrong. Check that the clock of your phone is right, and type the code it shows now.',
  mfa_verification_rejected: 'This code was refused. Type the code that your app shows now.',
  mfa_challenge_expired: 'This took too long. Type the code that your app shows now.',
  mfa_ip_address_mismatch: 'Your network changed in between. Type the code that your app shows now.',
  mfa_factor_not_found: 'This second factor is no longer set up. Sign out and sign in again.',
  too_many_enrolled_mfa_factors: 'This account has too many second factors. Ask an administrator to reset them.',
  mfa_totp_enroll_not_enabled: 'The server does not allow second factors. An administrator must switch them on.',
  mfa_totp_verify_not_enabled: 'The server does not allow second factors. An administrator must switch them on.',
};

/** A failed step of the sign-in in words that say what to do. */
export function signInSentence({ name, code = '', status = 0 }: AuthFailure): string {
  const known = SENTENCES[code];
  if (known) return known;
  if (status === 429 || code.startsWith('over_')) return 'Too many tries. Wait a minute and try again.';
  if (
    name === 'AuthSessionMissingError' ||
    code === 'session_not_found' ||
    code === 'bad_jwt' ||
    code === 'no_authorization'
  )
    return SESSION_OVER;
  // auth-js has no code for it.
  if (name === 'AuthRetryableFetchError' && status === 0) return OFFLINE;
  return `The server could not do this (${code || status || 'no answer'}). Try again. If it stays like this, tell an administrator.`;
}
