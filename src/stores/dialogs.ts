import { atom } from 'nanostores';

/** The dialogs of the site. The `<dialog>` element has the name as its id. */
export type DialogName = 'consultation' | 'demo-booking' | 'voice-call';

/**
 * The dialog that is open, for islands: set to null, it closes. The `<dialog>` elements themselves are the truth, which
 * plain scripts go by (src/browser/dialogs.ts): so no page has to load a store before it has an island.
 */
export const $dialog = atom<DialogName | null>(null);

const dialogNamed = (name: DialogName) => document.getElementById(name) as HTMLDialogElement | null;

if (!import.meta.env.SSR) {
  const follow = () => {
    const open = document.querySelector('dialog[data-dialog][open]');
    $dialog.set((open?.id as DialogName | undefined) ?? null);
  };
  follow();
  document.addEventListener('dialog-change', follow);
  $dialog.listen((_name, before) => {
    if (before) dialogNamed(before)?.close();
  });
}

/** When a dialog was first open on this page (performance.now, milliseconds); 0 for one that was not. */
export const firstOpened = (name: DialogName): number => Number(dialogNamed(name)?.dataset['openedAt'] ?? 0);
