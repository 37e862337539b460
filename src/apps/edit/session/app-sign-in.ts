import { PUBLIC_CODE_HOST, PUBLIC_EDIT_APP, PUBLIC_SUPABASE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import type { EditSignIn, EditSignInAnswer } from '../../../backend/edit-sign-in.ts';
import { makeProof } from './pkce.ts';

/** Signed in with the App. */
export interface AppSession {
  token: string;
  /** ISO 8601; undefined if it does not expire. */
  expires: string | undefined;
}

/** Its message is a sentence for the person who signs in. */
export class AppSignInError extends Error {
  override name = 'AppSignInError';
}

/** What this tab keeps while it is at the code host: nothing with which somebody else could sign in. */
interface Begun {
  state: string;
  verifier: string;
  /** The text that was to be opened: the code host returns without a fragment. */
  fragment: string;
}

const KEY = 'edit-sign-in';
const GITHUB = 'https://github.com';
/** Longer than the function waits for the code host (milliseconds). */
const TIMEOUT_MS = 20_000;

/** This page, as the function knows it: `/edit`, or `/` on an origin of its own. */
const redirect = () => location.origin + (location.pathname.replace(/(?:\.html|\/)$/, '') || '/');

/** Takes what was begun out of the storage. */
function takeBegun(): Begun | undefined {
  try {
    const begun = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Begun | null;
    sessionStorage.removeItem(KEY);
    return begun ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Leaves this page to sign in at the code host, which returns to it.
 *
 * @throws AppSignInError if this tab can't keep what it needs to go on afterwards
 */
export async function beginAppSignIn(): Promise<void> {
  const { state, verifier, challenge } = await makeProof();
  try {
    const begun: Begun = { state, verifier, fragment: location.hash };
    sessionStorage.setItem(KEY, JSON.stringify(begun));
  } catch {
    throw new AppSignInError(
      'This browser does not let the page keep anything, which this needs. Allow it to, or sign in with a token.',
    );
  }
  const address = new URL('/login/oauth/authorize', PUBLIC_CODE_HOST || GITHUB);
  address.search = new URLSearchParams({
    client_id: PUBLIC_EDIT_APP ?? '',
    redirect_uri: redirect(),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString();
  location.assign(address.href);
}

async function exchange(body: EditSignIn): Promise<AppSession> {
  let message: string | undefined;
  try {
    const response = await fetch(`${PUBLIC_SUPABASE_URL ?? ''}/functions/v1/edit-sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: PUBLIC_SUPABASE_KEY ?? '' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as Partial<EditSignInAnswer> & { error?: { message?: string } };
    if (response.ok && answer.token) return { token: answer.token, expires: answer.expires ?? undefined };
    message = answer.error?.message;
  } catch {
    // What is thrown says nothing to an editor.
  }
  throw new AppSignInError(message ?? 'The sign-in could not be finished. Check the connection, and sign in again.');
}

/**
 * Goes on where {@link beginAppSignIn} has left this page, if the code host has just returned to it. What it has sent is
 * taken out of the address at once.
 *
 * @returns undefined if this is not a return
 * @throws AppSignInError
 */
export async function finishAppSignIn(): Promise<AppSession | undefined> {
  const sent = new URLSearchParams(location.search);
  const [code, state, refused] = [sent.get('code'), sent.get('state'), sent.get('error')];
  if (code === null && refused === null) return undefined;
  const begun = takeBegun();
  const ours = begun !== undefined && state === begun.state;
  history.replaceState(history.state, '', location.pathname + (ours ? begun.fragment : ''));
  if (!ours)
    throw new AppSignInError('This sign-in was not begun in this tab. Press “Sign in with GitHub” here to begin it.');
  if (code === null)
    throw new AppSignInError(
      refused === 'access_denied'
        ? 'You have not allowed it at GitHub. Sign in again to allow it, or sign in with a token.'
        : 'GitHub refused the sign-in. Sign in again, or ask a developer to check the App (docs/deploy.md).',
    );
  return exchange({ code, verifier: begun.verifier, redirect: redirect() });
}
