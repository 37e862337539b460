import type { Page } from 'playwright/test';
import { companySlug } from '../../src/schemas/site.ts';
import { dialog, expect, PAGES, running, site, test } from './fixtures.ts';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';

test.use({ motion: true });

/** Spec section 2: every anchor of the home page. */
const ANCHORS = [
  companySlug(site.name),
  'what-we-do',
  'what-we-deliver',
  'who-we-help',
  'how-it-works',
  'programs',
  'internships',
  'why-choose',
  'contact',
];

test('every anchor of the spec leads to its section, 80 px below the top edge', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const anchor of ANCHORS) {
    await page.goto(`${running.siteUrl}/#${anchor}`);
    const section = page.locator(`section#${anchor}`);
    await expect(section.getByRole('heading', { level: 2 })).toBeInViewport();
    await expect
      .poll(() => section.evaluate((element) => Math.round(element.getBoundingClientRect().top)), anchor)
      .toBe(80);
  }
  await expect(page.locator(`section#${ANCHORS[0] ?? ''}`)).toContainText(site.name);
});

test('each arch of the timeline spans its months', EXHAUSTIVE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(running.siteUrl);
  const months = await page
    .locator('#programs .scale span')
    .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().left));
  const month = (months[1] ?? 0) - (months[0] ?? 0);
  const arches = await page.locator('#programs svg path').evaluateAll((paths) =>
    paths.map((path) => {
      const { left, width } = path.getBoundingClientRect();
      return { left, width };
    }),
  );
  // The month in which each arch begins, and its length in months; the last arch continues beyond the drawing.
  expect(
    arches.map(({ left, width }) => [1 + (left - (months[0] ?? 0)) / month, width / month].map(Math.round)),
  ).toEqual([
    [1, 1],
    [2, 3],
    [4, 3],
    [6, 4],
  ]);
});

test('one testimonial, or three, leave no hole beside them', EXHAUSTIVE, async ({ page }) => {
  await page.goto(running.siteUrl);
  const quotes = page.locator('#proof .quotes');
  for (const count of [1, 3]) {
    await quotes.evaluate((list, wanted) => {
      const [first] = list.children;
      list.replaceChildren(...Array.from({ length: wanted }, () => first?.cloneNode(true) as Node));
    }, count);
    const [list, last] = await Promise.all([quotes.boundingBox(), quotes.locator('li').last().boundingBox()]);
    expect(last?.x, String(count)).toBeCloseTo(list?.x ?? 0, 0);
    expect(last?.width, String(count)).toBeCloseTo(list?.width ?? 0, 0);
  }
});

test(
  'a headline figure counts up once as it comes into view, and never changes its text',
  EXHAUSTIVE,
  async ({ page }) => {
    await page.goto(running.siteUrl);
    const figure = page.locator('#proof [data-figure]').first();
    await expect(figure).toHaveText('500+');
    const counted = figure.evaluate(
      (element) =>
        new Promise<string[]>((resolve) => {
          const texts: string[] = [];
          element.addEventListener('animationstart', () => texts.push(element.textContent));
          element.addEventListener('animationend', () => resolve([...texts, element.textContent]));
        }),
    );
    // Scrolls like a visitor, who reaches the figure at the lower edge: in the upper half, it would count as seen.
    await figure.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
    expect(await counted).toEqual(['500+', '500+']);
    await expect(figure).not.toHaveAttribute('data-counting');
    // The counter that is drawn over the text is not announced.
    await expect(figure).toMatchAriaSnapshot('- definition: 500+');
  },
);

test('a headline figure does not move with reduced motion', EXHAUSTIVE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(running.siteUrl);
  const figure = page.locator('#proof [data-figure]').first();
  await figure.scrollIntoViewIfNeeded();
  await expect(figure).toBeInViewport();
  expect(await figure.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0);
});

test('the largest text of the hero is painted from the first frame on', async ({ page }) => {
  await page.goto(`${running.siteUrl}/flow`);
  await page.evaluate(() => sessionStorage.setItem('splash-seen', ''));
  await page.goto(running.siteUrl);
  const largest = await page.evaluate(
    () =>
      new Promise<{ element: string; afterFirst: number }>((resolve) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntries().at(-1) as PerformanceEntry & { element?: Element };
          const [first] = performance.getEntriesByName('first-contentful-paint');
          resolve({ element: entry.element?.tagName ?? '', afterFirst: entry.startTime - (first?.startTime ?? 0) });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  expect(largest).toEqual({ element: 'H1', afterFirst: 0 });
});

test(
  'the first frame has the first view only, unless a visitor returns or goes to a place in the page',
  EXHAUSTIVE,
  async ({ page }) => {
    // Holds back the load event, which shows everything, until the first frame.
    await page.route('**/*.woff2', async (route) => {
      await page.waitForFunction(() => 'atFirst' in window);
      await route.continue();
    });
    await page.addInitScript(() =>
      requestAnimationFrame(() => {
        const isPart = 'firstView' in document.documentElement.dataset;
        const sections = [...document.querySelectorAll('main > *, .site-footer')];
        const shown = sections.filter((section) => section.checkVisibility()).length;
        Object.assign(window, { atFirst: { isPart, shown } });
      }),
    );
    const atFirst = async () => {
      const handle = await page.waitForFunction(
        () => (window as unknown as { atFirst?: { isPart: boolean; shown: number } }).atFirst,
      );
      return handle.jsonValue();
    };
    await page.goto(running.siteUrl);
    const { isPart, shown } = (await atFirst()) ?? {};
    expect(isPart).toBe(true);
    expect(shown).toBeLessThanOrEqual(3);
    for (const section of await page.locator('main > *, .site-footer').all()) await expect(section).toBeVisible();
    await page.reload();
    expect(await atFirst()).toMatchObject({ isPart: false });
    for (const place of ['#contact', '#:~:text=rights%20reserved']) {
      await page.goto('about:blank');
      await page.goto(`${running.siteUrl}/${place}`);
      expect(await atFirst(), place).toMatchObject({ isPart: false });
    }
  },
);

/** Clicks on a card's title. */
async function clickCard(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { name: title });
  await heading.click();
}

test.describe('calls to action', () => {
  for (const [where, name] of [
    ['.hero', 'Get Free Project Consultation'],
    ['#contact', 'Book a Strategic Call'],
    ['#assistant', 'Talk to a Person'],
  ] as const)
    // consultation.spec.ts presses all of them.
    test(`${name} opens the consultation`, EXHAUSTIVE, async ({ page }) => {
      await page.goto(running.siteUrl);
      await page.locator(where).getByRole('button', { name }).click();
      await expect(dialog(page)).toBeVisible();
    });

  for (const title of ['For Businesses', 'For Universities'])
    test(`the card ${title} opens the consultation, wherever it is clicked`, EXHAUSTIVE, async ({ page }) => {
      await page.goto(running.siteUrl);
      await clickCard(page, title);
      await expect(dialog(page)).toBeVisible();
    });

  test('selecting the text of a card does not count as a click on it', EXHAUSTIVE, async ({ page }) => {
    // Nothing may move while the text is measured.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(running.siteUrl);
    const point = page.locator('#who-we-help .points li').first();
    await point.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await point.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + 40, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 20, y + height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString().length)).toBeGreaterThan(5);
    await expect(dialog(page)).toBeHidden();
  });

  test('the card For Students scrolls smoothly to the internships', EXHAUSTIVE, async ({ page }) => {
    await page.goto(running.siteUrl);
    const positions = await page.evaluateHandle(() => {
      const seen = new Set<number>();
      addEventListener('scroll', () => seen.add(scrollY));
      return seen;
    });
    const heading = page.getByRole('heading', { name: 'For Students' });
    await heading.scrollIntoViewIfNeeded();
    const before = await positions.evaluate((seen) => seen.size);
    await clickCard(page, 'For Students');
    await expect(page).toHaveURL(`${running.siteUrl}/#internships`);
    await expect
      .poll(() => page.locator('#internships').evaluate((section) => Math.round(section.getBoundingClientRect().top)))
      .toBe(80);
    expect((await positions.evaluate((seen) => seen.size)) - before).toBeGreaterThan(4);
  });

  for (const [where, name, path] of [
    ['#how-it-works', 'Get Free Project Consultation', '/flow'],
    ['#what-we-do', 'See Example Projects', '/flow'],
    ['#ai-saas', 'Explore AI Portfolio', '/ai-portfolio'],
    ['#internships', 'Start Your Application', '/internships/apply'],
  ] as const)
    test(`${name} in ${where} leads to ${path}`, EXHAUSTIVE, async ({ page }) => {
      await page.goto(running.siteUrl);
      await page.locator(where).getByRole('link', { name }).click();
      await expect(page).toHaveURL(running.siteUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });

  test('Back to Internships leads back', EXHAUSTIVE, async ({ page }) => {
    await page.goto(`${running.siteUrl}/internships/apply`);
    await page.getByRole('link', { name: 'Back to Internships' }).click();
    await expect(page).toHaveURL(`${running.siteUrl}/#internships`);
  });
});

test('every page has its title, its heading and a first paragraph', EXHAUSTIVE, async ({ page }) => {
  for (const [path, heading] of [
    ['/flow', 'Our Partnership Journey'],
    ['/ai-portfolio', 'AI Portfolio'],
    ['/internships/apply', 'Internship Application'],
    ['/resources', 'Resource Hub'],
    ['/research', 'Research & Insights'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-of-service', 'Terms of Service'],
    ['/accessibility', 'Accessibility'],
  ] as const) {
    await page.goto(running.siteUrl + path);
    await expect(page).toHaveTitle(`${heading} – ${site.name}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('main p').first()).toBeVisible();
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [390, 1440])
    test(
      `at ${width} px every page is readable, and every call to action leads somewhere useful`,
      gateIf(width === 390),
      async ({ page }) => {
        await page.setViewportSize({ width, height: 844 });
        for (const path of PAGES) {
          await page.goto(running.siteUrl + path);
          const headings = page.locator('main').getByRole('heading');
          await expect(headings.first()).toBeVisible();
          await expect(headings.and(page.locator(':not(:visible)'))).toHaveCount(0);
          // A button does nothing without JavaScript.
          await expect(page.locator('button:visible:enabled')).toHaveCount(0);
          await expect(page.locator('dialog:visible')).toHaveCount(0);
          const useful = '[href^="mailto:"], [href^="https:"], [href^="/"], [href^="#"]';
          await expect(page.locator(`a.button:visible:not(${useful})`)).toHaveCount(0);
        }
        await page.goto(running.siteUrl);
        for (const name of [
          'Get Free Project Consultation',
          'Book a Strategic Call',
          'Schedule a Demo',
          width < 1152 ? site.callToAction.narrow : site.callToAction.wide,
        ])
          await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute(
            'href',
            `mailto:${site.email}`,
          );
      },
    );
});
