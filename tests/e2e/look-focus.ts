import type { Page } from 'playwright/test';

/** More tab stops than any page has. */
const MOST_STOPS = 400;

/** The share of the focused element that must be visible. WCAG only requires some of it (2.2, 2.4.11). */
const LEAST_SEEN = 0.5;

/** The focused element: its number among all focused so far, and how much of it is visible, 0 to 1. */
const lookAtFocus = (page: Page) =>
  page.evaluate(() => {
    const GRID = 8;
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const known = ((window as { stops?: Element[] }).stops ??= []);
    if (!known.includes(element)) known.push(element);

    const whole = element.getBoundingClientRect();
    const box = { left: whole.left, top: whole.top, right: whole.right, bottom: whole.bottom };
    const clip = (left: number, top: number, right: number, bottom: number) => {
      box.left = Math.max(box.left, left);
      box.top = Math.max(box.top, top);
      box.right = Math.min(box.right, right);
      box.bottom = Math.min(box.bottom, bottom);
    };
    clip(0, 0, innerWidth, innerHeight);
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      // Ancestors do not clip the top layer.
      if (up.matches(':popover-open')) break;
      const { overflowX, overflowY } = getComputedStyle(up);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const { left, top, right, bottom } = up.getBoundingClientRect();
      clip(left, top, right, bottom);
    }
    let seen = 0;
    for (let row = 0; row < GRID; row++)
      for (let column = 0; column < GRID; column++) {
        const x = box.left + ((column + 0.5) / GRID) * (box.right - box.left);
        const y = box.top + ((row + 0.5) / GRID) * (box.bottom - box.top);
        const hit = document.elementFromPoint(x, y);
        // A rounded corner, or the gap between two lines, shows the element around it.
        if (hit && (element.contains(hit) || hit.contains(element))) seen++;
      }
    const area = Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
    // An element larger than the view counts as far as it fits.
    const most = Math.min(whole.width, innerWidth) * Math.min(whole.height, innerHeight);
    return {
      index: known.indexOf(element),
      html: element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 100),
      seen: most > 0 ? ((seen / GRID ** 2) * area) / most : 0,
    };
  });

/** How long the browser may take to scroll to what has the focus (frames). */
const MOST_FRAMES = 10;

/** Tabs once through all focusable elements. Returns those hidden while they have the focus, one line each. */
export async function findHidden(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  await page.evaluate(() => Object.assign(window, { stops: [] }));
  const leave = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  let count = 0;
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    let focus = await lookAtFocus(page);
    for (let frame = 0; frame < MOST_FRAMES && focus && focus.seen < LEAST_SEEN; frame++) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      focus = await lookAtFocus(page);
    }
    // Between the last and the first, the focus is in the browser's own UI.
    if (!focus) continue;
    if (focus.index < count) {
      await leave();
      return hidden;
    }
    count++;
    if (focus.seen < LEAST_SEEN)
      hidden.push(`is hidden while it has the focus, ${Math.round(focus.seen * 100)} % visible: ${focus.html}`);
  }
  throw new Error(`The focus did not return to its start within ${MOST_STOPS} steps.`);
}
