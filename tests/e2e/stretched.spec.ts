import { join } from 'node:path';
import getPort from 'get-port';
import { serveSite } from '../../tools/local/site-server.ts';
import { PAGE_SIZE } from '../../src/build/publication-list.ts';
import { astro, copyProject } from '../setup/project-copy.ts';
import { writePublications } from '../setup/publications.ts';
import { stretchCopy } from '../setup/stretched-copy.ts';
import { expect, findInaccessible, PAGES, running, test } from './fixtures.ts';
import { findFaults } from './look.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

/** A page in the middle of the list, which has every pagination link. */
const LIST = '/research/page/5';
const PUBLICATION = 'content/research/publications/automation.mdx';

/** More than the height of the header in one line, in CSS pixels. */
const ONE_LINE = 100;

const ALL = [...PAGES, '/research/automation', LIST];

// Each builds a site of its own.
for (const [extreme, widths] of [
  ['longest', [320, 390, 820, 1160, 1366, 1440]],
  ['shortest', [320, 390, 1440]],
] as const)
  test(
    `with the ${extreme} copy that the schemas allow, all text is complete and in place, at ${widths.join(', ')} px`,
    EXHAUSTIVE,
    async ({ page, hosts }) => {
      test.slow();
      const copy = copyProject();
      copy.edit(PUBLICATION, /^authors:/m, 'published: 2026-05-31\nauthors:');
      copy.edit(PUBLICATION, /---\s*$/, '---\n\nA text.\n');
      writePublications(copy.folder, 7 * PAGE_SIZE);
      stretchCopy(copy.folder, extreme);
      const { code, output } = await astro(copy, ['build'], {
        SITE_OUT_DIR: 'site',
        // Copy this long exceeds the page budgets.
        SITE_BUDGETS: 'off',
        PUBLIC_SUPABASE_URL: running.apiUrl,
        PUBLIC_SUPABASE_KEY: running.publishableKey,
        PUBLIC_REHEARSAL_URL: running.rehearsalUrl,
      });
      expect(code, output).toBe(0);
      const port = await getPort();
      const server = await serveSite(join(copy.folder, 'site'), port);
      const siteUrl = `http://localhost:${port}`;
      hosts.push(`localhost:${port}`);
      try {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        const faults: string[] = [];
        const look = async (what: string) => faults.push(...(await findFaults(page, what)));
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          for (const path of ALL) {
            await page.goto(siteUrl + path);
            await page.evaluate(() => document.fonts.ready);
            await look(`${width} px, ${path}`);
            const bar = await page.locator('header .bar').boundingBox();
            if (width >= 390 && (bar?.height ?? 0) > ONE_LINE) faults.push(`${width} px, ${path}: the header wraps`);
            if (path === LIST) faults.push(...(await findInaccessible(page)));
          }
          for (const opener of ['header [data-opens=consultation]', 'footer [data-opens]', '[data-call-button]']) {
            await page.locator(`${opener}:visible`).first().click();
            const dialog = page.locator('dialog[open]');
            await expect(dialog.locator('form[data-ready]')).toHaveCount(1);
            await dialog.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
            await look(`${width} px, ${opener}`);
            await page.keyboard.press('Escape');
            await expect(dialog).toHaveCount(0);
          }
        }
        expect(faults).toEqual([]);
      } finally {
        server.close();
        copy.remove();
      }
    },
  );
