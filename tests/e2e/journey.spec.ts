import { statSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { dialog, expect, running, scrollIntoView, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const stages = (page: Page) => page.locator('[data-stage]');
const progress = (page: Page) => page.locator('[data-progress]');

/** Jumps to a share of the scrollable distance. */
const scrollToShare = (page: Page, share: number) =>
  page.evaluate((share) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    scrollTo({ top: (scrollHeight - clientHeight) * share, behavior: 'instant' });
  }, share);

test('from stage to stage the two sides come closer, until they are one', EXHAUSTIVE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${running.siteUrl}/flow`);
  const overlaps = await stages(page)
    .locator('.head .inks')
    .evaluateAll((drawings) =>
      drawings.map((drawing) => {
        const [campus, company] = ['.campus', '.company'].map((side) =>
          (drawing.querySelector(side) as SVGPathElement).getBoundingClientRect(),
        ) as [DOMRect, DOMRect];
        return (campus.right - company.left) / drawing.getBoundingClientRect().width;
      }),
    );
  expect(overlaps[0]).toBeLessThan(0);
  expect(overlaps.at(-1)).toBeCloseTo(1, 1);
  expect(overlaps).toEqual(overlaps.toSorted((a, b) => a - b));
});

test('the scale shows the stages in sequence, over the weeks of the longest timeline', EXHAUSTIVE, async ({ page }) => {
  await page.goto(`${running.siteUrl}/flow`);
  const scale = page.locator('figure');
  await expect(scale.locator('.stages text')).toHaveText(['1', '2', '3', '4', '5', '6']);
  // Three times 1-2 weeks, 1 week, a milestone, and the first week of what follows.
  await expect(scale.locator('.weeks text').last()).toHaveText('8');
  await expect(scale.locator('.milestone')).toHaveCount(1);
  const { width = 0, x: left = 0 } = (await scale.boundingBox()) ?? {};
  const milestone = await scale.locator('.milestone').boundingBox();
  expect(((milestone?.x ?? 0) + (milestone?.width ?? 0) / 2 - left) / width).toBeCloseTo(5 / 8, 2);
});

test('a card expands and collapses on a click anywhere, and by keyboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${running.siteUrl}/flow`);
  const stage = stages(page).nth(1);
  const breakdown = stage.getByRole('heading', { name: 'Detailed Breakdown' });
  const control = stage.locator('summary');
  await expect(control).toHaveText(/^\s*Expand Details/);
  await expect(control).toHaveAccessibleName('Expand Details : Scope Definition');
  await expect(breakdown).toBeHidden();
  await stage.getByRole('heading', { level: 3 }).click();
  await expect(breakdown).toBeVisible();
  await expect(stage.locator('.breakdown li').first()).toBeVisible();
  await expect(control).toHaveAccessibleName('Collapse : Scope Definition');
  await control.focus();
  await page.keyboard.press('Enter');
  await expect(breakdown).toBeHidden();
  await page.keyboard.press('Space');
  await expect(breakdown).toBeVisible();
  // Only this one is open.
  await expect(page.locator('[data-stage] details[open]')).toHaveCount(1);
});

test(
  'the line shows how far the page is scrolled, and stages become active when it exceeds their share',
  EXHAUSTIVE,
  async ({ page }) => {
    await page.goto(`${running.siteUrl}/flow`);
    const active = page.locator('[data-stage][data-active]');
    await expect(progress(page)).toHaveAttribute('data-progress', '0');
    await expect(active).toHaveCount(0);
    // Spec section 4: active when progress exceeds (stage index / 6) x 100.
    for (const [share, count] of [
      [0.1, 1],
      [0.16, 1],
      [0.18, 2],
      [0.49, 3],
      [0.51, 4],
      [0.9, 6],
      [1, 6],
    ] as const) {
      await scrollToShare(page, share);
      await expect(active, String(share)).toHaveCount(count);
      await expect(progress(page)).toHaveAttribute('data-progress', String(Math.round(share * 100)));
    }
    const filled = await progress(page)
      .locator('span')
      .evaluate((bar) => bar.getBoundingClientRect().height / (bar.parentElement as HTMLElement).clientHeight);
    expect(filled).toBeCloseTo(1, 1);
    await scrollToShare(page, 0);
    await expect(active).toHaveCount(0);
  },
);

test.describe('with motion', () => {
  test.use({ motion: true });

  test('a card is revealed when 30 % of it is in view, and not before', async ({ page }) => {
    await page.goto(`${running.siteUrl}/flow`);
    const card = stages(page).last().locator('.card');
    await expect(card).toHaveAttribute('data-hidden');
    expect(await scrollIntoView(card, 0.25)).toBeLessThan(0.3);
    await expect(card).toHaveAttribute('data-hidden');
    expect(await scrollIntoView(card, 0.36)).toBeGreaterThan(0.3);
    await expect(card).not.toHaveAttribute('data-hidden');
  });
});

test('Book Discovery Call opens the consultation', EXHAUSTIVE, async ({ page }) => {
  await page.goto(`${running.siteUrl}/flow`);
  await page.getByRole('button', { name: 'Book Discovery Call' }).click();
  await expect(dialog(page)).toBeVisible();
});

test('Download Process Guide (PDF) downloads the guide, and the link states its size', EXHAUSTIVE, async ({ page }) => {
  await page.goto(`${running.siteUrl}/flow`);
  const link = page.getByRole('link', { name: 'Download Process Guide (PDF)' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('process-guide.pdf');
  const { size } = statSync(await download.path());
  await expect(link).toContainText(`, ${Math.ceil(size / 1024)} KB`);
  expect(size).toBeGreaterThan(20_000);
  expect(size).toBeLessThan(100_000);
});

test('in print every stage shows its details', EXHAUSTIVE, async ({ page }) => {
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  await page.goto(`${running.siteUrl}/flow`);
  await expect(page.locator('.breakdown')).toHaveCount(6);
  for (const breakdown of await page.locator('.breakdown').all())
    expect(await breakdown.evaluate((element) => element.checkVisibility())).toBe(true);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the stages still expand', EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/flow`);
    const stage = stages(page).first();
    await expect(stage.getByRole('heading', { level: 3 })).toBeVisible();
    await stage.locator('summary').click();
    await expect(stage.getByRole('heading', { name: 'Detailed Breakdown' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book Discovery Call' })).toHaveAttribute('href', /^mailto:/);
  });
});
