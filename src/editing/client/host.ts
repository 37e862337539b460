import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { isolate } from './isolate.ts';
import { focused, host, TAG } from './shadow.ts';
import { $dialog, $mode } from './state.ts';
import bar from './styles/bar.css?inline';

/** Events that must not reach the page: a key pressed in a form is not meant for it. */
const KEPT = ['keydown', 'keyup', 'keypress', 'input', 'click', 'pointerdown', 'pointerup', 'mousedown', 'mouseup'];

class SiteEditor extends HTMLElement {
  connectedCallback(): void {
    // It moves into a dialog and back, and keeps its content.
    if (this.shadowRoot) return;
    const root = isolate(this, [bar]);
    for (const kept of KEPT) this.addEventListener(kept, (event) => event.stopPropagation());
    createRoot(root).render(createElement(StrictMode, null, createElement(App)));
  }
}

/** Identifies a dialog on a page. */
const placeOf = (id: string) => `${location.pathname}#${id}`;

/** A modal dialog makes everything outside it inert, so the editor moves into it. */
function followDialogs(): void {
  const editor = host();
  if (!editor) return;
  const open = document.querySelector<HTMLDialogElement>('dialog[data-dialog][open]');
  const parent = open ?? document.body;
  $dialog.set(open ? placeOf(open.id) : '');
  if (editor.parentElement === parent) return;
  const element = focused();
  parent.append(editor);
  element?.focus({ preventScroll: true });
}

/** Reopens the dialog that was being edited before a reload. */
function reopenDialog(): void {
  const [path, id = ''] = $dialog.get().split('#');
  if (path !== location.pathname || $mode.get() !== 'edit') return;
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** Adds the editor to the page. */
export function mount(): void {
  if (!customElements.get(TAG)) customElements.define(TAG, SiteEditor);
  if (host()) return;
  document.body.append(document.createElement(TAG));
}

/** Keeps the editor usable while dialogs open and close, and restores an open one after a reload. */
export function stayInReach(): void {
  reopenDialog();
  followDialogs();
  new MutationObserver(followDialogs).observe(document.body, { subtree: true, attributeFilter: ['open'] });
}
