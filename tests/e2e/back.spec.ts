import type { Page } from 'playwright/test';
import { launchOptions } from '../setup/find-browser.ts';
import { call, expectLive, openSite, press } from './call.ts';
import { dialog, expect, fill, openDialog, PAGES, running, site, submitButton, test, toast } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

// Playwright disables the back/forward cache.
test.use({
  launchOptions: { ...launchOptions(), ignoreDefaultArgs: ['--disable-back-forward-cache'] },
});

/** Goes to another page and back. Returns why the first page was reloaded, or '' if it was restored. */
async function leaveAndReturn(page: Page, elsewhere = async () => {}): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  let reasons = '';
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons = notRestoredExplanations.map(({ reason, type }) => `${reason} (${type})`).join();
  });
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { isBack: persisted })),
  );
  const address = page.url();
  await page.goto(`${running.siteUrl}${new URL(address).pathname === '/flow' ? '/resources' : '/flow'}`);
  await elsewhere();
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(address);
  // A page that was not kept has a new window.
  return (await page.evaluate(() => 'isBack' in window && window.isBack)) ? '' : `reloaded: ${reasons}`;
}

for (const path of PAGES)
  test(`going back restores ${path} as it was left`, EXHAUSTIVE, async ({ page }) => {
    await page.goto(running.siteUrl + path, { waitUntil: 'networkidle' });
    expect(await leaveAndReturn(page)).toBe('');
  });

test('going back restores an open dialog that is half filled in', EXHAUSTIVE, async ({ page }) => {
  await openDialog(page);
  await expect(page.locator('#consultation form[data-ready]')).toHaveCount(1);
  await fill(page, { name: 'Ada', message: 'Half a sen' });
  expect(await leaveAndReturn(page)).toBe('');
  await expect(dialog(page).locator('[name=message]')).toHaveValue('Half a sen');
});

test('going back after sending a request restores the page', EXHAUSTIVE, async ({ page, email }) => {
  await openDialog(page);
  await fill(page, { name: 'Ada', email });
  await submitButton(page).click();
  await expect(toast(page, 'Request Received!')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await leaveAndReturn(page)).toBe('');
});

test('going back after a call restores the page: the call keeps no connection open', EXHAUSTIVE, async ({ page }) => {
  await openSite(page, '/flow');
  await call(page);
  await expectLive(page);
  await press(page, 'ended');
  expect(await leaveAndReturn(page)).toBe('');
});

test(
  'going back to a form that was sent from another page meanwhile leaves nothing to send again',
  EXHAUSTIVE,
  async ({ page, email }) => {
    await openDialog(page);
    await expect(page.locator('#consultation form[data-ready]')).toHaveCount(1);
    await fill(page, { name: 'Ada', email });
    await leaveAndReturn(page, async () => {
      await page.locator('[data-opens=consultation]:visible').first().click();
      await expect(dialog(page).locator('[name=email]')).toHaveValue(email);
      await submitButton(page).click();
      await expect(toast(page, 'Request Received!')).toBeVisible();
    });
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('button', { name: 'Get Free Project Consultation' }).click();
    await expect(page.locator('#consultation form[data-ready]')).toHaveCount(1);
    await expect(dialog(page).locator('[name=email]')).toHaveValue('');
  },
);

test('going back applies the colors chosen meanwhile and the current year', EXHAUSTIVE, async ({ page }) => {
  const { appearance } = site.footer;
  const choice = (name: string) => page.getByRole('radio', { name });
  await page.goto(`${running.siteUrl}/research`);
  await page.locator('[data-current-year]').evaluate((year) => (year.textContent = '1999'));
  expect(await leaveAndReturn(page, () => choice(appearance.dark).check())).toBe('');
  await expect(choice(appearance.dark)).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await expect(page.locator('[data-current-year]')).toHaveText(String(new Date().getFullYear()));
  expect(await leaveAndReturn(page, () => choice(appearance.system).check())).toBe('');
  await expect(choice(appearance.system)).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBeUndefined();
});

test('going back to a page left through its menu finds the menu closed', EXHAUSTIVE, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${running.siteUrl}/research`);
  await page.locator('summary').click();
  await page.locator('.menu').getByRole('link', { name: 'AI Portfolio' }).click();
  await expect(page).toHaveURL(`${running.siteUrl}/ai-portfolio`);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(`${running.siteUrl}/research`);
  await expect(page.locator('.menu nav')).toBeHidden();
});
