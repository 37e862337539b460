/** Whether an element is drawn at all: it may be in a dialog or a part of the page that is closed. */
export const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

/** Opens what hides an element: parts that fold, and the dialog that it stands in. */
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

/** What the page's own header covers of the view (CSS pixels). */
const HEADER = 96;

/**
 * Scrolls an element into the part of the view that nothing covers.
 *
 * @param below how much of the view a panel covers at its foot (CSS pixels)
 */
export function bringIntoView(element: Element, below: number): void {
  const { top, bottom, height } = element.getBoundingClientRect();
  const end = innerHeight - below - 16;
  if (top >= HEADER && bottom <= end) return;
  // A dialog scrolls by itself.
  if (element.closest('dialog')) element.scrollIntoView({ block: 'nearest' });
  else scrollBy(0, top - HEADER - Math.max(0, (end - HEADER - height) / 2));
}

/** Gives the focus to an element of the page, whether or not it can take it by itself. */
export function focusOnPage(element: HTMLElement | SVGElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1');
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
