import type { Page } from 'playwright/test';
import { call, captions, callDialog, expectLive, introduce, openSite, press, words } from './call.ts';
import {
  dialog,
  expect,
  FAILED_RESOURCE,
  FAILURE,
  fill,
  findInaccessible,
  labels,
  openDialog,
  PAGES,
  running,
  submitButton,
  test,
  toast,
} from './fixtures.ts';
import { findPale } from './look-contrast.ts';
import { findFaults } from './look.ts';
import { formOf, openBooking } from './forms.ts';

/** What axe finds, and what is wrong with the look, in both schemes of a state that the page has reached. */
async function examine(page: Page, state: string): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const finding of [...(await findInaccessible(page)), ...(await findPale(page))])
      found.push(`${colorScheme}: ${finding}`);
  }
  found.push(...(await findFaults(page, '')));
  expect.soft(found, state).toEqual([]);
}

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };

test.describe('axe finds nothing in either scheme', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

  test('on the pages in the dark', async ({ page }) => {
    test.slow();
    await page.setViewportSize(LAPTOP);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const path of PAGES) {
      await page.goto(running.siteUrl + path);
      for (const finding of [...(await findInaccessible(page)), ...(await findPale(page))])
        found.push(`${path} ${finding}`);
      await page.emulateMedia({ colorScheme: 'light' });
      for (const finding of await findPale(page)) found.push(`${path} in the light ${finding}`);
      await page.emulateMedia({ colorScheme: 'dark' });
    }
    expect(found).toEqual([]);
  });

  test('in the menu and on an expanded stage', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(`${running.siteUrl}/flow`);
    await page.locator('header summary').click();
    await examine(page, 'menu');
    await page.keyboard.press('Escape');
    await page.locator('[data-stage] summary').first().click();
    await expect(page.locator('[data-stage] details[open]')).toHaveCount(1);
    await examine(page, 'expanded stage');
  });

  test('in the consultation: empty, in error, failed, received', async ({ page, email, expectedErrors }) => {
    await page.setViewportSize(PHONE);
    expectedErrors.push(FAILURE, FAILED_RESOURCE);
    await openDialog(page);
    await expect(page.locator('form[data-ready]')).toHaveCount(1);
    await examine(page, 'empty');
    await submitButton(page).click();
    await expect(dialog(page)).toContainText(labels.summary);
    await examine(page, 'in error');
    await fill(page, { name: 'Ada', email });
    await page.route(`${running.apiUrl}/rest/**`, (route) => route.abort());
    await submitButton(page).click();
    await expect(toast(page, 'Error')).toBeVisible();
    await examine(page, 'failed');
    await page.unroute(`${running.apiUrl}/rest/**`);
    await submitButton(page).click();
    await expect(toast(page, 'Request Received!')).toBeVisible();
    await examine(page, 'received');
  });

  test('in the booking, and in the application with mistakes', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await openBooking(page);
    await expect(page.locator('form[data-island=demo-booking][data-ready]')).toHaveCount(1);
    await examine(page, 'booking');
    const application = formOf('internship');
    await application.open(page);
    await application.submit(page).click();
    await expect(page.locator('form[data-island=internship]')).toContainText(labels.summary);
    await examine(page, 'application with mistakes');
  });

  test('in the call: asking for it, on, over', async ({ page }) => {
    test.slow();
    await page.setViewportSize(LAPTOP);
    await openSite(page, '/flow');
    await introduce(page);
    await examine(page, 'asking');
    await page.keyboard.press('Escape');
    await expect(callDialog(page)).toBeHidden();
    await call(page);
    await expectLive(page);
    await expect(captions(page)).toContainText(words.panel.assistant);
    await examine(page, 'on');
    await press(page, 'ended');
    // It stays as long as it is read.
    await captions(page).locator('..').hover();
    await examine(page, 'over');
  });
});
