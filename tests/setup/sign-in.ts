import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { codeAt } from '../../tools/local/auth/totp.ts';
import { anyAddress, fromAddress } from './network.ts';
import { startStack, type Stack } from './stack.ts';

/**
 * A hosted project to test instead of the local stand-in, if the environment names one: SIGN_IN_URL, SIGN_IN_KEY
 * (publishable) and SIGN_IN_SECRET_KEY. Its rate limits must be high enough for a test run.
 */
const { SIGN_IN_URL, SIGN_IN_KEY = '', SIGN_IN_SECRET_KEY = '' } = process.env;

/** Tests that choose an IP address or change the database can only run against the stand-in. */
export const IS_LOCAL = !SIGN_IN_URL;

/** An account that a test has made. */
export interface Account {
  id: string;
  email: string;
  password: string;
}

/** Where people sign in. */
export interface SignIn {
  url: string;
  key: string;
  secretKey: string;
  /** @throws Error on a hosted project */
  stack(): Stack;
  /** A browser's client, with a session of its own, from an IP address of the test's choice (locally). */
  client(ip?: string): SupabaseClient;
  /** The team's client. */
  team: SupabaseClient;
  /** Makes an account, which is removed at the end. */
  account(): Promise<Account>;
  stop(): Promise<void>;
}

/** Starts the local stand-in, or uses the hosted project of the environment. */
export async function openSignIn(): Promise<SignIn> {
  const stack = SIGN_IN_URL ? undefined : await startStack();
  const url = SIGN_IN_URL || (stack?.backend.apiUrl ?? '');
  const key = stack?.backend.publishableKey ?? SIGN_IN_KEY;
  const secretKey = stack?.secretKey ?? SIGN_IN_SECRET_KEY;
  const auth = { persistSession: false, autoRefreshToken: false };
  const team = createClient(url, secretKey, { auth });
  const made: string[] = [];
  return {
    url,
    key,
    secretKey,
    team,
    stack() {
      if (!stack) throw new Error('This needs the local stand-in: unset SIGN_IN_URL.');
      return stack;
    },
    client: (ip = anyAddress()) =>
      createClient(url, key, { auth, global: { headers: stack ? fromAddress(stack.networkKey, ip) : {} } }),
    async account() {
      const email = `sign-in-${randomUUID()}@example.com`;
      const password = `correct horse ${randomUUID()}`;
      const { data, error } = await team.auth.admin.createUser({ email, password, email_confirm: true });
      if (error) throw error;
      made.push(data.user.id);
      return { id: data.user.id, email, password };
    },
    async stop() {
      for (const id of made) await team.auth.admin.deleteUser(id);
      await stack?.stop();
    },
  };
}

/** Signs in with a password. */
export async function signIn(client: SupabaseClient, { email, password }: Omit<Account, 'id'>) {
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return data.session;
}

/** A verified factor, and how its codes are made. */
export interface OwnFactor {
  id: string;
  secret: string;
}

/** Sets up a factor. The session is at aal2 from then on. */
export async function setUpFactor(client: SupabaseClient, friendlyName = 'phone'): Promise<OwnFactor> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const factor = { id: data.id, secret: data.totp.secret };
  await showFactor(client, factor);
  return factor;
}

/** Shows a factor with its current code. The session is at aal2 from then on. */
export async function showFactor(client: SupabaseClient, { id, secret }: OwnFactor): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeAt(secret, Date.now()) });
  if (error) throw error;
}

/** A code that is not the current one of a secret, nor one beside it. */
export function wrongCode(secret: string): string {
  const close = [-30_000, 0, 30_000].map((shift) => codeAt(secret, Date.now() + shift));
  return ['000000', '111111', '222222', '333333'].find((code) => !close.includes(code)) ?? '';
}

/** A client that is signed in with both factors. */
export async function withBothFactors(project: SignIn) {
  const account = await project.account();
  const client = project.client();
  await signIn(client, account);
  const factor = await setUpFactor(client);
  return { account, client, factor };
}

/** A member of staff who is signed in at the desk: with a password of their own, and a second factor. */
export async function withStaff(project: SignIn) {
  const account = await project.account();
  const { error } = await project.team.rpc('add_staff', { person: account.id });
  if (error) throw error;
  const client = project.client();
  await signIn(client, account);
  const password = `own ${account.password}`;
  const changed = await client.auth.updateUser({ password });
  if (changed.error) throw changed.error;
  const factor = await setUpFactor(client);
  return { account: { ...account, password }, client, factor };
}

/** The token of a client's session. */
export async function tokenOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? '';
}

/** The claims of a token, unchecked. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
