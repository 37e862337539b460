import { $browsing } from './mode.ts';

const STYLES = `
:host { all: initial; }
div {
  position: fixed; z-index: 2147483000; left: 1rem; bottom: 1rem;
  display: flex; align-items: center; gap: 0.25rem; max-width: calc(100vw - 2rem); padding: 0.25rem;
  border-radius: 0.75rem; background: Canvas; color: CanvasText; color-scheme: light dark;
  box-shadow: 0 0 0 1px GrayText, 0 0.25rem 1rem rgb(0 0 0 / 0.25);
  font: 500 0.9375rem/1.25 system-ui, sans-serif;
}
a, button {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 0.75rem; border: 0; border-radius: 0.5rem;
  background: none; color: inherit; font: inherit; text-decoration: none; white-space: nowrap; cursor: pointer;
}
a { text-decoration: underline; text-underline-offset: 0.2em; }
[aria-pressed='true'] { background: CanvasText; color: Canvas; }
a:hover, button:not([aria-pressed='true']):hover { box-shadow: inset 0 0 0 1px GrayText; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
@media print { div { display: none; } }
`;

export const TAG = 'preview-bar';

/** A switch between changing texts and following links, and a way to the editor. */
class PreviewBar extends HTMLElement {
  connectedCallback(): void {
    if (this.shadowRoot) return;
    const shadow = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    shadow.adoptedStyleSheets = [sheet];
    const group = document.createElement('div');
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', 'Preview');
    const modes = [this.#mode('Edit', 'A click on a text opens it in the editor', false)];
    modes.push(this.#mode('Browse', 'Clicks follow links, as for visitors', true));
    const editor = document.createElement('a');
    editor.href = this.getAttribute('href') ?? '';
    editor.target = '_blank';
    editor.rel = 'noopener';
    editor.textContent = 'Open the editor';
    group.append(...modes, editor);
    shadow.append(group);
  }

  #mode(name: string, title: string, browsing: boolean): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.title = title;
    button.addEventListener('click', () => $browsing.set(browsing));
    $browsing.subscribe((now) => button.setAttribute('aria-pressed', String(now === browsing)));
    return button;
  }
}

/** @param editor the address of the editor */
export function addBar(editor: string): void {
  customElements.define(TAG, PreviewBar);
  const bar = document.createElement(TAG);
  bar.setAttribute('href', editor);
  // A modal dialog makes everything outside it inert.
  const follow = () => {
    const parent = document.querySelector('dialog[data-dialog][open]') ?? document.body;
    if (bar.parentElement !== parent) parent.append(bar);
  };
  follow();
  new MutationObserver(follow).observe(document.body, { subtree: true, attributeFilter: ['open'] });
}
