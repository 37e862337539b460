import type { Page } from 'playwright/test';
import { expect, expectAccessible, FAILED_RESOURCE, running, site, test } from './fixtures.ts';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';

const splash = (page: Page) => page.locator('#splash');
const skip = (page: Page) => page.getByRole('button', { name: 'Skip', exact: true });
const film = (page: Page) => page.locator('#splash video');
const hash = (page: Page) => page.evaluate(() => location.hash);
const scrolled = (page: Page) => page.evaluate(() => scrollY);

/** Opens a page whose timers wait until the test advances the clock. */
async function openWithStillClock(page: Page, url: string): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(url);
}

test.describe('on a first visit', () => {
  test.use({ film: true });

  test('the film fills the screen, plays without a sound, and leaves when it ends', EXHAUSTIVE, async ({ page }) => {
    await page.addInitScript(() =>
      document.addEventListener('ended', () => Object.assign(window, { filmEnded: true }), true),
    );
    await page.addInitScript(() => {
      new MutationObserver(([change]) => {
        const { target } = change ?? {};
        if (target instanceof HTMLDialogElement) target.dataset['animations'] ??= String(target.getAnimations().length);
      }).observe(document, { subtree: true, attributeFilter: ['open'] });
    });
    await page.goto(running.siteUrl);
    await expect(splash(page)).toBeVisible();
    expect(await splash(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    // At once: nothing of the page behind it is visible.
    await expect(splash(page)).toHaveAttribute('data-animations', '0');
    await expect(splash(page)).toHaveAccessibleName('Introduction film');
    const facts = await film(page).evaluate((video: HTMLVideoElement) => ({
      muted: video.muted,
      autoplay: video.autoplay,
      inline: video.playsInline,
    }));
    expect(facts).toEqual({ muted: true, autoplay: true, inline: true });
    await expect(splash(page)).toBeHidden();
    // It played to its end, rather than timing out.
    expect(await page.evaluate(() => 'filmEnded' in window)).toBe(true);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(film(page)).toHaveCount(0);
  });

  test('Skip fades it out in 0.5 s, and the page goes to its section 0.3 s after that', async ({ page }) => {
    await openWithStillClock(page, `${running.siteUrl}/#programs`);
    const order = await splash(page).evaluateHandle((dialog) => {
      const events: string[] = [];
      for (const type of ['transitionend', 'close'])
        dialog.addEventListener(type, ({ target }) => target === dialog && events.push(type));
      return events;
    });
    await skip(page).click();
    await expect(splash(page)).toHaveCSS('transition-duration', '0.5s');
    await expect(splash(page)).toHaveCSS('opacity', '0');
    await expect(splash(page)).not.toHaveAttribute('open');
    // Its backdrop fades, too.
    expect([...new Set(await order.jsonValue())]).toEqual(['transitionend', 'close']);
    expect(await scrolled(page)).toBe(0);
    await page.clock.runFor(299);
    expect(await hash(page)).toBe('');
    const positions = await page.evaluateHandle(() => {
      const seen = new Set<number>();
      addEventListener('scroll', () => seen.add(scrollY));
      return seen;
    });
    await page.clock.runFor(1);
    expect(await hash(page)).toBe('#programs');
    await expect
      .poll(() => page.locator('#programs').evaluate((section) => Math.round(section.getBoundingClientRect().top)))
      .toBe(80);
    // A jump would have recorded one position.
    expect(await positions.evaluate((seen) => seen.size)).toBeGreaterThan(4);
  });

  test(
    'Skip has the focus, the page behind can’t be reached, and Escape skips too',
    EXHAUSTIVE,
    async ({ page, expectedErrors }) => {
      expectedErrors.push(FAILED_RESOURCE);
      // Without a film nothing else can end it.
      await page.route(/\.(webm|mp4)$/, (route) => route.abort());
      await openWithStillClock(page, running.siteUrl);
      await expect(skip(page)).toBeFocused();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('header, main, footer') === null)).toBe(true);
      await expect(page.locator('header a').first()).not.toBeFocused();
      await page.keyboard.press('Escape');
      await expect(splash(page)).toHaveAttribute('data-leaving');
      // It fades as with Skip; the browser does not close it at once.
      await expect(splash(page)).toHaveAttribute('open');
      await page.clock.runFor(500);
      await expect(splash(page)).toBeHidden();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    },
  );

  test(
    'all five steps that enter the page wait for the film, and the two sides have met by then',
    EXHAUSTIVE,
    async ({ page, expectedErrors }) => {
      expectedErrors.push(FAILED_RESOURCE);
      // Without a film nothing else can end it.
      await page.route(/\.(webm|mp4)$/, (route) => route.abort());
      await openWithStillClock(page, running.siteUrl);
      const states = (selector: string) =>
        page.locator(selector).evaluateAll((parts) => parts.map((part) => getComputedStyle(part).animationPlayState));
      const steps = '.hero .enter';
      expect(await states(steps)).toEqual(Array(5).fill('paused'));
      expect(await states('.hero .span path')).toEqual(Array(2).fill('running'));
      await skip(page).click();
      await expect(splash(page)).toHaveAttribute('data-leaving');
      expect(await states(steps)).toEqual(Array(5).fill('running'));
    },
  );

  test(
    'it plays once per session: not again on a reload or on the way back from another page',
    EXHAUSTIVE,
    async ({ page }) => {
      await page.goto(running.siteUrl);
      await skip(page).click();
      await expect(splash(page)).toBeHidden();
      const films: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'media') films.push(request.url());
      });
      await page.reload({ waitUntil: 'networkidle' });
      await expect(splash(page)).toBeHidden();
      await page.getByRole('link', { name: 'AI Portfolio' }).first().click();
      await page.locator('header').getByRole('link', { name: site.name }).click();
      await expect(page).toHaveURL(`${running.siteUrl}/`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(splash(page)).toBeHidden();
      expect(films).toEqual([]);
    },
  );

  test(
    'the page does not wait for a film that is not playing within 1.5 s',
    EXHAUSTIVE,
    async ({ page, expectedErrors }) => {
      expectedErrors.push(FAILED_RESOURCE);
      await page.route(/\.(webm|mp4)$/, (route) => route.abort());
      await openWithStillClock(page, running.siteUrl);
      await page.clock.runFor(1499);
      await expect(splash(page)).not.toHaveAttribute('data-leaving');
      await page.clock.runFor(1);
      await expect(splash(page)).toHaveAttribute('data-leaving');
      await page.clock.runFor(500);
      await expect(splash(page)).toBeHidden();
    },
  );

  for (const [who, prepare] of [
    ['prefers less motion', (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })],
    [
      'saves data',
      (page: Page) =>
        page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
    ],
    [
      'has disabled storage',
      (page: Page) =>
        page.addInitScript(() =>
          Object.defineProperty(window, 'sessionStorage', {
            get: () => {
              throw new DOMException('denied', 'SecurityError');
            },
          }),
        ),
    ],
  ] as const)
    test(
      `a visitor who ${who} sees no film and downloads none`,
      gateIf(who === 'prefers less motion'),
      async ({ page }) => {
        const films: string[] = [];
        page.on('request', (request) => {
          if (request.resourceType() === 'media') films.push(request.url());
        });
        await prepare(page);
        await page.goto(running.siteUrl, { waitUntil: 'networkidle' });
        await expect(splash(page)).toBeHidden();
        expect(films).toEqual([]);
      },
    );

  test('visitors who begin at another page don’t get it', EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/internships/apply`);
    await page.evaluate(() => location.assign('/#internships'));
    await page.waitForURL(/#internships$/);
    await expect(splash(page)).toBeHidden();
  });

  test('only the home page has it', EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/flow`);
    await expect(splash(page)).toHaveCount(0);
  });

  for (const width of [320, 390, 1440])
    test(
      `axe finds nothing on it at ${width} px, and nothing overflows`,
      EXHAUSTIVE,
      async ({ page, expectedErrors }) => {
        expectedErrors.push(FAILED_RESOURCE);
        await page.setViewportSize({ width, height: 700 });
        // The film never arrives, and the page never stops waiting for it. (axe needs the other timers.)
        await page.route(/\.(webm|mp4)$/, (route) => route.abort());
        await page.addInitScript(() => {
          const later = window.setTimeout.bind(window);
          Object.assign(window, { setTimeout: (run: () => void, ms: number) => (ms === 1500 ? 0 : later(run, ms)) });
        });
        await page.goto(running.siteUrl);
        await expect(skip(page)).toBeInViewport({ ratio: 1 });
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      },
    );

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('there is none', EXHAUSTIVE, async ({ page }) => {
      await page.goto(running.siteUrl);
      await expect(splash(page)).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  });
});

test(
  'without a film, too, the page goes to its section 0.3 s after it is there, and not before',
  EXHAUSTIVE,
  async ({ page }) => {
    await openWithStillClock(page, `${running.siteUrl}/#programs`);
    await expect(splash(page)).toBeHidden();
    await page.clock.runFor(299);
    expect([await hash(page), await scrolled(page)]).toEqual(['', 0]);
    await page.clock.runFor(1);
    expect(await hash(page)).toBe('#programs');
    await expect.poll(() => scrolled(page)).toBeGreaterThan(0);
  },
);

test('a reload keeps its place', EXHAUSTIVE, async ({ page }) => {
  await page.goto(`${running.siteUrl}/#programs`);
  await page.waitForURL(/#programs$/);
  await page.addInitScript(() => {
    history.replaceState = () => Object.assign(window, { isReplaced: true });
  });
  await page.reload();
  expect(await page.evaluate(() => 'isReplaced' in window)).toBe(false);
});
