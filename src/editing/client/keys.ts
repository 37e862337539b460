import { closePanel } from './panels.ts';
import { save } from './saving.ts';
import { focused, own } from './shadow.ts';
import { $panel } from './state.ts';

/** Ctrl+S saves and Escape closes, also when nothing has the focus. */
export function onKey(event: KeyboardEvent): void {
  const panel = $panel.get();
  if (!panel) return;
  if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    if (panel.kind === 'form') void save(panel.file);
    else if (panel.kind === 'new') own('create')?.click();
    else return;
    event.preventDefault();
    return;
  }
  if (event.key !== 'Escape' || event.isComposing) return;
  const element = focused();
  const inPanel = element?.closest('[data-panel]') !== null && element !== null;
  if (!inPanel && document.activeElement !== document.body) return;
  // An open menu within the panel closes first.
  if (element?.closest('.insert, .insert-picture')?.querySelector('[aria-expanded="true"]')) return;
  if (element?.closest('.link-choice')) return;
  event.preventDefault();
  event.stopPropagation();
  closePanel();
}
