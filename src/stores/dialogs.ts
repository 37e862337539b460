import { atom } from 'nanostores';

/** The dialogs of the site. The `<dialog>` element has the name as its id. */
export type DialogName = 'consultation' | 'demo-booking' | 'voice-call';

/** The dialog that is open. src/browser/dialogs.ts makes the page follow. */
export const $dialog = atom<DialogName | null>(null);

/** When each dialog was first open on this page (performance.now, milliseconds). */
export const firstOpened = new Map<DialogName, number>();

$dialog.listen((name) => {
  if (name && !firstOpened.has(name)) firstOpened.set(name, performance.now());
});
