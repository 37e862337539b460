import { atom } from 'nanostores';
import type { ChatMessage } from '../../../video/meeting.ts';
import { $call } from '../meeting.ts';

/** What is beside the stage, or over it where the screen is narrow. */
export type PanelName = 'chat' | 'people' | 'more';

export const $panel = atom<PanelName | undefined>();
/** The last message that somebody has seen. */
export const $seen = atom(0);

/** The messages of others that came while the chat was closed. */
export const unreadOf = (messages: readonly ChatMessage[], seen: number): number =>
  messages.filter(({ id, own }) => id > seen && !own).length;

/** Notes that everything written so far is on the screen. */
export const seeMessages = (): void => $seen.set($call.get().messages.at(-1)?.id ?? 0);

export const togglePanel = (name: PanelName): void => $panel.set($panel.get() === name ? undefined : name);

/** Closes the panel, and returns to the button that opens it. */
export function closePanel(): void {
  const name = $panel.get();
  $panel.set(undefined);
  if (name) document.getElementById(`open-${name}`)?.focus();
}

/** For a new call. */
export function forgetPanels(): void {
  $panel.set(undefined);
  $seen.set(0);
}
