import { isAuthRetryableFetchError, isAuthSessionMissingError } from '@supabase/supabase-js';
import { atom } from 'nanostores';
import company from 'copy:company';
import { client, obstacle, STORAGE_KEY } from '../client.ts';
import { failureFrom, type Failure } from '../failure.ts';
import { forgetSearches } from '../list/navigation.ts';
import { onLostRights, readAccount } from '../requests.ts';
import { nextStep } from './next-step.ts';
import { ENDED, HALF_OUT, INACTIVE, NOT_STAFF, REOPENED, signInSentence, type AuthFailure } from './sign-in-words.ts';
import { forgetActivity, forgetClosing, noteActivity, noteClosing, wasClosed, wasLeft } from './watch-activity.ts';

/** Who is signed in. */
export interface User {
  id: string;
  email: string;
}

/** A factor that is being set up. */
export interface NewFactor {
  id: string;
  secret: string;
  /** What the QR code says. */
  uri: string;
}

/** How far the sign-in is. `stuck`: the session is there, but the server does not answer. */
export type Phase =
  | { step: 'starting' }
  | { step: 'impossible'; why: string }
  | { step: 'stuck'; why: string }
  /** `said`: why somebody who was signed in is not any more. */
  | { step: 'password'; said?: string | undefined }
  | { step: 'new-password' }
  | { step: 'code'; factorId: string }
  | { step: 'factor'; factor: NewFactor }
  | { step: 'in'; user: User };

export const $phase = atom<Phase>({ step: 'starting' });

/** The user id of whoever is signed in; '' for nobody. */
export const me = (): string => {
  const phase = $phase.get();
  return phase.step === 'in' ? phase.user.id : '';
};

/** Why a step was refused, or undefined. */
export type Refused = Promise<string | undefined>;

const sentence = (error: AuthFailure | null): string | undefined => (error ? signInSentence(error) : undefined);

/**
 * That this tab was left, and why, as long as its session may still be stored: without a connection, it can't be ended at
 * once. A reload must not lead back in.
 */
const LEFT = `${STORAGE_KEY}-left`;

/** On it, a tab says that sessions have ended. It says no more: every page of this origin can listen and speak. */
const otherTabs = new BroadcastChannel(`${STORAGE_KEY}-ended`);

/** Finds the session of this tab, if there is one, and goes on from there. */
export async function start(): Promise<void> {
  const why = obstacle();
  if (why !== undefined) {
    $phase.set({ step: 'impossible', why });
    return;
  }
  onLostRights((failure) => void lose(failure));
  client().auth.onAuthStateChange((event) => {
    // Not in the callback itself, where auth-js waits.
    if (event === 'SIGNED_OUT') setTimeout(() => void noticeEnd(), 0);
  });
  otherTabs.addEventListener('message', () => void noticeEnd());
  addEventListener('pagehide', noteClosing);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // The browser kept the page itself: the tab was led elsewhere, and not closed.
    forgetClosing();
    void endIfLeft();
  });
  const left = sessionStorage.getItem(LEFT);
  if (left !== null) {
    await signOut('local', left || undefined);
    return;
  }
  if (await endIfLeft()) return;
  const { data, error } = await client().auth.getSession();
  // The session is kept: it only could not be renewed.
  if (isAuthRetryableFetchError(error)) stuck(signInSentence(error));
  else if (!data.session) {
    forgetSearches();
    $phase.set({ step: 'password' });
  } else await advance();
}

/** The first step: address and password. */
export async function signIn(email: string, password: string): Refused {
  const { auth } = client();
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) return sentence(error);
  sessionStorage.removeItem(LEFT);
  // From here on, a session waits for its owner: who goes away before the desk is open has left it, too.
  noteActivity();
  await auth.startAutoRefresh();
  return advance();
}

/** Signs out if this tab was left, for example at a step of the sign-in, or closed. */
async function endIfLeft(): Promise<boolean> {
  const why = wasClosed() ? REOPENED : wasLeft() ? INACTIVE : undefined;
  if (why !== undefined) await signOut('local', why);
  return why !== undefined;
}

/** Goes to what is still missing. */
export async function advance(): Refused {
  if (await endIfLeft()) return undefined;
  try {
    const account = await readAccount();
    if (!account.staff) {
      await dismiss();
      return undefined;
    }
    const { data, error } = await client().auth.mfa.listFactors();
    if (error) return stuck(signInSentence(error));
    const level = await client().auth.mfa.getAuthenticatorAssuranceLevel();
    const factor = data.totp[0];
    const step = nextStep({
      mustChange: account.must_change_password,
      hasFactor: factor !== undefined,
      isVerified: level.data?.currentLevel === 'aal2',
    });
    if (step === 'factor') return await beginFactor(data.all.map(({ id }) => id));
    if (step === 'code') $phase.set({ step, factorId: factor?.id ?? '' });
    else if (step === 'in') await enter();
    else $phase.set({ step });
    return undefined;
  } catch (error) {
    return stuck(failureFrom(error).message);
  }
}

/** Somebody who has a session can try again; at the password, the form says it. */
function stuck(why: string): string {
  if ($phase.get().step !== 'password') $phase.set({ step: 'stuck', why });
  return why;
}

async function enter(): Promise<void> {
  const { data } = await client().auth.getSession();
  const user = data.session?.user;
  $phase.set(user ? { step: 'in', user: { id: user.id, email: user.email ?? '' } } : { step: 'password' });
}

/** Begins to set up a factor. What an earlier attempt has left goes first: its name would be taken. */
async function beginFactor(leftovers: readonly string[]): Refused {
  const { mfa } = client().auth;
  for (const factorId of leftovers) await mfa.unenroll({ factorId });
  const { data, error } = await mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Desk',
    issuer: `${company.name} desk`,
  });
  if (error) return stuck(signInSentence(error));
  $phase.set({ step: 'factor', factor: { id: data.id, secret: data.totp.secret, uri: data.totp.uri } });
  return undefined;
}

/** Replaces the password that somebody else chose. */
export async function choosePassword(password: string): Refused {
  if (await endIfLeft()) return undefined;
  const { error } = await client().auth.updateUser({ password });
  return sentence(error) ?? (await advance());
}

/** Challenge and answer in one: whoever changes networks or takes ten seconds between them would be refused. */
export async function giveCode(factorId: string, code: string): Refused {
  if (await endIfLeft()) return undefined;
  const { error } = await client().auth.mfa.challengeAndVerify({ factorId, code });
  return sentence(error) ?? (await advance());
}

/** Whether the end of the session is our own doing. */
let leaving = false;

/**
 * Signs out here and at the server. Nothing of the desk is shown from the first moment on.
 *
 * @param scope `global`: every session of the account, on all devices
 * @param said what the sign-in says then
 */
export async function signOut(scope: 'local' | 'global', said?: string): Promise<void> {
  leaving = true;
  try {
    // Of other devices, it is only true once the server has answered.
    end(scope === 'local' ? said : undefined);
    const { auth } = client();
    // It would renew a session that is just ending.
    await auth.stopAutoRefresh();
    const { error } = await auth.signOut({ scope });
    if (sessionStorage.getItem(STORAGE_KEY) === null) sessionStorage.removeItem(LEFT);
    if (error && scope === 'global') await auth.signOut({ scope: 'local' });
    // A tab that was duplicated has the same session.
    otherTabs.postMessage('');
    if (scope === 'local') return;
    if ($phase.get().step === 'password') end(error ? HALF_OUT : said);
  } finally {
    leaving = false;
  }
}

function end(said?: string): void {
  try {
    sessionStorage.setItem(LEFT, said ?? '');
  } catch {
    // The storage is full: what it has is removed below.
  }
  forgetActivity();
  forgetSearches();
  $phase.set({ step: 'password', said });
}

/** The session may have been ended elsewhere, or it could not be renewed. Without an answer, it goes on. */
async function noticeEnd(): Promise<void> {
  if (leaving || $phase.get().step !== 'in') return;
  const { error } = await client().auth.getUser();
  if (isAuthSessionMissingError(error) && $phase.get().step === 'in') end(ENDED);
}

/** The database has refused: find out why, and say it. */
async function lose({ kind }: Failure): Promise<void> {
  if (leaving || $phase.get().step !== 'in') return;
  leaving = true;
  if (kind === 'not-staff') await dismiss();
  else await signOut('local', ENDED);
}

/** Signs somebody out who may not be here: they are not staff, or their session was ended elsewhere or is too old. */
async function dismiss(): Promise<void> {
  const isOver = await readAccount().then(
    ({ session_over }) => session_over,
    () => true,
  );
  await signOut('local', isOver ? ENDED : NOT_STAFF);
}
