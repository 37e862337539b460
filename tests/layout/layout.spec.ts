import { expect, type Page, test } from 'playwright/test';
import { findFaults } from '../e2e/look.ts';
import type { LayoutEnvironment } from '../setup/layout.ts';

const sites = JSON.parse(process.env['LAYOUT'] ?? '{}') as LayoutEnvironment;

/** The buttons that open a dialog on every page. */
const OPENERS = ['header [data-opens=consultation]', 'footer [data-opens]', '[data-call-button]'];

/** From this width on, the header shows its links. */
const WITHOUT_MENU = 1152;

async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => document.fonts.ready);
}

/** The layout faults of every page, and of what can be opened on it. */
async function faultsOf(page: Page, copy: keyof LayoutEnvironment, width: number): Promise<string[]> {
  const { url, paths } = sites[copy];
  const faults: string[] = [];
  const look = async (what: string) => faults.push(...(await findFaults(page, `${width} px, ${what}`)));
  for (const path of paths) {
    await openPage(page, url + path);
    await look(path);
    const details = page.locator('main details');
    if ((await details.count()) === 0) continue;
    await details.evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
    await look(`${path}, expanded`);
  }
  await openPage(page, `${url}/flow`);
  for (const opener of OPENERS) {
    await page.locator(`${opener}:visible`).first().click();
    const dialog = page.locator('dialog[open]');
    await expect(dialog.locator('form[data-ready]')).toHaveCount(1);
    await look(opener);
    if (copy === 'longest') {
      // Shows the error of every field.
      await dialog.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
      await look(`${opener}, with mistakes`);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  if (width < WITHOUT_MENU) {
    await page.locator('header summary').click();
    await look('the menu');
  }
  return faults;
}

for (const [copy, words] of [
  ['own', 'the words of content/'],
  ['longest', 'the longest texts that the schemas allow'],
] as const)
  for (const [width, height, finger] of [
    [320, 640, true],
    [390, 844, true],
    [820, 1180, true],
    [1440, 900, false],
  ] as const)
    test.describe(`at ${width} px`, () => {
      test.use({ viewport: { width, height }, hasTouch: finger });

      test(`${words} fit the layout`, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.addInitScript(() => sessionStorage.setItem('splash-seen', ''));
        expect(await faultsOf(page, copy, width)).toEqual([]);
      });
    });
