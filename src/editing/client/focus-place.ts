import { FOCUS } from '../protocol.ts';
import { typeEarlyKeys } from './early-keys.ts';
import { keep, readKept, storage } from './kept.ts';
import { focused, host, own } from './shadow.ts';

/** The focus, selection and scroll position in a panel. */
interface FocusPlace {
  /** Of the focused element. */
  id: string;
  start: number | null;
  end: number | null;
  /** Scroll position of the panel, in CSS pixels. */
  scroll: number;
}

/** The id of the part of a panel that scrolls. */
export const PANEL_BODY = 'panel-body';

const isText = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text');

/** Stores the focus when the page unloads, so that it can be restored after a reload. */
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
    const store = storage('sessionStorage');
    if (store) keep(store, FOCUS, host() && own(PANEL_BODY) ? place : undefined);
  });
}

let restored = false;

/** Restores the focus after a reload, once. Returns whether there was one to restore. */
export function restoreFocus(): boolean {
  if (restored) return false;
  restored = true;
  const store = storage('sessionStorage');
  const place = store && (readKept(store, FOCUS) as FocusPlace | undefined);
  if (!place) return false;
  keep(store, FOCUS, undefined);
  const body = own(PANEL_BODY);
  const element = place.id === '' ? null : own(place.id);
  if (place.id !== '' && !element) {
    typeEarlyKeys(undefined);
    return false;
  }
  element?.focus({ preventScroll: true });
  if (isText(element) && place.start !== null) element.setSelectionRange(place.start, place.end);
  typeEarlyKeys(isText(element) ? element : undefined);
  if (body) body.scrollTop = place.scroll;
  return true;
}
