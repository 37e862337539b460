import type { Selected } from './markdown-marks.ts';

export type Box = HTMLInputElement | HTMLTextAreaElement;

/**
 * Makes a text box show another text and selection, as if it had been typed: the browser can undo it.
 *
 * @param write called if the browser can't do that
 */
export function replaceText(box: Box, { text, start, end }: Selected, write: (text: string) => void): void {
  const before = box.value;
  let from = 0;
  while (from < before.length && before[from] === text[from]) from++;
  let [to, until] = [before.length, text.length];
  while (to > from && until > from && before[to - 1] === text[until - 1]) [to, until] = [to - 1, until - 1];
  box.focus();
  if (text !== before) {
    box.setSelectionRange(from, to);
    const inserted = text.slice(from, until);
    // Nothing else changes a text box in a way that the browser can undo.
    // oxlint-disable-next-line typescript/no-deprecated
    const isDone = document.execCommand(inserted === '' ? 'delete' : 'insertText', false, inserted);
    if (!isDone) write(text);
  }
  // Once React has rendered.
  requestAnimationFrame(() => box.setSelectionRange(start, end));
}
