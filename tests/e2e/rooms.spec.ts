import { headersOf } from '../../src/build/headers.ts';
import { noteViolations, serveForeign, stoppedBy } from './attack.ts';
import { featuresOf } from './features.ts';
import { expect, running, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const DESK = `${running.siteUrl}/desk`;

test.describe('the desk', () => {
  test.beforeEach(({ page }) => noteViolations(page));

  test('is served with its own headers, may use no feature of the browser, and violates no policy', async ({
    page,
  }) => {
    const response = await page.goto(DESK, { waitUntil: 'networkidle' });
    const sent = (await response?.allHeaders()) ?? {};
    for (const [name, value] of Object.entries(headersOf('/desk'))) expect(sent[name.toLowerCase()], name).toBe(value);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const named = (headersOf('/desk')['Permissions-Policy'] ?? '').split(', ').map((entry) => entry.split('=')[0]);
    expect(named.length).toBeGreaterThan(30);
    const allowed = await featuresOf(page, 'allowedFeatures');
    expect(allowed.filter((feature) => named.includes(feature))).toEqual([]);
    expect(await stoppedBy(page)).toEqual([]);
    // The local server finds it there, too.
    expect((await page.request.get(`${DESK}.html/`)).headers()['cache-control']).toBe('no-store');
  });

  test('makes neither markup nor code of a text', EXHAUSTIVE, async ({ page, expectedErrors }) => {
    expectedErrors.push(/TrustedHTML/, /TrustedScript/, /TrustedTypePolicy/);
    await page.goto(DESK);
    const done = await page.evaluate(() => {
      const script = document.createElement('script');
      const text = '<img src="/x" onerror="document.documentElement.dataset.injected = 1">';
      const attempts: Record<string, () => unknown> = {
        innerHTML: () => (document.body.innerHTML = text),
        outerHTML: () => (document.body.outerHTML = text),
        insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', text),
        parseFromString: () => new DOMParser().parseFromString(text, 'text/html'),
        createContextualFragment: () => document.createRange().createContextualFragment(text),
        srcdoc: () => (document.createElement('iframe').srcdoc = text),
        text: () => (script.text = 'document.documentElement.dataset.injected = 1'),
        src: () => (script.src = '/own.js'),
        createPolicy: () =>
          (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes //
            .createPolicy('default', { createHTML: (html: string) => html }),
      };
      return Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          attempt();
          return [name];
        } catch {
          return [];
        }
      });
    });
    expect(done).toEqual([]);
    await expect(page.locator('html')).not.toHaveAttribute('data-injected');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test(
    'sends nothing to another server, and opens WebSockets to the backend only',
    EXHAUSTIVE,
    async ({ page, hosts, expectedErrors }) => {
      const foreign = await serveForeign();
      hosts.push(new URL(foreign.origin).host);
      await page.goto(DESK);
      const opened = (address: string) =>
        page.evaluate(
          (address) =>
            new Promise<string>((done) => {
              const socket = new WebSocket(address);
              socket.onopen = () => done('open');
              socket.onerror = () => done('closed');
            }),
          address.replace('http', 'ws'),
        );
      // It answers, but not at this address.
      expectedErrors.push(/WebSocket connection to/);
      await opened(running.apiUrl);
      expect(await stoppedBy(page)).toEqual([]);

      expectedErrors.push(/Content Security Policy/);
      await opened(foreign.origin);
      await opened(running.siteUrl.replace(/\d+$/, '1'));
      await page.evaluate(async (origin) => {
        await fetch(`${origin}/fetch`, { mode: 'no-cors' }).catch(() => {});
        navigator.sendBeacon(`${origin}/beacon`, 'x');
        await new Promise((done) => {
          const image = new Image();
          image.onerror = image.onload = done;
          image.src = `${origin}/image`;
        });
      }, foreign.origin);
      await expect
        .poll(() => stoppedBy(page))
        .toEqual(['connect-src', 'connect-src', 'connect-src', 'connect-src', 'img-src']);
      expect(foreign.asked).toEqual([]);
      foreign.close();
    },
  );

  test('without JavaScript says that it needs it', EXHAUSTIVE, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(DESK);
    await expect(page.getByRole('main')).toContainText('The desk needs JavaScript.');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk');
    await context.close();
  });
});
