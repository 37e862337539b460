import type { Page, Request } from 'playwright/test';
import { VAPI } from '../setup/e2e.ts';
import { call, captions, expectLive, expectNothingLeft, expectState, openSite, press, words } from './call.ts';
import { expect, FAILED_RESOURCE, running, test, toast } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const PROVIDER = 'https://api.vapi.ai';
const BUNDLE = 'https://c.daily.co/call-machine/versioned/0.87.0/static/call-machine-object-bundle.js';
const ROOMS = 'https://rehearsal.daily.co';
const REPORTS = 'https://o77906.ingest.sentry.io';

/** Fulfills requests to Vapi and Daily with the rehearsal's server. Returns the page's requests to other hosts. */
async function answerForProvider(page: Page, scenario = 'live'): Promise<Request[]> {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('http://localhost')) asked.push(request);
  });
  await page.route(`${PROVIDER}/call/web`, async (route) => {
    const response = await route.fetch({ url: `${running.rehearsalUrl}/${scenario}/call/web` });
    const body = (await response.text()).replace(running.rehearsalUrl, ROOMS);
    await route.fulfill({ response, body });
  });
  await page.route(BUNDLE, async (route) => {
    await route.fulfill({
      response: await route.fetch({ url: `${running.rehearsalUrl}/${scenario}/call-machine.js` }),
    });
  });
  await page.route(`${ROOMS}/**`, async (route) => {
    const url = route.request().url().replace(ROOMS, running.rehearsalUrl);
    // This stream lasts as long as the call, so it can't be forwarded in one piece.
    if (url.endsWith('/signals')) return;
    const response = await route.fetch({ url });
    await route.fulfill({ response, body: await response.body() });
  });
  await page.route(`${REPORTS}/**`, (route) => route.fulfill({ json: {} }));
  return asked;
}

test.beforeEach(({ hosts }) => {
  hosts.push(...[PROVIDER, BUNDLE, ROOMS, REPORTS].map((url) => new URL(url).host));
});

// Requests of the SDK may be in flight when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test(
  'with keys, a call contacts Vapi and the call machine of Daily, and nothing else',
  EXHAUSTIVE,
  async ({ page }) => {
    const asked = await answerForProvider(page);
    await openSite(page, '/', running.hostedVoiceUrl);
    await call(page);
    await expectLive(page);
    await expect(page.locator('.call-panel')).not.toContainText('Rehearsal');

    const urls = [...new Set(asked.map((request) => `${request.method()} ${request.url()}`))];
    const others = urls.filter((url) => !url.includes(ROOMS) && !url.startsWith('OPTIONS'));
    const lead = `POST ${running.apiUrl}/rest/v1/voice_leads`;
    expect(others.filter((url) => !url.startsWith(lead))).toEqual([`POST ${PROVIDER}/call/web`, `GET ${BUNDLE}`]);
    const request = asked.find((one) => one.method() === 'POST' && one.url() === `${PROVIDER}/call/web`);
    expect(request?.headers()['authorization']).toBe(`Bearer ${VAPI.PUBLIC_VAPI_KEY}`);
    expect(request?.postDataJSON()).toMatchObject({ assistantId: VAPI.PUBLIC_VAPI_ASSISTANT_ID });

    await press(page, 'ended');
    await expectNothingLeft(page);
  },
);

test('the query that rehearses failures has no effect on a connected site', EXHAUSTIVE, async ({ page }) => {
  await answerForProvider(page);
  await openSite(page, '/?rehearse=no-microphone', running.hostedVoiceUrl);
  await call(page);
  await expectLive(page);
  await expect(captions(page)).toContainText('Hello');
  await press(page, 'ended');
  await expectNothingLeft(page);
});

test(
  'a missing call machine is requested three times; the error report names nobody',
  EXHAUSTIVE,
  async ({ page, expectedErrors }) => {
    expectedErrors.push(FAILED_RESOURCE);
    await page.clock.install();
    const asked = await answerForProvider(page, 'bundle-missing');
    await openSite(page, '/', running.hostedVoiceUrl);
    await call(page);
    const tries = () => asked.filter((request) => request.url() === BUNDLE).length;
    for (const expected of [1, 2, 3]) {
      await expect.poll(tries).toBe(expected);
      await page.clock.fastForward(3000);
    }
    await expect(toast(page, words.failure.notStarted)).toContainText(words.failure.kinds['provider-unreachable']);
    await expectState(page, 'idle');
    await expectNothingLeft(page);
    expect(tries()).toBe(3);
    const report = () => asked.find((request) => request.url().startsWith(REPORTS));
    await expect.poll(report).toBeTruthy();
    expect(report()?.postData()).not.toMatch(/Ada|ada@example/);
  },
);

test('a lost connection, as Daily reports it, ends the call and says so', EXHAUSTIVE, async ({ page }) => {
  const asked = await answerForProvider(page, 'connection-error');
  await openSite(page, '/', running.hostedVoiceUrl);
  await call(page);
  await expect(toast(page, words.failure.cutOff)).toContainText(words.failure.kinds['network-lost']);
  await expectState(page, 'ended');
  await expectNothingLeft(page);
  await expect.poll(() => asked.some((request) => request.url().startsWith(REPORTS))).toBe(true);
});
