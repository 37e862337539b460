import { expect, PAGES, running, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test.describe('/resources', () => {
  const card = (page: import('playwright/test').Page, title: string) =>
    page.locator('main li').filter({ has: page.getByRole('heading', { name: title }) });

  test('available items are printed in both inks, upcoming ones are outlines', EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/resources`);
    const fills = (title: string) =>
      card(page, title)
        .locator('.cover path')
        .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill !== 'none'));
    expect(await fills('AI Portfolio Builder')).toEqual([true, true]);
    expect(await fills('Case Studies')).toEqual([false, false]);
  });

  test('a click on the cover of an available item leads to it', EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/resources`);
    await card(page, 'Research & Insights').locator('.cover').click();
    await expect(page).toHaveURL(`${running.siteUrl}/research`);
  });

  test('Need Custom Resources leads to the contact section', EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/resources`);
    await expect(page.getByRole('heading', { name: 'Need Custom Resources' })).toBeVisible();
    await page.locator('main').getByRole('link', { name: 'Contact Us', exact: true }).click();
    await expect(page).toHaveURL(`${running.siteUrl}/#contact`);
  });
});

test.describe('/research', () => {
  test('Contact Research Team leads to the contact section', EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/research`);
    await page.getByRole('link', { name: 'Contact Research Team' }).click();
    await expect(page).toHaveURL(`${running.siteUrl}/#contact`);
  });
});

test.describe('the accessibility statement', () => {
  test('can be reached from the footer of every page', EXHAUSTIVE, async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(running.siteUrl + path);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' })).toHaveAttribute(
        'href',
        '/accessibility',
      );
    }
  });
});

test.describe('legal texts', () => {
  test(
    'the table of contents marks the current section, and the numbers hang in the margin',
    EXHAUSTIVE,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${running.siteUrl}/privacy-policy`);
      const current = page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]');
      const headings = page.locator('.prose h2');
      await expect(current).toHaveCount(0);
      for (const index of [4, 7, 1]) {
        await headings.nth(index).evaluate((heading) => heading.scrollIntoView());
        await expect(current).toHaveText((await headings.nth(index).textContent()) ?? '');
      }
      const number = await headings.first().evaluate((heading) => getComputedStyle(heading, '::before').left);
      expect(parseFloat(number)).toBeLessThan(0);
    },
  );

  test('a line has about 65 characters', EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/privacy-policy`);
    const counts = await page.locator('.prose > p').evaluateAll((paragraphs) =>
      paragraphs.flatMap((paragraph) => {
        const lines = new Map<number, number>();
        const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (walker.nextNode())
          for (let index = 0; index < (walker.currentNode.textContent ?? '').length; index++) {
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + 1);
            const line = Math.round(range.getBoundingClientRect().bottom / 9);
            lines.set(line, (lines.get(line) ?? 0) + 1);
          }
        // The last line may be shorter.
        return [...lines.values()].slice(0, -1);
      }),
    );
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean).toBeGreaterThan(58);
    expect(mean).toBeLessThan(70);
  });
});
