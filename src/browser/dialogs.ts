import { $dialog, type DialogName } from '../stores/dialogs.ts';
import { wantIsland } from '../stores/intents.ts';

const dialogNamed = (name: string) => document.getElementById(name) as HTMLDialogElement | null;

// The store is the truth; the page's <dialog> elements follow it.
$dialog.listen((name, before) => {
  if (before) dialogNamed(before)?.close();
  if (!name) return;
  const dialog = dialogNamed(name);
  if (dialog && !dialog.open) dialog.showModal();
  // As it was left, it may be scrolled down.
  if (dialog) dialog.scrollTop = 0;
  wantIsland(name);
});

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const opener = target.closest<HTMLElement>('[data-opens]');
  // Where the browser knows the button's own command, that opens the dialog right after this event.
  const opensItself = opener?.hasAttribute('command') && 'command' in opener;
  if (opener && !opensItself) $dialog.set(opener.dataset['opens'] as DialogName);
  else if (target.closest('[data-closes]')) $dialog.set(null);
});

for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[data-dialog]')) {
  dialog.addEventListener('toggle', () => {
    if (dialog.open) $dialog.set(dialog.id as DialogName);
  });
  // Escape, a click beside the dialog and the browser's own back gesture close it without asking us.
  dialog.addEventListener('close', () => {
    if ($dialog.get() === dialog.id) $dialog.set(null);
  });
  // Older browsers don't know closedby="any". A text selection that ends beside the dialog must not close it.
  if (!('closedBy' in HTMLDialogElement.prototype)) {
    let pressedBeside = false;
    dialog.addEventListener('pointerdown', ({ target }) => (pressedBeside = target === dialog));
    dialog.addEventListener('click', ({ target }) => {
      if (pressedBeside && target === dialog) $dialog.set(null);
    });
  }
  // The button's own command may have opened it before this script arrived.
  if (dialog.open) $dialog.set(dialog.id as DialogName);
}
