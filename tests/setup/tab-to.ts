import { expect, type Locator, type Page } from 'playwright/test';

/** More than any page has to focus. */
const MOST = 120;

/** Presses Tab, or another key, until something has the focus. */
export async function tabTo(page: Page, what: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < MOST; presses++) {
    if (await what.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(what).toBeFocused();
}
