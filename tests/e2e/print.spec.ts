import type { Page } from 'playwright/test';
import { expect, PAGES, running, test } from './fixtures.ts';
import { findPale } from './look-contrast.ts';
import { findFaults } from './look.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

/** A4 less the browser's margins, in CSS pixels. */
const SHEET = { width: 718, height: 1046 };

/** On paper nothing is tapped, and the text has the size of print. */
const MATTERS_ON_PAPER = / (scrolls horizontally|is cut off|overflows the page|overlap|is a broken image)/;

/** What would cover every sheet, or can only be pressed, one line each. */
const findUnprintable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { position } = getComputedStyle(element);
      if (['fixed', 'sticky'].includes(position)) found.push(`is ${position}: ${element.outerHTML.slice(0, 80)}`);
      if (element.matches('button, summary, body > header, dialog'))
        found.push(`can't be pressed on paper: ${element.outerHTML.slice(0, 80)}`);
    }
    return found;
  });

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `on paper everything is dark on white, complete and in place, with a ${colorScheme} system`,
    EXHAUSTIVE,
    async ({ page }) => {
      await page.setViewportSize(SHEET);
      await page.emulateMedia({ media: 'print', colorScheme, reducedMotion: 'reduce' });
      const faults: string[] = [];
      for (const path of PAGES) {
        await page.goto(running.siteUrl + path);
        if (colorScheme === 'dark') {
          await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
        } else faults.push(...(await findFaults(page, path)).filter((fault) => MATTERS_ON_PAPER.test(fault)));
        for (const fault of [...(await findUnprintable(page)), ...(await findPale(page, '#ffffff'))])
          faults.push(`${path} ${fault}`);
      }
      expect(faults).toEqual([]);
    },
  );

test('a printed legal text has its pages, and no site navigation', EXHAUSTIVE, async ({ page }) => {
  await page.goto(`${running.siteUrl}/privacy-policy`);
  const navigation = await page
    .locator('header a, footer a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const inText = await page
    .locator('main a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  const printed = [...pdf.matchAll(/\/URI \(([^)]*)\)/g)].map(([, address]) => address ?? '');
  expect(printed).toContain(inText.find((address) => address.startsWith('mailto:')));
  expect(printed.filter((address) => navigation.includes(address) && !inText.includes(address))).toEqual([]);
});
