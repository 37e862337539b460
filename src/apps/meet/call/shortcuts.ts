import copy from 'copy:meeting';
import { atom } from 'nanostores';
import { toggleAudio, toggleVideo } from '../Devices.tsx';
import { $call, meeting } from '../meeting.ts';
import { $panel, closePanel, togglePanel } from './panels.ts';
import { toggleFullScreen } from './window.ts';

const { call, more } = copy;

/** Whether single keys do something: some people's software types letters (WCAG 2.1.4). */
export const $shortcuts = atom(true);

/** Starts or stops sharing the screen. */
export function toggleScreen(): void {
  const { screenShare } = $call.get();
  if (screenShare === 'on') meeting.stopScreen();
  else if (screenShare === 'off') void meeting.startScreen();
}

export const KEYS: Readonly<Record<string, { label: string; run: () => void }>> = {
  m: { label: call.mute, run: () => void toggleAudio() },
  v: { label: call.cameraOff, run: () => void toggleVideo() },
  s: { label: call.share, run: toggleScreen },
  c: { label: call.chat, run: () => togglePanel('chat') },
  p: { label: call.people, run: () => togglePanel('people') },
  f: { label: more.fullScreen, run: toggleFullScreen },
};

/** Whether somebody types, or chooses from a list by its first letters. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** What a key does now; undefined for nothing. */
export function deedOf(event: KeyboardEvent): (() => void) | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (event.key === 'Escape') return $panel.get() ? closePanel : undefined;
  if (!$shortcuts.get() || event.repeat || event.shiftKey || isTyping(event.target)) return undefined;
  return KEYS[event.key.toLowerCase()]?.run;
}

/** Listens to the keyboard. Returns a function that ends it. */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const deed = deedOf(event);
    if (!deed) return;
    // The letter must not be typed into the field that opens.
    event.preventDefault();
    deed();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
