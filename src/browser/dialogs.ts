import { wantIsland } from './islands.ts';

const dialogs = document.querySelectorAll<HTMLDialogElement>('dialog[data-dialog]');

/** Notifies the store, if an island has loaded it (src/stores/dialogs.ts). */
const tell = () => document.dispatchEvent(new Event('dialog-change'));

/** Runs when a dialog opens, whether through its button's native command or through this script. */
function opened(dialog: HTMLDialogElement): void {
  for (const other of dialogs) if (other !== dialog) other.close();
  // It may still be scrolled down from the last time.
  dialog.scrollTop = 0;
  dialog.dataset['openedAt'] ??= String(performance.now());
  wantIsland(dialog.id);
  tell();
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const opener = target.closest<HTMLElement>('[data-opens]');
  // A browser that supports the button's native command opens the dialog right after this event.
  if (!opener || (opener.hasAttribute('command') && 'command' in opener)) return;
  const dialog = document.getElementById(opener.dataset['opens'] ?? '') as HTMLDialogElement | null;
  if (!dialog || dialog.open) return;
  dialog.showModal();
  opened(dialog);
});

for (const dialog of dialogs) {
  dialog.addEventListener('toggle', () => {
    if (dialog.open) opened(dialog);
  });
  dialog.addEventListener('close', tell);
  // Older browsers don't support closedby="any". A text selection that ends outside the dialog must not close it.
  if (!('closedBy' in HTMLDialogElement.prototype)) {
    let pressedBeside = false;
    dialog.addEventListener('pointerdown', ({ target }) => (pressedBeside = target === dialog));
    dialog.addEventListener('click', ({ target }) => {
      if (pressedBeside && target === dialog) dialog.close();
    });
  }
  // The button's native command may have opened it before this script ran.
  if (dialog.open) opened(dialog);
}
