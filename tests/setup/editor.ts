import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright';
import type { EditSite } from './edit-site.ts';

/** The editor's element. */
export const editor = (page: Page): Locator => page.locator('site-editor');

/** Opens a task from the bar, or from its menu on a narrow screen. Waits if the page is reloading. */
export async function openTask(page: Page, name: string | RegExp): Promise<void> {
  const menu = editor(page).getByRole('button', { name: /^Menu/ });
  const task = editor(page).getByRole('button', { name });
  await menu.or(task).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await task.click();
}

/**
 * Opens the redirect file, which leads to the home page with editing on.
 *
 * @param isFirst whether nobody has edited in this browser before: then there is an introduction
 */
export async function openEditor(page: Page, site: EditSite, isFirst = false): Promise<void> {
  if (!isFirst)
    await page.addInitScript(() => {
      // The redirect file has no storage.
      if (location.protocol !== 'file:') localStorage.setItem('site-editing/introduced', 'true');
    });
  await page.goto(pathToFileURL(site.redirectFile).href);
  await editor(page).getByRole('button', { name: 'Edit', exact: true }).waitFor();
}
