import type { DialogName } from '../stores/dialogs.ts';
import { wantIsland } from './islands.ts';

const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog[data-dialog]');

/** Tells the store, if an island has brought it (src/stores/dialogs.ts). */
const tell = () => document.dispatchEvent(new Event('dialog-change'));

/** What goes with an open dialog, whoever has opened it: its button's own command, or we. */
function opened(dialog: HTMLDialogElement): void {
  for (const other of dialogs) if (other !== dialog) other.close();
  // As it was left, it may be scrolled down.
  dialog.scrollTop = 0;
  dialog.dataset['openedAt'] ??= String(performance.now());
  wantIsland(dialog.id as DialogName);
  tell();
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const opener = target.closest<HTMLElement>('[data-opens]');
  if (!opener) {
    if (target.closest('[data-closes]')) target.closest('dialog')?.close();
    return;
  }
  // Where the browser knows the button's own command, that opens the dialog right after this event.
  if (opener.hasAttribute('command') && 'command' in opener) return;
  const dialog = document.getElementById(opener.dataset['opens'] ?? '') as HTMLDialogElement | null;
  if (!dialog || dialog.open) return;
  dialog.showModal();
  opened(dialog);
});

for (const dialog of dialogs) {
  dialog.addEventListener('toggle', () => {
    if (dialog.open) opened(dialog);
  });
  dialog.addEventListener('close', () => {
    // Cancelled is cancelled: what was sent before the code arrived is not sent any more.
    dialog.querySelector('form')?.removeAttribute('data-held');
    tell();
  });
  // Older browsers don't know closedby="any". A text selection that ends beside the dialog must not close it.
  if (!('closedBy' in HTMLDialogElement.prototype)) {
    let pressedBeside = false;
    dialog.addEventListener('pointerdown', ({ target }) => (pressedBeside = target === dialog));
    dialog.addEventListener('click', ({ target }) => {
      if (pressedBeside && target === dialog) dialog.close();
    });
  }
  // The button's own command may have opened it before this script arrived.
  if (dialog.open) opened(dialog);
}
