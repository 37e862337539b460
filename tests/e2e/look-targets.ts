import type { Page } from 'playwright/test';

/**
 * Targets that are too small, one line each. For a mouse, a target measures 24 px (WCAG 2.2, 2.5.8), unless it is part
 * of a sentence or a circle of 24 px around its center is free of other targets. For a finger (`pointer: coarse`),
 * buttons and fields are 44 px high.
 */
export const findTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 24;
    const FINGER = 44;
    const ROUNDING = 0.1;
    const TARGETS = 'a[href], button, input:not([type=hidden]), select, textarea, summary';

    const isCoarse = matchMedia('(pointer: coarse)').matches;
    const textOf = (node: Node) => (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(textOf(element) || element.getAttribute('aria-label') || (element as HTMLInputElement).name || '').slice(0, 40)}”`;

    /** Nothing behind a modal dialog can be hit. */
    const reachable = document.querySelector('dialog:modal') ?? document;
    /** Each target and its box: that of the label around it, if there is one. */
    const targets = [...reachable.querySelectorAll(TARGETS)]
      .filter((element) => {
        if (element.matches(':disabled') || !element.checkVisibility({ visibilityProperty: true })) return false;
        const { clipPath } = getComputedStyle(element);
        return clipPath !== 'inset(50%)' && !element.closest('[aria-hidden=true], [inert]');
      })
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0);

    /** Its size is that of its line, among words that are not a target. */
    function isInSentence(element: Element): boolean {
      if (getComputedStyle(element).display !== 'inline') return false;
      let block = element.parentElement;
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
      if (!block) return false;
      const inTargets = [...block.querySelectorAll(TARGETS)].reduce((sum, target) => sum + textOf(target).length, 0);
      return textOf(block).length > inTargets;
    }

    const isSmall = ({ box }: { box: DOMRect }) => box.width < LEAST - ROUNDING || box.height < LEAST - ROUNDING;

    /** Whether a circle around the center of a box is clear of another target. */
    function isClear(box: DOMRect, other: DOMRect, otherIsSmall: boolean): boolean {
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      const toBox = Math.hypot(
        Math.max(other.left - x, 0, x - other.right),
        Math.max(other.top - y, 0, y - other.bottom),
      );
      const toMiddle = Math.hypot(other.left + other.width / 2 - x, other.top + other.height / 2 - y);
      return toBox >= LEAST / 2 && (!otherIsSmall || toMiddle >= LEAST);
    }

    /** Includes a link that looks like a button: filled, or with a border on every side. */
    function isButton(element: Element): boolean {
      if (element.matches('button, summary, input, select, textarea')) return true;
      const { backgroundColor, borderTopWidth, borderTopColor, borderLeftWidth, display } = getComputedStyle(element);
      const isFilled = !['rgba(0, 0, 0, 0)', 'transparent'].includes(backgroundColor);
      const hasEdge = parseFloat(borderTopWidth) > 0 && parseFloat(borderLeftWidth) > 0;
      return display !== 'inline' && (isFilled || (hasEdge && borderTopColor !== 'rgba(0, 0, 0, 0)'));
    }

    const size = ({ width, height }: DOMRect) => `${Math.round(width * 10) / 10} x ${Math.round(height * 10) / 10} px`;
    return targets.flatMap((target) => {
      const { element, box } = target;
      if (isCoarse && isButton(element) && box.height < FINGER - ROUNDING)
        return [`is too low for a finger: ${name(element)}, ${size(box)}`];
      if (!isSmall(target) || isInSentence(element)) return [];
      const isFree = targets.every(
        (other) =>
          other === target ||
          other.element.contains(element) ||
          element.contains(other.element) ||
          isClear(box, other.box, isSmall(other)),
      );
      return isFree ? [] : [`is too small and close to others: ${name(element)}, ${size(box)}`];
    });
  });
