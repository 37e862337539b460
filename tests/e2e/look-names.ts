import type { Page } from 'playwright/test';
import { treeOf } from './walk.ts';

/** What can be pressed, followed or filled in. */
const CONTROLS = 'a[href], button:enabled, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

/** The visible text of each control or its label, and its purpose. */
const readControls = (page: Page): Promise<{ words: string; purpose: string }[]> =>
  page.evaluate((selector) => {
    const wordsIn = (element: Element): string => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        let isSeen = true;
        for (let up: Element | null = parent; up; up = up.parentElement)
          if (getComputedStyle(up).clipPath === 'inset(50%)') isSeen = false;
        if (isSeen) words.push(walker.currentNode.nodeValue ?? '');
      }
      return words.join(' ');
    };
    const controls = [...document.querySelectorAll<HTMLElement>(selector)];
    // In their current state: a toast may disappear meanwhile.
    Object.assign(window, { controls });
    return controls.map((element, index) => {
      const own = `control ${index}`;
      if (element instanceof HTMLAnchorElement) return { words: wordsIn(element), purpose: element.href };
      if (element instanceof HTMLButtonElement) {
        const { opens, closes } = element.dataset;
        const dialog = element.closest('dialog')?.id;
        return {
          words: wordsIn(element),
          purpose: opens !== undefined ? `opens ${opens}` : closes !== undefined ? `closes ${dialog}` : own,
        };
      }
      const { labels, placeholder } = element as HTMLInputElement;
      const label = labels ? [...labels].map(wordsIn).join(' ') || placeholder || '' : '';
      return { words: element.matches('summary') ? wordsIn(element) : label, purpose: own };
    });
  }, CONTROLS);

/** Without what nobody speaks: arrows, brackets and the like. */
const plain = (words: string) =>
  words
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/**
 * What voice control users can't name, one line each: a control without a name, one whose name lacks its visible text
 * (WCAG 2.5.3), and names with two meanings (2.4.9).
 *
 * @param shared names that may have two meanings
 */
export async function findUnspeakable(page: Page, shared: readonly string[] = []): Promise<string[]> {
  const session = await treeOf(page);
  const found: string[] = [];
  const purposes = new Map<string, Set<string>>();
  for (const [index, { words, purpose }] of (await readControls(page)).entries()) {
    const { result } = await session.send('Runtime.evaluate', { expression: `window.controls[${index}]` });
    if (!result.objectId) throw new Error('The page has changed meanwhile.');
    const { nodes } = await session.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId,
      fetchRelatives: false,
    });
    const [node] = nodes;
    // Hidden, or behind a modal dialog.
    if (!node || node.ignored) continue;
    const name = plain(String(node.name?.value ?? ''));
    const what = `${String(node.role?.value)} “${name}”`;
    if (name === '') found.push(`has no name: ${what} ${purpose}`);
    else if (!name.includes(plain(words))) found.push(`has a name without its text, “${plain(words)}”: ${what}`);
    purposes.set(name, (purposes.get(name) ?? new Set()).add(purpose));
  }
  for (const [name, meant] of purposes)
    if (meant.size > 1 && !shared.some((one) => plain(one) === name))
      found.push(`means ${meant.size} things: “${name}”, ${[...meant].join(', ')}`);
  return found;
}
