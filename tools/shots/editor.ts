import { chromium, type Page } from 'playwright';
import { editor, openEditor, openTask } from '../../tests/setup/editor.ts';
import { startEditSite } from '../../tests/setup/edit-site.ts';
import { launchOptions } from '../../tests/setup/find-browser.ts';

const heading = (page: Page) => editor(page).getByRole('textbox', { name: 'Heading' });
const save = (page: Page) => editor(page).getByRole('button', { name: 'Save', exact: true }).click();

/** The steps of in-page editing that docs/editing.md shows. Each continues from the one before. */
const STEPS: readonly (readonly [name: string, bringAbout: (page: Page) => Promise<void>])[] = [
  [
    'edit-form',
    async (page) => {
      await page.getByRole('heading', { level: 1 }).click();
      await heading(page).fill('Software: planned with you, built with university talent');
    },
  ],
  [
    'edit-mistake',
    async (page) => {
      await heading(page).fill(
        'Software that is planned with you from the first talk on, and built with university talent',
      );
      await save(page);
      await editor(page)
        .getByRole('heading', { name: /^Not saved:/ })
        .waitFor();
    },
  ],
  [
    'edit-content',
    async (page) => {
      await heading(page).fill('Software: planned with you, built with university talent');
      await save(page);
      await page.getByRole('heading', { level: 1, name: /^Software:/ }).waitFor();
      await editor(page).getByText('Saved.').first().waitFor();
      await openTask(page, /^All content/);
      await editor(page).getByRole('searchbox').fill('thank you');
      await editor(page)
        .getByRole('status')
        .getByText(/^Found/)
        .waitFor();
    },
  ],
  [
    'edit-propose',
    async (page) => {
      await openTask(page, /^Propose/);
      await editor(page).getByText('1 difference', { exact: true }).waitFor();
    },
  ],
];

/**
 * Pictures of the editor in use, as PNG, by name.
 *
 * @param size of the window, in CSS pixels
 */
export async function takeEditor(size: { width: number; height: number }): Promise<ReadonlyMap<string, Buffer>> {
  const site = await startEditSite();
  const browser = await chromium.launch(launchOptions());
  const pictures = new Map<string, Buffer>();
  try {
    const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce', locale: 'en-US' });
    await page.addInitScript(() => sessionStorage.setItem('splash-seen', ''));
    await openEditor(page, site);
    for (const [name, bringAbout] of STEPS) {
      await bringAbout(page);
      pictures.set(name, await page.screenshot());
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  return pictures;
}
