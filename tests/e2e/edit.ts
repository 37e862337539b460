import type { Locator, Page } from 'playwright/test';
import { editor, openEditor } from '../setup/editor.ts';
import { startEditSite, type EditSite } from '../setup/edit-site.ts';
import { expect as expectSoon, test as base } from './fixtures.ts';

/** Waits longer than for a built site: the server compiles pages anew, which takes long beside other tests. */
export const expect = expectSoon.configure({ timeout: 30_000 });

/** A test with its own site under `astro dev` and the editor. The content is reset before each test. */
export const test = base.extend<{ site: EditSite }, { ownSite: EditSite }>({
  ownSite: [
    async ({}, use) => {
      const site = await startEditSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ ownSite }, use) => {
    await ownSite.reset();
    await use(ownSite);
  },
  hosts: async ({ ownSite }, use) => {
    await use([new URL(ownSite.origin).host]);
  },
});

/** Opens the redirect file, as `npm run edit` does, and goes to a page of the site. */
export async function edit(page: Page, site: EditSite, path = '/'): Promise<void> {
  await openEditor(page, site);
  if (path !== '/') await page.goto(site.origin + path);
  await expect(editor(page).getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-editing', 'on');
}

/** A field of the open form. */
export const field = (page: Page, label: string | RegExp): Locator =>
  editor(page).getByRole('textbox', { name: label });

/** Saves the form and waits for the confirmation. */
export async function save(page: Page): Promise<void> {
  await editor(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    editor(page)
      .getByText(/^Saved/)
      .first(),
  ).toBeVisible();
}
