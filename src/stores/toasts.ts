import { atom } from 'nanostores';

/** A short message about what just happened. An `error` stays until it is dismissed. */
export interface Toast {
  id: number;
  tone: 'success' | 'error';
  title: string;
  text: string;
  /** What the visitor can do about it: a button, which also dismisses the toast. */
  action?: { label: string; run: () => void };
}

/** The toasts on screen, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/** More would cover the page. */
const MOST = 3;

/** Shows a toast in place of one with the same words, and of the oldest if there are too many. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const others = $toasts.get().filter(({ title, text }) => title !== toast.title || text !== toast.text);
  $toasts.set([...others.slice(1 - MOST), { ...toast, id: ++lastId }]);
}

/** Removes one toast. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

/** Removes all errors, for example when a new attempt begins. */
export function dismissErrors(): void {
  $toasts.set($toasts.get().filter((toast) => toast.tone !== 'error'));
}

/** The key in sessionStorage of a toast for the next page; src/browser/page.ts reads it, too. */
const WAITING_TOAST = 'toast';

/** Keeps a toast for the next page of this tab. */
export function handOnToast(toast: Omit<Toast, 'id' | 'action'>): void {
  try {
    sessionStorage.setItem(WAITING_TOAST, JSON.stringify(toast));
  } catch {
    // Storage is switched off: only this page has shown the toast.
  }
}

/** Shows the toast that the previous page left, if any. */
export function takeToast(): void {
  try {
    const kept = sessionStorage.getItem(WAITING_TOAST) ?? '{}';
    sessionStorage.removeItem(WAITING_TOAST);
    // It may come from another version of the site, and have any shape.
    const { tone, title, text } = Object(JSON.parse(kept)) as Partial<Record<keyof Toast, unknown>>;
    if ((tone === 'success' || tone === 'error') && typeof title === 'string' && typeof text === 'string')
      showToast({ tone, title, text });
  } catch {
    // Storage is switched off or its text is damaged: there is no toast.
  }
}
