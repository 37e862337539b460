import type { Page } from 'playwright/test';
import { expect, running, site, test } from './fixtures.ts';

test.describe('the footer', () => {
  const footer = (page: Page) => page.getByRole('contentinfo');
  const list = (page: Page, title: string) =>
    footer(page)
      .locator('nav > div')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

  test('has four columns, whose titles lead to their sections, and two lists', async ({ page }) => {
    await page.goto(running.siteUrl);
    for (const [title, href] of [
      ['About', '/#what-we-deliver'],
      ['Programs', '/#programs'],
      ['Internships', '/#internships'],
      ['Contact', '/#contact'],
    ] as const)
      await expect(list(page, title).getByRole('heading').getByRole('link')).toHaveAttribute('href', href);
    for (const [label, href] of [
      ["See What We've Built", '/flow'],
      ['AI Portfolio', '/ai-portfolio'],
    ] as const)
      await expect(list(page, 'Quick Links').getByRole('link', { name: label })).toHaveAttribute('href', href);
    for (const [label, href] of [
      ['Research', '/research'],
      ['Portfolio', '/ai-portfolio'],
      ['Resource Hub', '/resources'],
    ] as const)
      await expect(list(page, 'Resources').getByRole('link', { name: label, exact: true })).toHaveAttribute(
        'href',
        href,
      );
  });

  test('marks Case Studies and Sample MoU Templates as coming soon, without a link', async ({ page }) => {
    await page.goto(running.siteUrl);
    for (const label of ['Case Studies', 'Sample MoU Templates']) {
      const entry = list(page, 'Resources').getByRole('link', { name: `${label} Coming Soon`, disabled: true });
      await expect(entry).toBeVisible();
      await expect(entry).not.toHaveAttribute('href');
      await entry.focus();
      await expect(entry).not.toBeFocused();
    }
  });

  test('has tagline, address, the year, the legal links and a link to each network', async ({ page }) => {
    await page.goto(running.siteUrl);
    await expect(footer(page)).toContainText(
      'Transforming vision into action at the intersection of strategy and technology.',
    );
    await expect(footer(page)).toContainText(`© ${new Date().getFullYear()} ${site.name}`);
    for (const [label, href] of [
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Service', '/terms-of-service'],
      ['Accessibility', '/accessibility'],
    ] as const)
      await expect(footer(page).getByRole('link', { name: label })).toHaveAttribute('href', href);
    for (const network of ['LinkedIn', 'Twitter', 'Facebook', 'Instagram']) {
      const link = footer(page).getByRole('link', { name: network });
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute('href', /^https:/);
    }
  });
});
