import { keep, readKept, tabStorage } from './kept.ts';
import { focused, host, own } from './shadow.ts';

/** Where somebody is in a panel. */
interface FocusPlace {
  /** Of what has the focus. */
  id: string;
  start: number | null;
  end: number | null;
  /** How far the panel is scrolled (CSS pixels). */
  scroll: number;
}

const KEY = 'site-editing/focus';
/** The id of the part of a panel that scrolls. */
export const PANEL_BODY = 'panel-body';

const isText = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text');

/** Stores where somebody is when the page goes, so that they are there again after a reload. */
export function rememberFocus(): void {
  addEventListener('pagehide', () => {
    const element = focused();
    const text = isText(element) ? element : undefined;
    const place: FocusPlace = {
      id: element?.id ?? '',
      start: text?.selectionStart ?? null,
      end: text?.selectionEnd ?? null,
      scroll: own(PANEL_BODY)?.scrollTop ?? 0,
    };
    const store = tabStorage();
    if (store) keep(store, KEY, host() && own(PANEL_BODY) ? place : undefined);
  });
}

let restored = false;

/** Takes somebody back to where they were before a reload. Says whether there was such a place; only once there is. */
export function restoreFocus(): boolean {
  if (restored) return false;
  restored = true;
  const store = tabStorage();
  const place = store && (readKept(store, KEY) as FocusPlace | undefined);
  if (!place) return false;
  keep(store, KEY, undefined);
  const body = own(PANEL_BODY);
  const element = place.id === '' ? null : own(place.id);
  if (place.id !== '' && !element) return false;
  element?.focus({ preventScroll: true });
  if (isText(element) && place.start !== null) element.setSelectionRange(place.start, place.end);
  if (body) body.scrollTop = place.scroll;
  return true;
}
