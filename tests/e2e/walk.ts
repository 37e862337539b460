import type { CDPSession, Locator, Page } from 'playwright/test';
import { expect, labels } from './fixtures.ts';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** The browser's own accessibility tree, with descriptions and states that a snapshot omits. */
export function treeOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** States that are announced if true. */
const STATES = ['required', 'invalid', 'disabled'] as const;

/**
 * What a screen reader says about the focused element: role, name, states and description, for example
 * `textbox "Email", required, invalid: Enter your email address.`; nothing for the page itself.
 */
export async function focused(page: Page): Promise<string> {
  const session = await treeOf(page);
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
  if (!result.objectId || result.className === 'HTMLBodyElement') return '';
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  const [node] = nodes;
  const value = (name: string): unknown => node?.properties?.find((property) => property.name === name)?.value.value;
  const states = STATES.filter((name) => [true, 'true'].includes(value(name) as boolean));
  const expanded = value('expanded');
  const said = [
    `${String(node?.role?.value)} "${String(node?.name?.value ?? '').trim()}"`,
    ...(typeof expanded === 'boolean' ? [expanded ? 'expanded' : 'collapsed'] : []),
    ...states,
  ].join(', ');
  const description = node?.description?.value as string | undefined;
  return description ? `${said}: ${description}` : said;
}

/** What covers each covered part, of nine, of an element; `nothing` if it is out of view. Runs in the page. */
function findCovers(element: Element): string[] {
  const shares = [0.1, 0.5, 0.9];
  const { left, top, width, height } = element.getBoundingClientRect();
  return shares.flatMap((down) =>
    shares.flatMap((right) => {
      const [x, y] = [left + right * width, top + down * height];
      const hit = document.elementFromPoint(x, y);
      const { top: from = Infinity, bottom: to = 0 } = hit?.getBoundingClientRect() ?? {};
      // Outside its rounded corners, and between the lines of a link, the element behind it is visible.
      const isOpen = element.contains(hit) || (hit?.contains(element) && from <= y && y <= to);
      return isOpen ? [] : [hit?.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 80) ?? 'nothing'];
    }),
  );
}

/** Expects an element to be in view, with no part of it covered. */
export const expectUncovered = (locator: Locator): Promise<void> =>
  expect.poll(() => locator.evaluate(findCovers)).toEqual([]);

/** Waits until nothing on the page moves or scrolls. */
export const expectStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let still = 0; still < 10; still++) {
      const before = scrollY;
      await frame();
      if (scrollY !== before || document.getAnimations().some(({ playState }) => playState === 'running')) still = 0;
    }
  });

/**
 * What is wrong with how the focus is shown, if anything: there is no outline (WCAG 2.4.7), or half of the focused
 * element is covered or out of view (for 2.4.11, a visible corner would be enough).
 */
export async function findFocusFault(page: Page): Promise<string> {
  const handle = await page.evaluateHandle(() => {
    const element = document.activeElement ?? document.body;
    if (element === document.body) return '';
    // An invisible field has its outline around the area that it covers.
    const shown = [element, element.parentElement ?? element].find((one) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)';
    });
    return shown ?? `shows no focus: ${element.outerHTML.slice(0, 80)}`;
  });
  const shown = handle.asElement();
  if (!shown) return (await handle.jsonValue()) as string;
  const covers = await shown.evaluate(findCovers);
  return covers.length > 4 ? `is covered by ${covers.join(' and ')}` : '';
}

/** The error summary above a form, as a snapshot: exactly one link for each error. */
export const summaryWith = (mistakes: readonly (string | undefined)[]): string => `
  - group "${labels.summary}":
    - paragraph: ${labels.summary}
    - list:
      - /children: equal
${mistakes.map((mistake) => `      - listitem:\n        - link "${mistake}"`).join('\n')}
`;

/** Expects this to have the focus, in a screen reader's words ({@link focused}), visible and not covered. */
export async function expectFocus(page: Page, what: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe(what);
  // A new element may still be animating in.
  await expect.poll(() => findFocusFault(page), { message: what }).toBe('');
}

/** Presses a key once for each stop, and expects the focus there. */
export async function go(page: Page, key: string, stops: readonly string[]): Promise<void> {
  for (const stop of stops) {
    await page.keyboard.press(key);
    await expectFocus(page, stop);
  }
}

/** Presses a key until the focus is there, at most a hundred times. */
export async function goTo(page: Page, key: string, stop: string): Promise<void> {
  for (let stops = 0; stops < 100 && (await focused(page)) !== stop; stops++) await page.keyboard.press(key);
  await expectFocus(page, stop);
}

/**
 * Records what a screen reader announces from now on, on each page: text added to a live region that existed before it
 * and that no modal dialog has made inert.
 */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LIVE = '[role=status], [role=alert], [role=log]';
    const said: string[] = [];
    Object.assign(window, { said });
    const known = new WeakSet<Element>();
    const before = new WeakMap<Element, string>();
    const textOf = (element: HTMLElement) => element.innerText.replaceAll(/\s+/g, ' ').trim();

    function say(region: HTMLElement, text: string): void {
      const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
      if (text === '' || region.closest('[inert]') || (modal && !modal.contains(region))) return;
      // Many screen readers ignore a region that is added together with its text.
      const when = known.has(region) ? '' : 'too late, ';
      said.push(`${when}${region.role ?? ''}: ${text}`);
    }
    const look = (records: MutationRecord[]) => {
      const changed = new Map<HTMLElement, Node[]>();
      for (const { target, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest<HTMLElement>(LIVE);
        if (region) changed.set(region, [...(changed.get(region) ?? []), ...addedNodes]);
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const inner of [node, ...node.querySelectorAll<HTMLElement>(LIVE)])
              if (inner instanceof HTMLElement && inner.matches(LIVE)) changed.set(inner, changed.get(inner) ?? []);
      }
      for (const [region, added] of changed) {
        const text = textOf(region);
        if (region.role === 'log') {
          for (const line of added) if (line instanceof HTMLElement && line.isConnected) say(region, textOf(line));
        } else if (text !== before.get(region)) say(region, text);
        before.set(region, text);
        known.add(region);
      }
    };
    // Regions in the initial page are known from the start.
    addEventListener('DOMContentLoaded', () => {
      for (const region of document.querySelectorAll<HTMLElement>(LIVE)) {
        known.add(region);
        before.set(region, textOf(region));
      }
      new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['hidden'],
      });
    });
  });
}

/** Expects that a screen reader has announced exactly this since the last call. */
export async function expectSaid(page: Page, ...texts: string[]): Promise<void> {
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  await expect.poll(said).toEqual(texts);
  await page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
}
