import type { Page } from 'playwright/test';
import { treeOf } from './walk.ts';

/** What is pressed, followed or filled in. */
const CONTROLS = 'a[href], button:enabled, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

/** What is seen of each control: the words on it or on its label, and what it is for. */
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
    // As they are now: a toast may go meanwhile.
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

/** Without what nobody says: arrows, brackets and the like. */
const plain = (words: string) =>
  words
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/**
 * What somebody who speaks to the page can't name, one line each: a control without a name, one whose name lacks the
 * words that are seen on it (WCAG 2.5.3), and names that mean two things (2.4.9).
 *
 * @param shared names that may mean two things
 */
export async function findUnspeakable(page: Page, shared: readonly string[] = []): Promise<string[]> {
  const session = await treeOf(page);
  const found: string[] = [];
  const purposes = new Map<string, Set<string>>();
  for (const [index, { words, purpose }] of (await readControls(page)).entries()) {
    const { result } = await session.send('Runtime.evaluate', { expression: `window.controls[${index}]` });
    if (!result.objectId) throw new Error('Another page has come meanwhile.');
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
    else if (!name.includes(plain(words))) found.push(`is not called what is seen on it, “${plain(words)}”: ${what}`);
    purposes.set(name, (purposes.get(name) ?? new Set()).add(purpose));
  }
  for (const [name, meant] of purposes)
    if (meant.size > 1 && !shared.some((one) => plain(one) === name))
      found.push(`means ${meant.size} things: “${name}”, ${[...meant].join(', ')}`);
  return found;
}
