import type { Page } from 'playwright/test';
import { findTargets } from './look-targets.ts';

/**
 * The faults of the page in its current state, one line each: horizontal scrolling, broken images, and text that
 * overflows the page, is cut off, overlaps other text or is too small for sentences.
 *
 * Layers (dialogs, fixed and sticky elements) are measured separately: they cover the page on purpose.
 */
const findInText = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    /** More than rounding can cause. */
    const TOLERANCE = 2;
    /** Half the cap height, in em: the font's space above and below may overlap. */
    const HALF_CAPITAL = 0.36;
    /** Text that is longer than a label and has a period or similar. */
    const SENTENCE = /^(?=.{41}).*[.?!:;](\s|$)/;
    const BODY_SIZE = 16;
    const BLOCKS = 'p, li, dd, dt, blockquote, figcaption, td';

    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    interface Piece extends Box {
      node: Text;
      layer: Element;
    }
    const found: string[] = [];
    /** What is behind a modal dialog is measured before it opens. */
    const root = document.querySelector('dialog:modal') ?? document.body;
    const shorten = (text: string) => {
      const words = text.replaceAll(/\s+/g, ' ').trim();
      return `“${words.length > 40 ? `${words.slice(0, 40)}…` : words}”`;
    };
    const memo = <Value>(read: (element: Element) => Value) => {
      const values = new Map<Element, Value>();
      return (element: Element): Value => {
        const value = values.get(element) ?? read(element);
        values.set(element, value);
        return value;
      };
    };
    const style = memo((element) => getComputedStyle(element));
    const isOnlyHeard = memo((element): boolean => {
      if (element.closest('[aria-hidden=true], script, style, noscript, option, textarea')) return true;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
      for (let up: Element | null = element; up; up = up.parentElement) {
        const { clipPath, width, height, overflow } = style(up);
        if (clipPath === 'inset(50%)' || (overflow !== 'visible' && parseFloat(width) <= 1 && parseFloat(height) <= 1))
          return true;
      }
      return false;
    });
    const layerOf = memo((element): Element => {
      for (let up: Element | null = element; up; up = up.parentElement)
        if (['fixed', 'sticky'].includes(style(up).position) || up.matches('dialog, :popover-open')) return up;
      return document.body;
    });

    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
    if (scrollWidth > clientWidth && root === document.body) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 1 && layerOf(element) === document.body,
      );
      const last = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
      const culprits = last.slice(0, 3).map((element) => element.outerHTML.slice(0, 60));
      found.push(`scrolls horizontally: ${scrollWidth} px in ${clientWidth} px; ${culprits.join(' ')}`);
    }

    for (const element of [root, ...root.querySelectorAll('*')]) {
      const isScroller = ['auto', 'scroll'].includes(style(element).overflowX) && !element.matches('pre, textarea');
      if (isScroller && element.scrollWidth > element.clientWidth + 1 && element.checkVisibility())
        found.push(`contains something that scrolls horizontally: ${element.outerHTML.slice(0, 60)}`);
    }

    /** The visible box of a piece of text: its cap height, minus what its ancestors clip. */
    function seen(node: Text, parent: Element, rect: DOMRect): Box | undefined {
      const middle = (rect.top + rect.bottom) / 2;
      const half = HALF_CAPITAL * parseFloat(style(parent).fontSize);
      const box = { left: rect.left, right: rect.right, top: middle - half, bottom: middle + half };
      const cut = new Set<boolean>();
      for (let up: Element | null = parent; up && up !== document.documentElement; up = up.parentElement) {
        const { overflowX, overflowY, position, display } = style(up);
        if (display !== 'inline' && (overflowX !== 'visible' || overflowY !== 'visible')) {
          const outer = up.getBoundingClientRect();
          const [left, top] = [outer.left + up.clientLeft, outer.top + up.clientTop];
          const [right, bottom] = [left + up.clientWidth, top + up.clientHeight];
          // Text that can be scrolled to is not cut off.
          if (['hidden', 'clip'].includes(overflowX)) cut.add(Math.max(left - box.left, box.right - right) > TOLERANCE);
          if (['hidden', 'clip'].includes(overflowY)) cut.add(Math.max(top - box.top, box.bottom - bottom) > TOLERANCE);
          if (overflowX !== 'visible')
            Object.assign(box, { left: Math.max(box.left, left), right: Math.min(box.right, right) });
          if (overflowY !== 'visible')
            Object.assign(box, { top: Math.max(box.top, top), bottom: Math.min(box.bottom, bottom) });
        }
        if (position === 'fixed') break;
      }
      if (cut.has(true)) found.push(`is cut off: ${shorten(node.data)}`);
      return box.right > box.left && box.bottom > box.top ? box : undefined;
    }

    const pieces: Piece[] = [];
    const running = new Map<Element, Map<number, string>>();
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const parent = node.parentElement;
      if (!parent || node.data.trim() === '' || isOnlyHeard(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const layer = layerOf(parent);
      for (const rect of range.getClientRects()) {
        const box = rect.width > 0 ? seen(node, parent, rect) : undefined;
        if (!box) continue;
        pieces.push({ ...box, node, layer });
        if (layer === document.body && (box.left < -TOLERANCE || box.right > clientWidth + TOLERANCE))
          found.push(`overflows the page: ${shorten(node.data)}`);
      }
      const block = parent.closest(BLOCKS);
      if (!block?.closest('main, dialog')) continue;
      const sizes = running.get(block) ?? new Map<number, string>();
      const size = parseFloat(style(parent).fontSize);
      sizes.set(size, `${sizes.get(size) ?? ''} ${node.data}`);
      running.set(block, sizes);
    }
    pieces.sort((one, other) => one.top - other.top);
    for (const [index, one] of pieces.entries())
      for (let next = index + 1; next < pieces.length; next++) {
        const other = pieces[next];
        if (!other || other.top > one.bottom - TOLERANCE) break;
        if (one.node === other.node || one.layer !== other.layer) continue;
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (width > TOLERANCE && height > TOLERANCE)
          found.push(`overlap: ${shorten(one.node.data)} and ${shorten(other.node.data)}`);
      }
    for (const sizes of running.values())
      for (const [size, text] of sizes)
        if (size < BODY_SIZE && SENTENCE.test(text.replaceAll(/\s+/g, ' ').trim()))
          found.push(`has sentences at ${size} px: ${shorten(text)}`);

    for (const image of document.images) {
      image.loading = 'eager';
      const isWhole = await image.decode().then(
        () => true,
        () => false,
      );
      if (!isWhole) found.push(`is a broken image: ${image.outerHTML.slice(0, 80)}`);
    }
    return [...new Set(found)];
  });

/** The visible faults of the page in its current state, one line each. Nothing may move meanwhile. */
export async function findFaults(page: Page, path: string): Promise<string[]> {
  const faults = [...(await findInText(page)), ...(await findTargets(page))];
  return faults.map((fault) => `${path} ${fault}`);
}
