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
