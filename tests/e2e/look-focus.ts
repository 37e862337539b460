import type { Page } from 'playwright/test';

/** More stops than any page has. */
const MOST_STOPS = 400;

/** The share of what has the focus that must be in sight. WCAG asks for more than nothing (2.2, 2.4.11). */
const LEAST_SEEN = 0.5;

/** What has the focus now: its number among all that had it, and how much of it is in sight, 0 to 1. */
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
      // Nothing around it cuts off what stands in the top layer.
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
        // A corner that is round, or the space between two lines, lets through what holds it.
        if (hit && (element.contains(hit) || hit.contains(element))) seen++;
      }
    const area = Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
    // Of what is larger than the view, as much as fits.
    const most = Math.min(whole.width, innerWidth) * Math.min(whole.height, innerHeight);
    return {
      index: known.indexOf(element),
      html: element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 100),
      seen: most > 0 ? ((seen / GRID ** 2) * area) / most : 0,
    };
  });

/** Goes once through all that can have the focus, with Tab, and tells what is hidden while it has it, one line each. */
export async function findHidden(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  await page.evaluate(() => Object.assign(window, { stops: [] }));
  const leave = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  let count = 0;
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    const focus = await lookAtFocus(page);
    // Between the last and the first there is the browser's own.
    if (!focus) continue;
    if (focus.index < count) {
      await leave();
      return hidden;
    }
    count++;
    if (focus.seen < LEAST_SEEN)
      hidden.push(`is hidden while it has the focus, ${Math.round(focus.seen * 100)} % in sight: ${focus.html}`);
  }
  throw new Error(`The focus never came back to where it was, in ${MOST_STOPS} steps.`);
}
