/** Keys that were pressed before the editor was ready again after a reload. */
export interface EarlyKeys {
  keys: string[];
  stop(): void;
}

declare global {
  interface Window {
    earlyKeys?: EarlyKeys;
  }
}

/**
 * Collects what is typed while the page loads again, for the text that had the focus. Runs in the page's head, as text:
 * it can use nothing from outside.
 *
 * @param stored the key under which the focus is stored in `sessionStorage`
 */
export function collectEarlyKeys(stored: string): void {
  const place = JSON.parse(sessionStorage.getItem(stored) ?? 'null') as { start?: number | null } | null;
  if (typeof place?.start !== 'number') return;
  const keys: string[] = [];
  const onKey = (event: KeyboardEvent) => {
    // AltGr is Ctrl and Alt on Windows, and Option with a letter gives another character.
    const isShortcut = event.ctrlKey || event.metaKey || (event.altKey && /^[a-z0-9]$/i.test(event.key));
    if ((isShortcut && !event.getModifierState('AltGraph')) || event.isComposing) return;
    if (event.key.length > 1 && event.key !== 'Backspace' && event.key !== 'Enter') return;
    event.preventDefault();
    keys.push(event.key);
  };
  const stop = () => removeEventListener('keydown', onKey, true);
  addEventListener('keydown', onKey, true);
  // Whoever clicks elsewhere does not wait for that text.
  addEventListener('pointerdown', stop, { capture: true, once: true });
  window.earlyKeys = { keys, stop };
}

/** Types the collected keys into the text that has the focus again; if it is gone, only stops collecting. */
export function typeEarlyKeys(box: HTMLInputElement | HTMLTextAreaElement | undefined): void {
  const early = window.earlyKeys;
  if (!early) return;
  early.stop();
  delete window.earlyKeys;
  if (!box) return;
  for (const key of early.keys) {
    const [start, end] = [box.selectionStart ?? 0, box.selectionEnd ?? 0];
    const isDeletion = key === 'Backspace';
    box.setRangeText(
      isDeletion ? '' : key === 'Enter' ? '\n' : key,
      isDeletion && start === end ? Math.max(0, start - 1) : start,
      end,
      'end',
    );
  }
  if (early.keys.length > 0) box.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}
