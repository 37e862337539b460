import { PUBLIC_MEETINGS, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import { atom } from 'nanostores';
import { KNOCK_EVERY_MS, type EnterAnswer } from '../../backend/meeting-access.ts';
import { tellDesks } from '../desk-activity.ts';
import { AccessError, enter, knock, reportEnd, type Refusal } from './access.ts';
import { isHosts, keepLink, takeLink, type Link } from './link.ts';
import { $call, meeting } from './meeting.ts';

export type Early = Extract<EnterAnswer, { state: 'early' }>;
export type Open = Extract<EnterAnswer, { state: 'open' }>;
/** Why there is no door. */
export type Instead = 'off' | 'no-link' | 'over' | Refusal;

/** What the page shows until the visitor joins. */
export type Visit =
  | { at: 'checking' }
  | { at: Instead }
  | { at: 'early'; answer: Early }
  | { at: 'open'; answer: Open };

export const $visit = atom<Visit>({ at: 'checking' });
/** The visitor is at the door again, after a call. */
export const $returning = atom(false);
/** A host turned the visitor away. The provider does not say so of its own accord when the desk does it. */
export const $declined = atom(false);

/** The room is asked for again after this time, at the latest: clocks differ, and a booking can move (milliseconds). */
const LOOK_AGAIN_MS = 30_000;
/** The same while nothing can be reached. */
const RETRY_MS = 5000;

let link: Link | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The answer to an earlier question is not shown. */
let asked = 0;

/** Whose link this is, or undefined without one. */
export const currentLink = (): Link | undefined => link;
export const isHost = (): boolean => link !== undefined && isHosts(link);

function lookAgainIn(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void look(), milliseconds);
}

function show(answer: EnterAnswer): void {
  if (answer.state === 'over') $visit.set({ at: 'over' });
  else if (answer.state === 'open') $visit.set({ at: 'open', answer });
  else {
    $visit.set({ at: 'early', answer });
    const remaining = Date.parse(answer.opensAt) - Date.now();
    // A clock that is ahead asks every second at most.
    lookAgainIn(Math.min(Math.max(remaining, 1000), LOOK_AGAIN_MS));
  }
}

/** Asks what is behind the link, and shows it. */
export async function look(): Promise<void> {
  clearTimeout(timer);
  if (!link) {
    $visit.set({ at: 'no-link' });
    return;
  }
  const question = ++asked;
  try {
    const answer = await enter(link);
    if (question !== asked) return;
    if (answer.ticket !== undefined) {
      link = { ...link, secret: answer.ticket };
      keepLink(link);
    }
    show(answer);
  } catch (error) {
    if (question !== asked) return;
    const at = error instanceof AccessError ? error.refusal : 'unreachable';
    $visit.set({ at });
    if (at === 'unreachable') lookAgainIn(RETRY_MS);
  }
}

/** Joins the call, or knocks. A host's token is soon over, so another one is asked for. */
export async function join(name: string): Promise<void> {
  const booking = link?.booking;
  if (isHost()) await look();
  const visit = $visit.get();
  // Another link may have been opened in the meantime.
  if (visit.at !== 'open' || link?.booking !== booking) return;
  $returning.set(false);
  $declined.set(false);
  meeting.join({ url: visit.answer.url, token: visit.answer.token, name });
}

/** Goes back to the door after a call, or to why there is none: the room may be over by now, or the ticket of a host. */
export async function comeBack(): Promise<void> {
  await look();
  $returning.set(true);
}

/** Tells the desk that somebody waits. The host in the room sees it all the same. */
async function knockOnce(of: Link): Promise<void> {
  const { people } = $call.get();
  try {
    const { declined } = await knock(of, people[0]?.name ?? '');
    if (!declined || $call.get().phase !== 'knocking') return;
    $declined.set(true);
    meeting.leave();
  } catch (error) {
    console.warn('The desk was not told of the knock:', error);
    // The call was moved or declined: nobody will come to this door.
    if (!(error instanceof AccessError) || error.refusal !== 'wrong' || link !== of) return;
    $visit.set({ at: 'wrong' });
    $returning.set(true);
    meeting.leave();
  }
}

let knocking: ReturnType<typeof setInterval> | undefined;

/** Knocks on the desk until it is over. */
function followKnock(of: Link, waits: boolean): void {
  if (waits === (knocking !== undefined)) return;
  clearInterval(knocking);
  knocking = undefined;
  if (waits) {
    knocking = setInterval(() => void knockOnce(of), KNOCK_EVERY_MS);
    void knockOnce(of);
  } else knock(of, '').catch(() => {});
}

/** Whom the desk has named must still wait: after this time, somebody else could come with that name (milliseconds). */
const ADMIT_WITHIN_MS = 30_000;

let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Lets in whom the desk has named, once, and nobody else who waits. */
function admitOnce(): void {
  const { phase, waiting } = $call.get();
  if (phase !== 'in-call' || link?.admit === undefined) return;
  const { admit, ...rest } = link;
  const named = waiting.find(({ name }) => name === admit);
  if (named) {
    link = rest;
    meeting.admit(named.id);
  } else
    forgetting ??= setTimeout(() => {
      forgetting = undefined;
      if (link) link = { booking: link.booking, secret: link.secret };
    }, ADMIT_WITHIN_MS);
}

/** How often the desk hears that its host is in a call (milliseconds). */
const TELL_DESKS_EVERY_MS = 60_000;

let telling: ReturnType<typeof setInterval> | undefined;

/** Keeps the host signed in at the desk while the call lasts. */
function followHost(isInCall: boolean): void {
  clearInterval(telling);
  if (!isInCall || !isHost()) return;
  tellDesks();
  telling = setInterval(tellDesks, TELL_DESKS_EVERY_MS);
}

/** Reports the end of each call. */
function watchCall(): void {
  let before = $call.get().phase;
  $call.listen(({ phase, ending }) => {
    admitOnce();
    if (phase === before) return;
    before = phase;
    if (!link) return;
    followKnock(link, phase === 'knocking');
    followHost(phase === 'in-call' || phase === 'reconnecting');
    if (phase === 'ended' && ending && ending.seconds > 0)
      reportEnd(link, ending.seconds, null).catch((error: unknown) => console.warn('The end was not stored:', error));
  });
}

/** Begins with the link in the address, and again with each that somebody opens in this tab. */
function open(): void {
  const taken = takeLink();
  const { phase } = $call.get();
  // Nobody is thrown out of a call by a link.
  if (taken?.secret === link?.secret && taken?.booking === link?.booking && $visit.get().at !== 'checking') return;
  if (phase !== 'before' && phase !== 'ended') return;
  link = taken;
  $visit.set({ at: 'checking' });
  void look();
}

/** Begins the visit. */
export function begin(): void {
  if (!PUBLIC_MEETINGS || !PUBLIC_SUPABASE_URL) {
    takeLink();
    $visit.set({ at: 'off' });
    return;
  }
  watchCall();
  open();
  window.addEventListener('hashchange', open);
  // Timers rest while a tab is hidden or kept by the browser.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && $visit.get().at === 'early') void look();
  });
}
