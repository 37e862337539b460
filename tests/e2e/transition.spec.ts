import type { Page } from 'playwright/test';
import { expect, running, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test.use({ motion: true });

/** Records what animates while one page replaces another. */
const watchTransition = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      const moving = async () => {
        await viewTransition?.ready;
        const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
        return effects.flatMap(({ pseudoElement }) => (pseudoElement?.startsWith('::view') ? [pseudoElement] : []));
      };
      Object.assign(window, { moving: moving() });
    });
  });

/** Follows a link in the header and returns what animated. */
async function follow(page: Page, path: string): Promise<string[]> {
  await page.locator(`header a[href="${path}"]:visible`).first().click();
  await expect(page).toHaveURL(running.siteUrl + path);
  const moving = await page.waitForFunction(() => (window as unknown as { moving?: Promise<string[]> }).moving);
  return (await moving.jsonValue()) ?? [];
}

for (const width of [390, 1440])
  test(`between pages the content cross-fades while the header stays, at ${width} px`, EXHAUSTIVE, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await watchTransition(page);
    await page.goto(`${running.siteUrl}/research`);
    for (const path of ['/flow', '/ai-portfolio', '/']) {
      if (width < 500 && path !== '/') await page.locator('.menu summary').click();
      // Both old and new: one alone would only fade in or out.
      expect(await follow(page, path), path).toEqual(
        expect.arrayContaining([
          '::view-transition-new(root)',
          '::view-transition-old(header)',
          '::view-transition-new(header)',
        ]),
      );
    }
  });

test('with reduced motion, the next page appears at once', EXHAUSTIVE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchTransition(page);
  await page.goto(`${running.siteUrl}/research`);
  expect(await follow(page, '/flow')).toEqual([]);
});
