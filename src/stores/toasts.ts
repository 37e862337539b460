import { atom } from 'nanostores';

/** A short message about what has just happened. `error` stays until it is dismissed. */
export interface Toast {
  id: number;
  tone: 'success' | 'error';
  title: string;
  text: string;
}

/** The toasts on screen, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/** Shows a toast. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  $toasts.set([...$toasts.get(), { ...toast, id: ++lastId }]);
}

/** Takes one toast away. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

/** Takes all errors away, for example because a new try begins. */
export function dismissErrors(): void {
  $toasts.set($toasts.get().filter((toast) => toast.tone !== 'error'));
}

/** Where this tab keeps a toast for its next page; src/browser/page.ts looks there. */
const WAITING_TOAST = 'toast';

/** Keeps a toast for the next page of this tab. */
export function handOnToast(toast: Omit<Toast, 'id'>): void {
  try {
    sessionStorage.setItem(WAITING_TOAST, JSON.stringify(toast));
  } catch {
    // Storage is switched off: the toast has been on this page.
  }
}

/** Shows the toast that the page before this one handed on, if it did. */
export function takeToast(): void {
  try {
    const toast = JSON.parse(sessionStorage.getItem(WAITING_TOAST) ?? 'null') as Omit<Toast, 'id'> | null;
    sessionStorage.removeItem(WAITING_TOAST);
    if (toast) showToast(toast);
  } catch {
    // Nothing was handed on.
  }
}
