import { atom } from 'nanostores';

/** What screen readers announce, politely. The number makes them read the same words again. */
export const $spoken = atom<{ text: string; at: number }>({ text: '', at: 0 });

/** Has screen readers say something that others see or hear by themselves. */
export const speak = (text: string): void => $spoken.set({ text, at: $spoken.get().at + 1 });
