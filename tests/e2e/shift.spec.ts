import type { Page } from 'playwright/test';
import { expect, PAGES, running, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test.use({ motion: true });

const FONT = /\.woff2$/;
/** What browsers count as no shift. */
const NOTHING = 0.001;

interface Shift {
  value: number;
  what: string;
}

/** Records every layout shift without user input, with the elements that moved, from the first paint on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
        if (!hadRecentInput)
          shifts.push({
            value,
            what: sources
              .map(({ node, previousRect, currentRect }) => {
                const words = node?.textContent?.replaceAll(/\s+/g, ' ').trim().slice(0, 30) ?? '';
                return `${node?.nodeName ?? ''} “${words}” from ${at(previousRect)} to ${at(currentRect)}`;
              })
              .join('; '),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Scrolls to the end, one screen at a time, like a visitor who reads everything. */
const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight * 0.8) {
      scrollTo({ top: y, behavior: 'instant' });
      await painted();
    }
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    await painted();
  });

const shiftsOf = async (page: Page): Promise<string[]> => {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum < NOTHING ? [] : shifts.map(({ value, what }) => `${value.toFixed(4)}: ${what}`);
};

for (const width of [390, 1440])
  for (const path of PAGES)
    test.describe(`nothing jumps on ${path} at ${width} px`, () => {
      test.use({ viewport: { width, height: width < 500 ? 844 : 900 } });
      test.beforeEach(({ page }) => watchShifts(page));

      test('with the fonts available at once', EXHAUSTIVE, async ({ page }) => {
        await page.goto(running.siteUrl + path, { waitUntil: 'networkidle' });
        await scrollThrough(page);
        expect(await shiftsOf(page)).toEqual([]);
      });

      // These three have all kinds of text; the others set it the same way.
      if (!['/', '/flow', '/internships/apply'].includes(path)) return;

      test('with the font arriving late', EXHAUSTIVE, async ({ page }) => {
        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await page.route(FONT, async (route) => {
          await held;
          await route.continue();
        });
        await page.goto(running.siteUrl + path, { waitUntil: 'domcontentloaded' });
        // The page is read in the fallback before the font is there.
        await scrollThrough(page);
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        const arrived = page.waitForResponse(FONT);
        release();
        await (await arrived).finished();
        await page.evaluate(() => document.fonts.ready);
        await scrollThrough(page);
        expect(await shiftsOf(page)).toEqual([]);
      });

      test('without the font', EXHAUSTIVE, async ({ page, expectedErrors }) => {
        expectedErrors.push(/ERR_FAILED/);
        await page.route(FONT, (route) => route.abort());
        await page.goto(running.siteUrl + path, { waitUntil: 'networkidle' });
        await scrollThrough(page);
        expect(await shiftsOf(page)).toEqual([]);
      });
    });

test('reports what jumps', EXHAUSTIVE, async ({ page }) => {
  await watchShifts(page);
  await page.goto(`${running.siteUrl}/flow`, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    document.querySelector('main')?.prepend(Object.assign(document.createElement('p'), { textContent: 'Late' }));
  });
  await expect.poll(() => shiftsOf(page)).not.toEqual([]);
});
