import { atom } from 'nanostores';
import { hashOf, readPlace, type Place } from './place.ts';

/** What the desk keeps in an entry of the browser's history. Nobody can clear those, so it has no words of a search. */
interface Step {
  /** Which of the searches, from 0. */
  search?: number;
  /** The step before is the list that the request was opened from. */
  fromList?: boolean;
}

const step = () => Object(history.state) as Step;

/** Where this tab keeps what was searched for, until it is signed out. */
const SEARCHES = 'desk-searches';
function searches(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(SEARCHES) ?? '[]') as string[];
  } catch {
    // Storage is switched off: the desk says so instead of opening.
    return [];
  }
}

/** Forgets every search: the next person in this tab must not read it. */
export function forgetSearches(): void {
  sessionStorage.removeItem(SEARCHES);
  go({ find: '' }, 'replace');
}

/** The number of a search that is kept. */
function keep(find: string): number {
  const kept = searches();
  const at = kept.indexOf(find);
  if (at >= 0) return at;
  sessionStorage.setItem(SEARCHES, JSON.stringify([...kept, find]));
  return kept.length;
}

const placeNow = () => readPlace(location.hash, searches()[step().search ?? -1] ?? '');

export const $place = atom<Place>(placeNow());

/** Follows the browser's buttons, and links to other places of the desk. */
addEventListener('popstate', () => $place.set(placeNow()));

function take(place: Place, how: 'push' | 'replace', fromList = false): void {
  const next: Step = { ...(place.find && { search: keep(place.find) }), ...(fromList && { fromList }) };
  history[how === 'push' ? 'pushState' : 'replaceState'](next, '', hashOf(place));
  $place.set(place);
}

/**
 * Goes to another place. A replaced one is not in the browser's history. If the list changes while a request is open,
 * closing it does not go back to the list as it was.
 */
export function go(change: Partial<Place>, how: 'push' | 'replace' = 'push'): void {
  take({ ...$place.get(), ...change }, how);
}

let byHand = false;

/** Whether somebody has just opened a request, so that the focus goes there. Asking takes it. */
export function takeByHand(): boolean {
  const was = byHand;
  byHand = false;
  return was;
}

/** Opens a request. From one to the next, the browser's back button still leads to the list. */
export function openRequest(open: NonNullable<Place['open']>): void {
  const place = $place.get();
  const isNext = place.open !== null;
  byHand = true;
  take({ ...place, view: 'requests', open }, isNext ? 'replace' : 'push', isNext ? step().fromList === true : true);
}

/** Closes the open request. */
export function closeRequest(): void {
  if (!$place.get().open) return;
  if (step().fromList) history.back();
  else go({ open: null }, 'replace');
}
