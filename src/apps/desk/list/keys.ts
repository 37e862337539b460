/** Whether a key is meant for a text that is being typed. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]');

/**
 * Where a key leads in a list: the index of a row, or undefined if it means nothing there.
 *
 * @param at the row with the focus
 */
export function rowFor(key: string, at: number, length: number): number | undefined {
  if (length === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(at + 1, length - 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return undefined;
  }
}
