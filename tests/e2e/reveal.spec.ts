import { expect, running, scrollIntoView, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test.use({ motion: true });

test.describe('reveal on scroll', () => {
  const hidden = '.reveal[data-hidden]';

  test('reveals an element when 10 % of it is in view, and not before', async ({ page }) => {
    await page.goto(running.siteUrl);
    const phase = page.locator('.phase').last();
    await expect(phase).toHaveAttribute('data-hidden');
    await expect(phase).toHaveCSS('opacity', '0');
    expect(await scrollIntoView(phase, 0.06)).toBeLessThan(0.1);
    await expect(phase).toHaveAttribute('data-hidden');
    expect(await scrollIntoView(phase, 0.14)).toBeGreaterThan(0.1);
    await expect(phase).not.toHaveAttribute('data-hidden');
    await expect(phase).toHaveCSS('opacity', '1');
  });

  test('reveals elements that are not laid out yet when its script starts', EXHAUSTIVE, async ({ page }) => {
    const { promise: shown, resolve: show } = Promise.withResolvers<true>();
    // Only the first view is laid out until the frame that its script waits for, or until the page has loaded.
    await page.route('**/*.woff2', async (route) => {
      await shown;
      await route.continue();
    });
    await page.addInitScript(() => {
      const frames: FrameRequestCallback[] = [];
      const native = requestAnimationFrame;
      window.requestAnimationFrame = (callback) => frames.push(callback);
      const runFrames = () => {
        window.requestAnimationFrame = native;
        for (const callback of frames) callback(performance.now());
      };
      Object.assign(window, { runFrames });
    });
    await page.goto(running.siteUrl, { waitUntil: 'commit' });
    const phase = page.locator('.phase').last();
    await expect(phase).toHaveAttribute('data-hidden');
    await expect(phase).toBeHidden();
    await page.evaluate(() => (window as unknown as { runFrames: () => void }).runFrames());
    show(true);
    await expect(phase).toBeVisible();
    await expect(phase).toHaveCSS('opacity', '0');
    await scrollIntoView(phase, 0.14);
    await expect(phase).not.toHaveAttribute('data-hidden');
  });

  test('hides nothing with reduced motion, or on paper', EXHAUSTIVE, async ({ page }) => {
    await page.goto(running.siteUrl);
    await expect(page.locator(hidden).first()).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator(hidden).first()).toHaveCSS('opacity', '1');
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' });
    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.locator(hidden)).toHaveCount(0);
  });

  test('hides nothing when the scripts do not arrive', async ({ page, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/);
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(running.siteUrl, { waitUntil: 'networkidle' });
    const opacities = await page
      .locator('.reveal')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).opacity));
    expect(opacities.length).toBeGreaterThan(30);
    expect(new Set(opacities)).toEqual(new Set(['1']));
  });

  for (const path of ['/', '/flow', '/ai-portfolio'])
    test(
      `shows everything on ${path} to a visitor who scrolls through, even cards taller than the screen`,
      EXHAUSTIVE,
      async ({ page }) => {
        await page.setViewportSize({ width: 568, height: 320 });
        const session = await page.context().newCDPSession(page);
        await session.send('Page.enable');
        await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
        await page.goto(running.siteUrl + path);
        await expect(page.locator(hidden).first()).toBeAttached();
        await page.evaluate(async () => {
          for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
            scrollTo({ top: y, behavior: 'instant' });
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          }
        });
        await expect(page.locator(hidden)).toHaveCount(0);
      },
    );
});
