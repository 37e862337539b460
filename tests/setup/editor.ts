import type { Locator, Page } from 'playwright';

/** What belongs to the editor, and not to the page. */
export const editor = (page: Page): Locator => page.locator('site-editor');

/** Opens what the bar leads to, from its menu where that is folded. A page that comes anew meanwhile is waited for. */
export async function openTask(page: Page, name: string | RegExp): Promise<void> {
  const menu = editor(page).getByRole('button', { name: /^Menu/ });
  const task = editor(page).getByRole('button', { name });
  await menu.or(task).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await task.click();
}
