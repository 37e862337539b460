import { rmSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { chromium, type Page } from 'playwright';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { startCodeHost, type TestCodeHost } from '../../tests/setup/code-host.ts';
import { editor } from '../../tests/setup/editor.ts';
import { launchOptions } from '../../tests/setup/find-browser.ts';
import { temporaryFolder } from '../../tests/setup/stack.ts';
import { buildSite } from '../local/build-site.ts';
import { serveSite } from '../local/site-server.ts';

const panel = (page: Page) => editor(page).locator('#panel');
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });

/** The steps of editing at /edit that docs/editing.md shows. Each continues from the one before. */
const STEPS: readonly (readonly [name: string, bringAbout: (page: Page, codeHost: TestCodeHost) => Promise<void>])[] = [
  [
    'edit-anywhere-form',
    async (page, codeHost) => {
      await page.getByLabel('Token', { exact: true }).fill(codeHost.person().token);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await editor(page).getByRole('searchbox').fill('built with university talent');
      await editor(page)
        .getByRole('region', { name: 'All content' })
        .getByRole('button', { name: /^Custom software and automation/ })
        .click();
      await panel(page)
        .getByRole('textbox', { name: 'Heading' })
        .fill('Software: planned with you, built with university talent');
    },
  ],
  [
    'edit-anywhere-propose',
    async (page, codeHost) => {
      await button(page, 'Save').click();
      await panel(page)
        .getByText(/^Saved/)
        .waitFor();
      await editor(page)
        .getByRole('navigation')
        .getByRole('button', { name: /^Propos/ })
        .click();
      await button(page, 'Propose these changes').click();
      await button(page, 'Mark as ready for review').waitFor();
      const [branch = ''] = codeHost.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/words/').split('\n');
      const head = codeHost.head(branch);
      codeHost.reportStatus(head, { context: 'Build', state: 'success', description: 'The site can be built.' });
      codeHost.reportDeployment(head, {
        environment: 'Preview',
        state: 'success',
        environment_url: 'https://preview.example.com',
      });
      await panel(page)
        .getByRole('link', { name: /^Open the preview/ })
        .waitFor();
      await page.mouse.move(0, 0);
    },
  ],
];

/**
 * Pictures of the editor at /edit in use, as PNG, by name.
 *
 * @param size of the window, in CSS pixels
 */
export async function takeEditAnywhere(size: { width: number; height: number }): Promise<ReadonlyMap<string, Buffer>> {
  const folder = temporaryFolder();
  const codeHost = await startCodeHost({ project: projectFolder });
  await buildSite(join(folder, 'site'), { PUBLIC_CODE_HOST: codeHost.url });
  const port = await getPort();
  const server = await serveSite(join(folder, 'site'), port);
  const browser = await chromium.launch(launchOptions());
  const pictures = new Map<string, Buffer>();
  try {
    const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce', locale: 'en-US' });
    await page.goto(`http://localhost:${port}/edit`);
    for (const [name, bringAbout] of STEPS) {
      await bringAbout(page, codeHost);
      pictures.set(name, await page.screenshot());
    }
  } finally {
    await browser.close();
    server.close();
    await codeHost.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return pictures;
}
