import { HEADERS, headersOf } from '../../src/build/headers.ts';
import { noteViolations, serveForeign, stoppedBy } from './attack.ts';
import { call, captions, expectLive, expectNothingLeft, microphones, openSite, press } from './call.ts';
import { expect, PAGES, running, test } from './fixtures.ts';
import { featuresOf } from './features.ts';
import { enter, FORMS } from './form-copy.ts';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';

test.beforeEach(({ page }) => noteViolations(page));

for (const path of PAGES)
  test(
    `${path} is served with the site's headers, and violates none of its policies`,
    gateIf(path === '/'),
    async ({ page }) => {
      const response = await page.goto(running.siteUrl + path, { waitUntil: 'networkidle' });
      const sent = (await response?.allHeaders()) ?? {};
      for (const [name, value] of Object.entries(headersOf(path))) expect(sent[name.toLowerCase()], name).toBe(value);
      expect(await stoppedBy(page)).toEqual([]);
    },
  );

test('the browser enforces the permissions policy: what a call needs is allowed, the rest is not', async ({ page }) => {
  await page.goto(running.siteUrl);
  const known = await featuresOf(page, 'features');
  const allowed = await featuresOf(page, 'allowedFeatures');
  const entries = HEADERS['Permissions-Policy'].split(', ').map((entry) => entry.split('=') as [string, string]);
  const inUse = entries.filter(([name]) => known.includes(name));
  expect(inUse.length).toBeGreaterThan(30);
  for (const [name, value] of inUse) expect(allowed.includes(name), name).toBe(value === '(self)');
  expect(allowed).toContain('microphone');
});

for (const form of FORMS)
  test(
    `${form.name} violates no policy: opened, filled in, sent, and with its toast`,
    EXHAUSTIVE,
    async ({ page, email }) => {
      await form.open(page);
      await enter(page, form.island, form.values(email));
      await form.submit(page).click();
      await form.received(page);
      expect(await stoppedBy(page)).toEqual([]);
    },
  );

test(
  'a call violates no policy: its dialog, the microphone, the voice, the panel and the end',
  EXHAUSTIVE,
  async ({ page }) => {
    await openSite(page, '/flow');
    await call(page);
    await expectLive(page);
    expect(await microphones(page)).toEqual({ live: 1, ever: 1 });
    await expect(captions(page)).toContainText('Hello');
    await expect
      .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0);
    await press(page, 'ended');
    await expectNothingLeft(page);
    expect(await stoppedBy(page)).toEqual([]);
  },
);

test(
  'other sites can show our social cards and icons, and load nothing else',
  EXHAUSTIVE,
  async ({ page, hosts, expectedErrors }) => {
    // What Chromium logs for a response it withholds from another origin.
    expectedErrors.push(/ERR_BLOCKED_BY_RESPONSE.NotSameOrigin/);
    await page.goto(running.siteUrl);
    const script = await page.locator('script[src^="/_astro/"]').first().getAttribute('src');
    const foreign = await serveForeign({ '/': '<p>Somebody else</p>' });
    hosts.push(new URL(foreign.origin).host);
    await page.goto(foreign.origin);
    const loads = (kind: 'img' | 'script', path: string) =>
      page.evaluate(
        ([kind, src]) =>
          new Promise<boolean>((done) => {
            const element = document.createElement(kind);
            element.onload = () => done(true);
            element.onerror = () => done(false);
            element.src = src;
            document.body.append(element);
          }),
        [kind, running.siteUrl + path] as const,
      );
    for (const path of ['/cards/index.png', '/favicon.svg', '/icons/icon-192.png'])
      expect(await loads('img', path), path).toBe(true);
    expect(await loads('script', script ?? '')).toBe(false);
    foreign.close();
  },
);
