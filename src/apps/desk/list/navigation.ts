import { atom } from 'nanostores';
import { hashOf, readPlace, type Place } from './place.ts';

/** What the desk keeps in an entry of the browser's history. */
interface Step {
  find: string;
  /** The step before is the list that the request was opened from. */
  fromList?: boolean;
}

const step = (): Step => {
  const { find, fromList } = Object(history.state) as Partial<Record<keyof Step, unknown>>;
  return { find: typeof find === 'string' ? find : '', fromList: fromList === true };
};

export const $place = atom<Place>(readPlace(location.hash, step().find));

/** Follows the browser's buttons, and links to other places of the desk. */
addEventListener('popstate', () => $place.set(readPlace(location.hash, step().find)));

function take(place: Place, how: 'push' | 'replace', fromList = false): void {
  const next: Step = { find: place.find, ...(fromList && { fromList }) };
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
  take({ ...place, view: 'requests', open }, isNext ? 'replace' : 'push', isNext ? step().fromList : true);
}

/** Closes the open request. */
export function closeRequest(): void {
  if (!$place.get().open) return;
  if (step().fromList) history.back();
  else go({ open: null }, 'replace');
}
