import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Fault } from '../../../src/lib/fault.ts';
import type { Finding } from './finding.ts';

/** What the Management API says about a project's sign-in, as far as the desk depends on it. */
export interface AuthSettings {
  disable_signup?: boolean;
  /** How long an access token lives (seconds). */
  jwt_exp?: number;
  mfa_totp_enroll_enabled?: boolean;
  mfa_totp_verify_enabled?: boolean;
  mfa_phone_enroll_enabled?: boolean;
  password_min_length?: number;
  /** The digits of a code that is sent by mail, and signs in without a password. */
  mailer_otp_length?: number;
}

/** The longest life of a token (seconds), and the shortest password: those of supabase/config.toml. */
const LONGEST = 900;
const SHORTEST = 12;
/** The most digits that the Auth server makes. */
const DIGITS = 10;

/** Where each setting is in the dashboard, and what is wrong with it. */
const WANTED: readonly { isRight: (settings: AuthSettings) => boolean; wrong: string; fix: string }[] = [
  {
    isRight: ({ disable_signup }) => disable_signup === true,
    wrong: 'Anyone can create an account, and have mail sent to any address.',
    fix: 'In the dashboard, under Authentication, Sign In / Providers, turn off "Allow new users to sign up".',
  },
  {
    isRight: ({ mfa_totp_enroll_enabled, mfa_totp_verify_enabled }) =>
      mfa_totp_enroll_enabled === true && mfa_totp_verify_enabled === true,
    wrong: 'Codes of authenticator apps are off: nobody can use the desk.',
    fix: 'In the dashboard, under Authentication, Multi-Factor, set "TOTP (App Authenticator)" to Enabled.',
  },
  {
    isRight: ({ mfa_phone_enroll_enabled }) => mfa_phone_enroll_enabled !== true,
    wrong: 'Codes in text messages count as a second factor, and they can be intercepted.',
    fix: 'In the dashboard, under Authentication, Multi-Factor, set "SMS MFA" to Disabled.',
  },
  {
    isRight: ({ jwt_exp }) => jwt_exp !== undefined && jwt_exp <= LONGEST,
    wrong: 'Access tokens live longer than 15 minutes: for so long, live messages reach somebody who was removed.',
    fix: `In the dashboard, under Project Settings, JWT Keys, set "Access token expiry time" to ${LONGEST} seconds.`,
  },
  {
    isRight: ({ password_min_length }) => password_min_length !== undefined && password_min_length >= SHORTEST,
    wrong: `Passwords with fewer than ${SHORTEST} characters are accepted.`,
    fix: `In the dashboard, under Authentication, Sign In / Providers, Email, set "Minimum password length" to ${SHORTEST}.`,
  },
  {
    isRight: ({ mailer_otp_length }) => mailer_otp_length === DIGITS,
    wrong: `Codes that sign in by mail have fewer than ${DIGITS} digits. Nothing limits who guesses them from many addresses.`,
    fix: `In the dashboard, under Authentication, Sign In / Providers, Email, set "Email OTP Length" to ${DIGITS}.`,
  },
];

/** Finds the settings of sign-in that are not as the desk needs them. */
export const checkAuthSettings = (settings: AuthSettings): Finding[] =>
  WANTED.filter(({ isRight }) => !isRight(settings)).map(({ wrong, fix }) => ({ wrong, fix }));

const TIMEOUT_MS = 15_000;

/** The Management API that the Supabase CLI uses, too: SUPABASE_PROFILE may name a file with another one. */
function managementApi(profile: string | undefined): string {
  if (!profile || !/\.ya?ml$/.test(profile)) return 'https://api.supabase.com';
  return (parse(readFileSync(profile, 'utf8')) as { api_url: string }).api_url;
}

/**
 * Asks the Management API for a project's settings of sign-in. The Supabase CLI has no command for this, and keeps the
 * token of a login to itself.
 *
 * @returns undefined without SUPABASE_ACCESS_TOKEN
 * @throws Fault when it does not answer
 */
export async function readAuthSettings(
  ref: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<AuthSettings | undefined> {
  const token = env['SUPABASE_ACCESS_TOKEN'];
  if (!token) return undefined;
  const url = `${managementApi(env['SUPABASE_PROFILE'])}/v1/projects/${ref}/config/auth`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  // A redirect would take the token to another host.
  const init: RequestInit = { headers: { authorization: `Bearer ${token}` }, redirect: 'error', signal };
  const response = await fetch(url, init).catch((error: unknown) => {
    throw new Fault(`The Management API does not answer: ${(error as Error).message}`);
  });
  if (!response.ok)
    throw new Fault(
      `The Management API refuses to show the settings of sign-in (status ${response.status}). The token in SUPABASE_ACCESS_TOKEN must be allowed to read them.`,
    );
  return (await response.json()) as AuthSettings;
}
