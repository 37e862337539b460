import {
  dialog,
  expect,
  expectAccessible,
  FAILED_RESOURCE,
  FAILURE,
  fill,
  labels,
  openDialog,
  PAGES,
  running,
  site,
  submitButton,
  test,
  toast,
} from './fixtures.ts';
import { figure } from '../setup/figure.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const WIDTHS = [320, 390, 820, 1440];

test('no React and no client of any service is downloaded before a visitor shows intent', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto(running.siteUrl, { waitUntil: 'networkidle' });
  await page.mouse.move(5, 400);
  const early = [...scripts];
  for (const script of early) {
    const code = await (await page.request.get(running.siteUrl + script)).text();
    expect(code, script).not.toMatch(/react|supabase|hydrateRoot/i);
  }
  await page.getByRole('button', { name: 'Get Free Project Consultation' }).hover();
  await expect.poll(() => scripts.some((script) => script.includes('ConsultationForm'))).toBe(true);
  expect(scripts.some((script) => script.includes('client.'))).toBe(true);
  // The Supabase client waits until the form is touched.
  await expect(page.locator('form[data-ready]')).toHaveCount(1);
  const afterHover = scripts.length;
  await page.getByRole('button', { name: 'Get Free Project Consultation' }).click();
  await dialog(page).locator('[name=name]').focus();
  await expect.poll(() => scripts.length).toBeGreaterThan(afterHover);
});

test.describe('with motion', () => {
  test.use({ motion: true });

  test('the hero fades in at steps of 100 ms, up to 500 ms', async ({ page }) => {
    await page.goto(running.siteUrl);
    const delays = await page
      .locator('.hero .enter')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).animationDelay));
    expect(delays).toEqual(['0.1s', '0.2s', '0.3s', '0.4s', '0.5s']);
  });
});

test('nothing moves if the visitor prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(running.siteUrl);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
});

test('an unknown address shows the 404 page and is logged', async ({ page, expectedErrors }) => {
  expectedErrors.push(FAILED_RESOURCE);
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('404: there is no page at /no/such-page'),
  );
  const response = await page.goto(`${running.siteUrl}/no/such-page`);
  // Worth a look, but not an error of this page.
  expect((await logged).type()).toBe('warning');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${running.siteUrl}/`);
});

test('in a tall window the footer is at the bottom', EXHAUSTIVE, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 2000 });
  await page.goto(`${running.siteUrl}/unsubscribe`);
  const { y, height } = (await page.getByRole('contentinfo').boundingBox()) ?? { y: 0, height: 0 };
  expect(Math.round(y + height)).toBe(2000);
});

test('every page has the same ways to reach the team, in the same order', EXHAUSTIVE, async ({ page }) => {
  // WCAG 2.2, 3.2.6. Any further ways are in the page's main part.
  const ways: string[][] = [];
  for (const path of PAGES) {
    await page.goto(running.siteUrl + path);
    ways.push(
      await page
        .locator(':is(header, body > footer, aside) :is([data-opens], [href^="mailto:"], [href^="tel:"])')
        .evaluateAll((elements) =>
          elements.map((element) => element.getAttribute('data-opens') ?? element.getAttribute('href') ?? ''),
        ),
    );
  }
  const [first = []] = ways;
  expect(first).toEqual(expect.arrayContaining(['consultation', 'demo-booking', `mailto:${site.email}`, 'voice-call']));
  for (const [index, others] of ways.entries()) expect(others, PAGES[index]).toEqual(first);
});

test('the year is that of the visitor’s clock', async ({ page }) => {
  await page.clock.setFixedTime('2041-05-05');
  await page.goto(running.siteUrl);
  await expect(page.locator('footer')).toContainText('© 2041');
});

for (const width of WIDTHS) {
  test(`nothing overflows at ${width} px, and targets are large enough`, EXHAUSTIVE, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const path of PAGES) {
      await page.goto(running.siteUrl + path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      const small = await page
        .locator('button:visible, header a:visible, summary:visible, .button:visible')
        .evaluateAll((targets) =>
          targets
            .filter((target) => !target.matches('.visually-hidden') && target.getBoundingClientRect().height < 43.9)
            .map((target) => target.outerHTML.slice(0, 80)),
        );
      expect(small, path).toEqual([]);
      const broken = await page
        .locator('[data-range]:visible')
        .evaluateAll((ranges) => ranges.filter((range) => range.getClientRects().length > 1).length);
      expect(broken, path).toBe(0);
    }
    await page.goto(running.siteUrl);
    await page.getByRole('button', { name: 'Talk to AI Agent' }).click();
    const range = page.getByRole('dialog').locator('[data-range]');
    await expect(range).toBeVisible();
    expect(await range.evaluate((element) => element.getClientRects().length)).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(`find(${JSON.stringify(figure('internship-length'))})`)).toBe(true);
  });
}

test('on a phone the call button is an icon while the visitor reads on or types', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${running.siteUrl}/internships/apply`);
  const button = page.locator('[data-call-button]');
  const isFull = (full: boolean) =>
    expect
      .poll(async () => 390 - ((await button.boundingBox())?.x ?? 390) > 100, { message: full ? 'full' : 'icon' })
      .toBe(full);
  await isFull(true);
  await page.mouse.wheel(0, 300);
  await isFull(false);
  await expect(button).toHaveAccessibleName('Talk to AI Agent');
  await page.mouse.wheel(0, -100);
  await isFull(true);
  const field = page.locator('#internship-name');
  await field.focus();
  await page.mouse.wheel(0, -50);
  await isFull(false);
  await field.blur();
  await page.mouse.wheel(0, -50);
  await isFull(true);
});

test('the mailbox is styled, violates no policy, and axe finds nothing', EXHAUSTIVE, async ({ page, email }) => {
  await openDialog(page);
  await fill(page, { name: 'Ada', email, message: 'x'.repeat(500) });
  await submitButton(page).click();
  await expect(toast(page, 'Request Received!')).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(running.mailboxUrl);
    await expect(page.getByRole('link', { name: 'Mailbox' })).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('960px');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  }
  await expect(async () => {
    await page.goto(running.mailboxUrl);
    await page
      .getByRole('link', { name: /New request from Ada/ })
      .first()
      .click({ timeout: 1000 });
  }).toPass();
  await expect(page.locator('article pre')).toContainText('Name: Ada');
  await expect(page.frameLocator('iframe').getByRole('heading')).toContainText('New request from Ada');
});

for (const width of [390, 1440]) {
  test(
    `axe finds nothing with the dialog open, in error, and with each toast, at ${width} px`,
    EXHAUSTIVE,
    async ({ page, email, expectedErrors }) => {
      expectedErrors.push(FAILURE, FAILED_RESOURCE);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 640 });
      await openDialog(page);
      await expect(page.locator('form[data-ready]')).toHaveCount(1);
      await expectAccessible(page);
      await submitButton(page).click();
      await expect(dialog(page)).toContainText(labels.summary);
      await expectAccessible(page);
      await fill(page, { name: 'Ada', email });
      await page.route(`${running.apiUrl}/rest/**`, (route) => route.abort());
      // Sent from a field, which keeps the focus: nothing else would scroll to the notice.
      await dialog(page).locator('[name=name]').press('Enter');
      await expect(toast(page, 'Error')).toBeVisible();
      // The other way to reach the team is visible, not behind the buttons.
      const address = dialog(page).locator('.notice-error').getByRole('link', { name: site.email });
      const buttons = await dialog(page).locator('.buttons').boundingBox();
      await expect(address).toBeInViewport();
      expect((await address.boundingBox())?.y).toBeLessThan(buttons?.y ?? 0);
      await expectAccessible(page);
      await page.unroute(`${running.apiUrl}/rest/**`);
      await submitButton(page).click();
      await expect(toast(page, 'Request Received!')).toBeVisible();
      await expectAccessible(page);
    },
  );
}
