import type { Page } from 'playwright/test';
import { dialog, expect, PAGES, running, site, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

/** Spec section 2, navigation bar: what the links are called and where they lead. */
const LINKS = [
  ['About', '/#what-we-deliver'],
  ['Programs', '/#programs'],
  ['Why Us', '/#why-choose'],
  ['Internships', '/#internships'],
  ["See What We've Built", '/flow'],
  ['AI Portfolio', '/ai-portfolio'],
] as const;
const SECTION_LINKS = LINKS.slice(0, 4);

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const topOf = (page: Page, hash: string) =>
  page.locator(hash).evaluate((section) => Math.round(section.getBoundingClientRect().top));

test('the bar has the links of the spec, stays at the top, and marks the current page', async ({ page }) => {
  await page.goto(running.siteUrl);
  const links = bar(page).getByRole('link');
  await expect(links).toHaveText(LINKS.map(([label]) => label));
  for (const [label, href] of LINKS)
    await expect(bar(page).getByRole('link', { name: label })).toHaveAttribute('href', href);
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  await expect(page.locator('header')).toBeInViewport({ ratio: 1 });
  await expect(bar(page).locator('[aria-current]')).toHaveCount(0);
  await page.goto(`${running.siteUrl}/flow`);
  await expect(bar(page).locator('[aria-current=page]')).toHaveText("See What We've Built");
});

test.describe('with motion', () => {
  test.use({ motion: true });

  test(
    'on the home page a link scrolls smoothly to its section, 80 px below the top edge',
    EXHAUSTIVE,
    async ({ page }) => {
      await page.goto(running.siteUrl);
      await page.evaluate(() => {
        const positions = new Set<number>();
        addEventListener('scroll', () => positions.add(scrollY));
        Object.assign(window, { positions });
      });
      for (const [label, href] of SECTION_LINKS) {
        await bar(page).getByRole('link', { name: label }).click();
        await expect(page).toHaveURL(running.siteUrl + href);
        await expect.poll(() => topOf(page, href.slice(1)), label).toBe(80);
      }
      // A jump would have recorded one position per link.
      const positions = await page.evaluate(() => (window as unknown as { positions: Set<number> }).positions.size);
      expect(positions).toBeGreaterThan(4 * SECTION_LINKS.length);
    },
  );
});

for (const [label, href] of SECTION_LINKS)
  test(`on another page ${label} leads to the home page and its section`, EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/flow`);
    await bar(page).getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(running.siteUrl + href);
    await expect.poll(() => topOf(page, href.slice(1)), label).toBe(80);
  });

test(
  'the logo leads to the top: without a page load on the home page, with one elsewhere',
  EXHAUSTIVE,
  async ({ page }) => {
    await page.goto(`${running.siteUrl}/#programs`);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.locator('header').getByRole('link', { name: site.name }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(page).toHaveURL(`${running.siteUrl}/`);
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
    await page.goBack();
    await expect(page).toHaveURL(`${running.siteUrl}/#programs`);
    await page.goto(`${running.siteUrl}/flow`);
    await page.locator('header').getByRole('link', { name: site.name }).click();
    await expect(page).toHaveURL(`${running.siteUrl}/`);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  },
);

for (const [width, shown, hidden] of [
  [1440, 'Schedule Free Demo & Pricing Call', 'Schedule Demo'],
  [390, 'Schedule Demo', 'Schedule Free Demo & Pricing Call'],
] as const)
  test(`the call to action at ${width} px is ${shown}, and opens the consultation`, EXHAUSTIVE, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(running.siteUrl);
    await expect(page.getByRole('button', { name: hidden, exact: true })).toBeHidden();
    await page.getByRole('button', { name: shown, exact: true }).click();
    await expect(dialog(page)).toBeVisible();
  });

test('wherever the bar shows its links, they fit on one line', EXHAUSTIVE, async ({ page }) => {
  for (const width of [1152, 1280, 1344, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(running.siteUrl);
    await expect(bar(page).getByRole('link').first()).toBeVisible();
    const { height } = (await page.locator('header').boundingBox()) ?? { height: 0 };
    expect(height, `${width} px`).toBeLessThan(80);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('on every phone the header is one row', EXHAUSTIVE, async ({ page }) => {
  await page.goto(running.siteUrl);
  for (let width = 312; width <= 420; width += 12) {
    await page.setViewportSize({ width, height: 700 });
    const { height } = (await page.locator('header').boundingBox()) ?? { height: 0 };
    expect(height, `${width} px`).toBeLessThan(80);
  }
});

test('text at twice the size overflows nothing, and sections stop below the header', EXHAUSTIVE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // As the browser's text size setting of 32 px does.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of PAGES.filter((path) => path !== '/404')) {
      await page.goto(running.siteUrl + path);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(width);
    }
  }
  await page.goto(`${running.siteUrl}/#programs`);
  const header = (await page.locator('header').boundingBox())?.height ?? 0;
  await expect.poll(() => topOf(page, '#programs')).toBeGreaterThanOrEqual(Math.floor(header));
});

test('the menu of narrow screens has the same links', EXHAUSTIVE, async ({ page }) => {
  for (const width of [390, 1151]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(running.siteUrl);
    await page.locator('summary').click();
    await expect(page.locator('.menu a:visible')).toHaveText(LINKS.map(([label]) => label));
  }
});

test('the menu of narrow screens opens, closes on Escape and on choice, and leads to the section', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(running.siteUrl);
  const menu = page.locator('summary');
  const link = page.locator('.menu').getByRole('link', { name: 'Why Us' });
  await menu.click();
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await link.click();
  await expect(link).toBeHidden();
  await expect(page.locator('#why-choose')).toBeInViewport();
});

test(
  'the menu closes on a tap outside or when the focus leaves it, and scrolls if taller than the screen',
  EXHAUSTIVE,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(running.siteUrl);
    const menu = page.locator('summary');
    const links = page.locator('.menu a');
    await menu.click();
    await links.last().focus();
    await expect(links.last()).toBeInViewport({ ratio: 0.95 });
    await page.keyboard.press('Tab');
    await expect(links.last()).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    // Without the focus, so that losing it can't be what closes the menu.
    await menu.click();
    await menu.evaluate((summary) => summary.blur());
    await expect(links.last()).toBeVisible();
    await page.mouse.click(200, 800);
    await expect(links.last()).toBeHidden();
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu works', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(running.siteUrl);
    await page.locator('summary').click();
    await page.locator('.menu').getByRole('link', { name: 'Why Us' }).click();
    await expect(page).toHaveURL(`${running.siteUrl}/#why-choose`);
  });
});
