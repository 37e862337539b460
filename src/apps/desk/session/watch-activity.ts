import { atom } from 'nanostores';
import { hearRooms } from '../../desk-activity.ts';
import { STORAGE_KEY } from '../client.ts';
import { idleness, untilChange, type Idleness } from './inactivity.ts';

const LAST = `${STORAGE_KEY}-last-active`;
const CLOSED = `${STORAGE_KEY}-closed`;
/** A reload takes less than this (milliseconds). */
const BACK_WITHIN_MS = 60_000;
// Not `scroll`: the browser scrolls by itself when a request arrives above what is in sight.
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const;
/** The tab is back: it may have slept, with its timers. */
const RETURNS = ['focus', 'pageshow', 'visibilitychange'] as const;

export const $idleness = atom<Idleness>('active');

/** Notes that somebody is there, also for after a reload. */
export const noteActivity = (): void => sessionStorage.setItem(LAST, String(Date.now()));

/** Whether the session that this tab still has was left for too long, for example while the computer slept. */
export function wasLeft(): boolean {
  const last = sessionStorage.getItem(LAST);
  if (last === null) return sessionStorage.getItem(STORAGE_KEY) !== null;
  return idleness(Number(last), Date.now()) === 'over';
}

/** Within this time, a link to a mail leads to a mail program in this tab, if at all (milliseconds). */
const MAIL_OPENS_WITHIN_MS = 5000;
let mailAt = -Infinity;

/** Notes that a mail is being opened. If a page opens for it in this tab, whoever wrote it comes back. */
export const noteMail = (): void => {
  mailAt = performance.now();
};

/** Notes that a tab with a session is being closed, reloaded, or led to another page that is not for a mail. */
export function noteClosing(): void {
  if (performance.now() - mailAt < MAIL_OPENS_WITHIN_MS) return;
  if (sessionStorage.getItem(STORAGE_KEY) !== null) sessionStorage.setItem(CLOSED, String(Date.now()));
}

export const forgetClosing = (): void => sessionStorage.removeItem(CLOSED);

/** Whether this tab was closed for a while: browsers bring a closed tab back, with what it had stored. True only once. */
export function wasClosed(): boolean {
  const closed = sessionStorage.getItem(CLOSED);
  forgetClosing();
  return closed !== null && Date.now() - Number(closed) > BACK_WITHIN_MS;
}

let current: { stay: () => void } | undefined;

/** Goes on after the warning. */
export const staySignedIn = (): void => current?.stay();

/**
 * Watches whether somebody is there.
 *
 * @param onOver called once, when nobody was there for too long
 * @returns a function that ends it
 */
export function watchActivity(onOver: () => void): () => void {
  let last = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listening = new AbortController();

  const note = () => {
    last = Date.now();
    noteActivity();
  };
  const look = () => {
    clearTimeout(timer);
    const idle = idleness(last, Date.now());
    $idleness.set(idle);
    if (idle === 'over') {
      end();
      onOver();
    } else timer = setTimeout(look, untilChange(last, Date.now()));
  };
  const onSign = () => {
    // First: after a sleep, the sign that wakes the tab comes too late. And a pointer on its way to “Stay signed in”
    // must not make it disappear.
    if (idleness(last, Date.now()) !== 'active') look();
    // Once a second is enough.
    else if (Date.now() - last > 1000) note();
  };
  const end = () => {
    clearTimeout(timer);
    listening.abort();
    current = undefined;
  };

  for (const sign of SIGNS)
    document.addEventListener(sign, onSign, { signal: listening.signal, passive: true, capture: true });
  for (const back of RETURNS) addEventListener(back, look, { signal: listening.signal, capture: true });
  const stay = () => {
    if (idleness(last, Date.now()) !== 'over') note();
    look();
  };
  hearRooms(stay, listening.signal);
  current = { stay };
  note();
  look();
  return end;
}

/** Forgets when somebody was last active, and that the tab was closed. */
export const forgetActivity = (): void => {
  $idleness.set('active');
  sessionStorage.removeItem(LAST);
  forgetClosing();
};
