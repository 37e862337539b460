/** Whether an element is rendered: it may be in a closed dialog or section. */
export const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

/** Opens what hides an element: `details` elements and its dialog. */
export function uncover(element: Element): void {
  for (
    let part = element.closest('details:not([open])');
    part;
    part = part.parentElement?.closest('details:not([open])') ?? null
  )
    part.setAttribute('open', '');
  const dialog = element.closest('dialog');
  if (dialog && !dialog.open) dialog.showModal();
}

/** Height of the page's sticky header, in CSS pixels. */
const HEADER = 96;

/**
 * Scrolls an element into the uncovered part of the viewport.
 *
 * @param below the height that a panel covers at the bottom, in CSS pixels
 */
export function bringIntoView(element: Element, below: number): void {
  const { top, bottom, height } = element.getBoundingClientRect();
  const end = innerHeight - below - 16;
  if (top >= HEADER && bottom <= end) return;
  // A dialog has its own scroll position.
  if (element.closest('dialog')) element.scrollIntoView({ block: 'nearest' });
  else scrollBy(0, top - HEADER - Math.max(0, (end - HEADER - height) / 2));
}

/** Focuses an element of the page, even one that is not focusable. */
export function focusOnPage(element: HTMLElement | SVGElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1');
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
