import { expect, PAGES, running, site, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

test.describe('/ai-portfolio', () => {
  test('has the four features, and opens the portfolio in a new tab', async ({ page, hosts }) => {
    await page.goto(`${running.siteUrl}/ai-portfolio`);
    await expect(page.locator('main li > div > h2')).toHaveText([
      'Workflow Automation',
      'Predictive Analytics',
      'Data Integration',
      'Digital Brain Platform',
    ]);
    await expect(page.getByRole('heading', { name: 'View Our Portfolio' })).toBeVisible();
    const link = page.getByRole('link', { name: 'Access Portfolio (opens in a new tab)' });
    await expect(link).toHaveAttribute('href', site.portfolio ?? '');
    await expect(link).toHaveAttribute('rel', 'noopener');
    const address = new URL(site.portfolio ?? '');
    hosts.push(address.host);
    await page.context().route(`${address.origin}/**`, (route) => route.fulfill({ body: 'portfolio' }));
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await expect(tab).toHaveURL(address.href);
    await expect(page).toHaveURL(`${running.siteUrl}/ai-portfolio`);
  });
});

test.describe('/resources', () => {
  const card = (page: import('playwright/test').Page, title: string) =>
    page.locator('main li').filter({ has: page.getByRole('heading', { name: title }) });

  for (const [title, path] of [
    ['Research & Insights', '/research'],
    ['AI Portfolio Builder', '/ai-portfolio'],
  ] as const)
    test(`${title} is available: Explore Now leads to ${path}`, async ({ page }) => {
      await page.goto(`${running.siteUrl}/resources`);
      await expect(page.locator('main li')).toHaveCount(4);
      await expect(card(page, title)).not.toContainText('Coming Soon');
      await card(page, title).getByRole('link', { name: 'Explore Now' }).click();
      await expect(page).toHaveURL(running.siteUrl + path);
    });

  for (const title of ['Case Studies', 'Sample MoU Templates'])
    test(`${title} is Coming Soon, with a disabled button`, async ({ page }) => {
      await page.goto(`${running.siteUrl}/resources`);
      await expect(card(page, title)).toContainText('Coming Soon');
      await expect(card(page, title).getByRole('button', { name: 'Available Soon' })).toBeDisabled();
      await expect(card(page, title).getByRole('link')).toHaveCount(0);
    });

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
  test('has four focus areas and three publications that are Coming Soon', async ({ page }) => {
    await page.goto(`${running.siteUrl}/research`);
    await expect(page.locator('.area')).toHaveCount(4);
    for (const area of await page.locator('.area').all()) {
      await expect(area.getByRole('heading')).not.toBeEmpty();
      expect(await area.getByRole('listitem').count()).toBeGreaterThan(0);
    }
    const publications = page.locator('.publication');
    await expect(publications).toHaveCount(3);
    for (const [index, quarter] of ['Q2 2025', 'Q3 2025', 'Q4 2025'].entries()) {
      await expect(publications.nth(index)).toContainText(quarter);
      await expect(publications.nth(index)).toContainText('Coming Soon');
      await expect(publications.nth(index).getByRole('link')).toHaveCount(0);
    }
  });

  test('Contact Research Team leads to the contact section', EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/research`);
    await page.getByRole('link', { name: 'Contact Research Team' }).click();
    await expect(page).toHaveURL(`${running.siteUrl}/#contact`);
  });

  test('has a feed, which is empty until something is published', async ({ page }) => {
    await page.goto(`${running.siteUrl}/research`);
    const address = (await page.locator('link[type="application/rss+xml"]').getAttribute('href')) ?? '';
    const feed = await (await page.request.get(running.siteUrl + address)).text();
    expect(feed).toContain(`<title>Research &amp; Insights – ${site.name}</title>`);
    expect(feed).not.toContain('<item>');
  });
});

test.describe('the accessibility statement', () => {
  test('states the goal, what was not tested, the known gaps, and where to report a barrier', async ({ page }) => {
    await page.goto(`${running.siteUrl}/accessibility`);
    await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible();
    await expect(page.locator('article')).toContainText(/Last reviewed \d+ \w+ \d{4}/);
    const text = page.locator('.prose');
    for (const said of [
      'Web Content Accessibility Guidelines (WCAG) 2.2 at level AA',
      'not yet been tested with the screen readers NVDA, JAWS or VoiceOver, nor with people who use assistive technology',
      'The call with the AI assistant shows what is said as text; a program writes that text, and it can be wrong',
      'We answer within five business days',
    ])
      await expect(text).toContainText(said);
    await expect(text.getByRole('link', { name: site.email })).toHaveAttribute('href', `mailto:${site.email}`);
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    await expect(contents).toHaveText(await page.locator('.prose h2').allTextContents());
  });

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
  for (const [path, title, date, sections] of [
    ['/privacy-policy', 'Privacy Policy', 'Effective 1 January 2025', 11],
    ['/terms-of-service', 'Terms of Service', 'Last updated 1 January 2025', 15],
  ] as const)
    test(`${path} has its date, ${sections} sections, a table of contents, and says that counsel must review it`, async ({
      page,
    }) => {
      await page.goto(running.siteUrl + path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.locator('article')).toContainText(date);
      await expect(page.getByRole('note')).toContainText('counsel must review');
      const headings = page.locator('.prose h2');
      await expect(headings).toHaveCount(sections);
      const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
      await expect(contents).toHaveText(await headings.allTextContents());
      await contents.last().click();
      await expect(headings.last()).toBeInViewport();
      await page.emulateMedia({ media: 'print' });
      for (const part of ['header', 'footer', 'nav[aria-labelledby]'])
        await expect(page.locator(part).first()).toBeHidden();
      await expect(headings.first()).toBeVisible();
    });

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

  test('the terms contain the facts of the spec', async ({ page }) => {
    await page.goto(`${running.siteUrl}/terms-of-service`);
    const text = page.locator('.prose');
    for (const fact of [
      'software as a service',
      'connects universities with enterprises',
      'supports internships',
      'AI portfolio and project tools',
      'hosts programs and events',
      'Student accounts are for internship applications and educational programs',
      'University accounts are for partnership capabilities and talent pool management',
      'Enterprise accounts are for innovation projects and talent recruitment',
      'at least 30 days’ notice',
      'limited to the amount that you paid us in the 12 months before',
      'at least 18 years old',
    ])
      await expect(text).toContainText(fact);
  });
});
