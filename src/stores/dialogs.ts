import { atom } from 'nanostores';

/** The dialogs of the site. The name is the id of the `<dialog>` element. */
export type DialogName = 'consultation' | 'demo-booking' | 'voice-call';

/**
 * The open dialog, for islands; setting it to null closes the dialog. The source of truth is the `<dialog>` elements,
 * which plain scripts use (src/browser/dialogs.ts), so that a page without islands need not load a store.
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

/** When a dialog was first opened on this page (performance.now, milliseconds); 0 if it was not. */
export const firstOpened = (name: DialogName): number => Number(dialogNamed(name)?.dataset['openedAt'] ?? 0);
