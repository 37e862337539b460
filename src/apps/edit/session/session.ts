import { atom } from 'nanostores';
import type { Account } from '../../../code-host/code-host.ts';
import { CodeHostError, SignedOutError } from '../../../code-host/errors.ts';
import { openCodeHost } from '../../../code-host/open-code-host.ts';
import type { EditHost } from '../host/edit-host.ts';
import { openEditHost } from '../host/open-edit-host.ts';
import { textsAtAddress } from '../../../editing/core/place-address.ts';
import { CODE_HOST } from '../settings.ts';
import { openElsewhere } from '../tabs.ts';
import { finishAppSignIn } from './app-sign-in.ts';
import { blocking } from './rights.ts';

/** Where somebody is on the way into the editor. */
export type Phase =
  | { at: 'starting' }
  /** `said` is good to know; `why` is a problem. */
  | { at: 'out'; said?: string; why?: string }
  /** Signed in, but the token does not allow enough. */
  | { at: 'lacking'; account: Account }
  /** The text was opened in another tab, where somebody is signed in. */
  | { at: 'elsewhere' }
  | { at: 'in'; account: Account; host: EditHost };

export const $phase = atom<Phase>({ at: 'starting' });

/** The message of an error, for the person who signs in. */
function reasonOf(error: unknown): string {
  if (error instanceof SignedOutError)
    return 'GitHub does not accept this token. Copy it again, all of it, or make a new one: it may have expired.';
  if (error instanceof Error && !(error instanceof TypeError)) return error.message;
  console.error(error);
  return 'Something went wrong on this page. Load it again, and tell a developer if it stays so.';
}

/**
 * Signs in with a token, which only this page's memory keeps.
 *
 * @param expires when it expires, if that is known from elsewhere (ISO 8601)
 * @returns why it was refused; undefined if somebody is in now, or was told what the token lacks
 */
export async function signIn(token: string, expires?: string): Promise<string | undefined> {
  try {
    const codeHost = openCodeHost(CODE_HOST, token);
    const known = await codeHost.account();
    const account = { ...known, ...(expires !== undefined && { expires }) };
    if (blocking(account.missing).length > 0) $phase.set({ at: 'lacking', account });
    else $phase.set({ at: 'in', account, host: await openEditHost(codeHost, account) });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Signs out. What was written and not saved stays in this browser. */
export function signOut(phase: { said?: string; why?: string } = { said: 'You are signed out.' }): void {
  $phase.set({ at: 'out', ...phase });
}

/** Ends the session if the code host has ended it. Returns the error again. */
export function heed(error: unknown): unknown {
  if (error instanceof SignedOutError && $phase.get().at === 'in')
    signOut({ why: 'GitHub has ended this sign-in. Sign in again to go on where you were: what you wrote is kept.' });
  return error;
}

/** Whether an error is from the code host, with a message for the person editing. */
export const isFromHost = (error: unknown): error is CodeHostError => error instanceof CodeHostError;

/** Begins: goes on where GitHub has sent somebody back, or asks to sign in. */
export async function start(): Promise<void> {
  try {
    const session = await finishAppSignIn();
    if (session) {
      const why = await signIn(session.token, session.expires);
      if (why !== undefined) $phase.set({ at: 'out', why });
      return;
    }
    const texts = textsAtAddress(location.hash);
    $phase.set({ at: texts && (await openElsewhere(texts)) ? 'elsewhere' : 'out' });
  } catch (error) {
    $phase.set({ at: 'out', why: reasonOf(error) });
  }
}
