import { chromium } from 'playwright/test';
import type { FailureKind } from '../../src/voice/call-events.ts';
import type { Scenario } from '../../tools/local/voice/scenarios.ts';
import { BROWSER_ARGUMENTS, launchOptions } from '../setup/find-browser.ts';
import {
  ask,
  call,
  callButton,
  controls,
  expectLive,
  expectNextCallWorks,
  expectNothingLeft,
  expectState,
  introduce,
  microphones,
  openSite,
  press,
  startButton,
  words,
} from './call.ts';
import { expect, FAILED_RESOURCE, holdRequests, running, test, toast } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const { notStarted, cutOff, kinds } = words.failure;

/** What fails before the call is live: back to idle, and a toast says what happened and what to do (spec section 4). */
const NOT_STARTED: [Scenario | FailureKind, FailureKind, { logs?: RegExp; after?: number }?][] = [
  ['no-microphone', 'no-microphone'],
  ['microphone-refused', 'microphone-refused'],
  ['microphone-blocked', 'microphone-blocked'],
  ['microphone-in-use', 'microphone-in-use'],
  ['microphone-failed', 'microphone-failed'],
  ['unsupported', 'unsupported'],
  ['provider-refused', 'provider-refused', { logs: FAILED_RESOURCE }],
  ['provider-unpaid', 'provider-refused', { logs: FAILED_RESOURCE }],
  ['provider-busy', 'provider-busy', { logs: FAILED_RESOURCE }],
  ['provider-fault', 'provider-fault', { logs: FAILED_RESOURCE }],
  ['provider-unreachable', 'provider-unreachable', { logs: FAILED_RESOURCE }],
  ['room-missing', 'provider-fault', { logs: /No room URL has been provided/ }],
  ['bundle-silent', 'provider-unreachable', { after: 20_000 }],
  ['bundle-broken', 'provider-unreachable', { after: 20_000, logs: /Rehearsed: broken/ }],
  ['never-live', 'provider-unreachable', { after: 20_000 }],
  ['ended-before-it-began', 'provider-ended'],
  ['join-refused', 'provider-fault'],
  ['join-fatal', 'provider-fault'],
  ['machine-permissions', 'microphone-refused'],
  ['machine-not-found', 'no-microphone'],
  ['machine-mic-in-use', 'microphone-in-use'],
  ['machine-cam-mic-in-use', 'microphone-in-use'],
  ['machine-undefined-mediadevices', 'unsupported'],
  ['machine-constraints', 'microphone-failed'],
  ['machine-unknown', 'microphone-failed'],
  ['sound-blocked', 'sound-blocked', { logs: /could not start assistant audio/ }],
];

for (const [scenario, kind, { logs, after } = {}] of NOT_STARTED)
  test(
    `${scenario}: back to idle, the visitor is told, the next call works`,
    EXHAUSTIVE,
    async ({ page, expectedErrors }) => {
      if (logs) expectedErrors.push(logs);
      if (after) await page.clock.install();
      await openSite(page, `/?rehearse=${scenario}`);
      const before = await page.evaluate(() => Date.now());
      // Advancing the clock for the call would also time out the storing of the lead.
      const stored = after ? page.waitForResponse(/\/rest\/v1\//) : undefined;
      await call(page);
      if (after) {
        await (await stored)?.finished();
        await expectState(page, 'requesting-permission');
        await expect.poll(() => microphones(page)).toEqual({ live: 1, ever: 1 });
        // It began after `before` and has begun by `paused`; the page's clock runs on until it is stopped.
        const paused = (await page.evaluate(() => Date.now())) + 3000;
        await page.clock.pauseAt(paused);
        await page.clock.runFor(Math.max(0, before + after - 100 - paused));
        await expectState(page, 'requesting-permission');
        await page.clock.runFor(paused - before + 100);
      }
      await expect(toast(page, notStarted)).toContainText(kinds[kind]);
      await expectState(page, 'idle');
      await expectNothingLeft(page);
      // A hanging call gets three seconds to hang up, and three more after it was forced to.
      if (after) {
        await page.clock.runFor(6000);
        await page.clock.resume();
      }
      await expectNextCallWorks(page);
      await expect(toast(page, notStarted)).toBeHidden();
    },
  );

/** What ends a live call, with a toast. */
const CUT_OFF: [Scenario, FailureKind][] = [
  ['provider-ended', 'provider-ended'],
  ['provider-ended-silently', 'provider-ended'],
  ['ended-by-error', 'provider-ended'],
  ['network-lost', 'network-lost'],
];
for (const [scenario, kind] of CUT_OFF)
  test(`${scenario}: ended, the visitor is told, the next call works`, EXHAUSTIVE, async ({ page }) => {
    await openSite(page, `/?rehearse=${scenario}`);
    await call(page);
    await expect(toast(page, cutOff)).toContainText(kinds[kind]);
    await expectState(page, 'ended');
    // A call that failed thanks nobody, and announces no mail.
    await expect(page.locator('.call-guide')).toContainText(cutOff);
    await expect(controls(page)).toContainText(kinds[kind]);
    await expect(page.getByText('Check Your Email!')).toHaveCount(0);
    await expectNothingLeft(page);
    await expectNextCallWorks(page);
  });

// Daily reports a closed room as an error, with or without a message from the provider before it.
for (const scenario of ['hangs-up', 'meeting-ended'] as const)
  test(`${scenario}: the assistant hanging up is not an error`, EXHAUSTIVE, async ({ page }) => {
    await openSite(page, `/?rehearse=${scenario}`);
    await call(page);
    await expectState(page, 'ended');
    await expect(page.locator('.toast')).toHaveCount(0);
    await expectNothingLeft(page);
    await expectNextCallWorks(page);
  });

test(
  'an SDK that cannot be loaded: back to idle, the visitor is told',
  EXHAUSTIVE,
  async ({ page, expectedErrors }) => {
    expectedErrors.push(FAILED_RESOURCE);
    await openSite(page);
    await page.route(/vapi\.[^/]*\.js/, (route) => route.abort('connectionreset'));
    await call(page);
    await expect(toast(page, notStarted)).toContainText(kinds['code-missing']);
    await expectState(page, 'idle');
    await expectNothingLeft(page);
  },
);

test(
  'a panel that cannot be loaded: the call still goes live, and the button ends it',
  EXHAUSTIVE,
  async ({ page, expectedErrors }) => {
    expectedErrors.push(FAILED_RESOURCE);
    await openSite(page);
    await page.route(/CallPanel/, (route) => route.abort('connectionreset'));
    await call(page);
    await expect(callButton(page)).toHaveText(words.button.active);
    expect(await microphones(page)).toEqual({ live: 1, ever: 1 });
    await callButton(page).click();
    await expect(callButton(page)).toHaveText(words.button.idle);
    await expectNothingLeft(page);
  },
);

// Failures outside the call itself leave it running.
for (const scenario of ['noise-cancellation-refused', 'observer-refused'] as const)
  test(`${scenario}: the call goes on`, EXHAUSTIVE, async ({ page }) => {
    await openSite(page, `/?rehearse=${scenario}`);
    await call(page);
    await expectLive(page);
    await expect(page.getByRole('log')).toContainText('Hello');
    await expect(page.locator('.toast')).toHaveCount(0);
    expect((await microphones(page)).live).toBe(1);
  });

test('noise-cancellation-fails: the call goes on, and a muted microphone stays muted', EXHAUSTIVE, async ({ page }) => {
  await openSite(page, '/?rehearse=noise-cancellation-fails');
  await call(page);
  await expectLive(page);
  const enabled = () =>
    page.evaluate(() => {
      const { microphoneTracks: tracks } = window as unknown as { microphoneTracks: MediaStreamTrack[] };
      return tracks[0]?.enabled;
    });
  // The SDK reopens the microphone after each failure, and every question in this scenario makes it fail.
  const opened = page.waitForFunction(
    () =>
      new Promise<boolean>((opened) => {
        window.addEventListener('message', ({ data }: MessageEvent<{ action?: string; state?: boolean }>) => {
          if (data.action === 'local-audio' && data.state) opened(true);
        });
      }),
  );
  await controls(page).getByRole('button', { name: words.panel.mute, exact: true }).click();
  await ask(page, 'who does the work?');
  await opened;
  await expect.poll(enabled).toBe(false);
  await expect(page.getByText(words.panel.muted)).toBeVisible();
  await expectLive(page);
  await expect(page.locator('.toast')).toHaveCount(0);
});

test(
  'a call canceled while the last one hangs up does not let the next one start too early',
  EXHAUSTIVE,
  async ({ page }) => {
    await page.clock.install();
    await openSite(page, '/?rehearse=never-leaves');
    await call(page);
    await expectLive(page);
    await press(page, 'ended');

    await page.evaluate(() => history.replaceState(null, '', '/?rehearse=microphone-refused'));
    await call(page);
    await expect(toast(page, notStarted)).toBeVisible();
    await page.evaluate(() => history.replaceState(null, '', '/'));
    await call(page);
    await expectState(page, 'requesting-permission');
    await page.clock.fastForward(3000);
    await expectLive(page);
    await expect(page.locator('audio')).toHaveCount(1);
  },
);

test(
  'a call machine that never leaves: the microphone closes at once, and the next call works',
  EXHAUSTIVE,
  async ({ page }) => {
    await page.clock.install();
    await openSite(page, '/?rehearse=never-leaves');
    await call(page);
    await expectLive(page);
    await press(page, 'ended');
    await expectNothingLeft(page);
    await page.clock.fastForward(3000);
    await expectNextCallWorks(page);
  },
);

test.describe('hanging up while it connects', () => {
  const stages: [string, string | RegExp][] = [
    ['before the provider has answered', `${running.rehearsalUrl}/live/call/web`],
    ['while the call machine loads', `${running.rehearsalUrl}/live/call-machine.js`],
  ];
  for (const [stage, url] of stages)
    test(`${stage}: idle, and the call never goes live`, EXHAUSTIVE, async ({ page }) => {
      await openSite(page);
      const release = await holdRequests(page, url);
      const asked = page.waitForRequest(url);
      await call(page);
      await asked;
      await expectState(page, 'requesting-permission');
      await press(page, 'idle');
      await expectNothingLeft(page);

      const answered = page.waitForEvent('requestfinished', (request) => request.url() === url);
      release();
      await answered;
      await expectState(page, 'idle');
      await expectNextCallWorks(page);
      expect((await microphones(page)).ever).toBe(2);
    });

  test('before the assistant is on the line: idle, and the call never goes live', EXHAUSTIVE, async ({ page }) => {
    await openSite(page, '/?rehearse=never-live');
    const joining = page.waitForRequest(/call-machine\.js/);
    await call(page);
    await joining;
    await page.waitForFunction(() => performance.getEntriesByName('call-daily-call-join-completed').length > 0);
    await press(page, 'idle');
    await expectNothingLeft(page);
    await expectNextCallWorks(page);
  });

  test('and calling again before the first call was answered: one is live', EXHAUSTIVE, async ({ page }) => {
    await openSite(page);
    const url = `${running.rehearsalUrl}/live/call/web`;
    let answerFirst = () => {};
    const held = new Promise<void>((resolve) => (answerFirst = resolve));
    let creations = 0;
    await page.route(url, async (route) => {
      if (route.request().method() === 'POST' && ++creations === 1) await held;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => request.url() === url && request.method() === 'POST');
    await call(page);
    await asked;
    await press(page, 'idle');
    await call(page);
    await expectLive(page);

    const answered = page.waitForEvent('requestfinished', (request) => request.url() === url);
    answerFirst();
    await answered;
    await expect(page.getByRole('log')).toContainText('Hello');
    await expectLive(page);
    await expect(page.locator('audio')).toHaveCount(1);
    expect(await microphones(page)).toEqual({ live: 1, ever: 2 });
  });

  test('before the microphone is granted: it is closed as soon as it opens', EXHAUSTIVE, async ({ page }) => {
    await openSite(page);
    await page.evaluate(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        await new Promise((given) => window.addEventListener('give', given, { once: true }));
        return open(constraints);
      };
    });
    await call(page);
    await expectState(page, 'requesting-permission');
    await press(page, 'idle');
    await page.evaluate(() => window.dispatchEvent(new Event('give')));
    await expect.poll(() => microphones(page)).toEqual({ live: 0, ever: 1 });
    await expectState(page, 'idle');
  });
});

test('a double click starts one call', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/call/web')) calls++;
  });
  await introduce(page);
  await startButton(page)
    .dblclick()
    .catch(() => undefined);
  await expectLive(page);
  expect(calls).toBe(1);
});

/** Each needs its own browser: whether it asks for the microphone, and the answer, is set at launch. */
const ANSWERS: [string, string[], FailureKind][] = [
  ['the visitor refuses', [], 'microphone-refused'],
  ['the browser is set to refuse', ['--use-fake-ui-for-media-stream=deny'], 'microphone-blocked'],
];
for (const [answer, settings, kind] of ANSWERS)
  test(`${answer}: no call is made, and the visitor is told`, EXHAUSTIVE, async () => {
    const args = [...BROWSER_ARGUMENTS.filter((one) => !one.startsWith('--use-fake-ui')), ...settings];
    const browser = await chromium.launch({ ...launchOptions(), args });
    const page = await browser.newPage();
    await page.addInitScript(() => sessionStorage.setItem('splash-seen', ''));
    let calls = 0;
    page.on('request', (request) => (calls += Number(request.url().endsWith('/call/web'))));
    await openSite(page);
    await call(page);
    await expect(toast(page, notStarted)).toContainText(kinds[kind]);
    await expectState(page, 'idle');
    expect(calls).toBe(0);
    await browser.close();
  });

test('a permissions policy that blocks the microphone is reported as such', EXHAUSTIVE, async ({ page }) => {
  await page.route(`${running.siteUrl}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'permissions-policy': 'microphone=()' } });
  });
  // A page that is not from this machine may not send requests to it.
  await page.route(`${running.apiUrl}/**`, (route) =>
    route.fulfill({ status: 201, headers: { 'access-control-allow-origin': '*' } }),
  );
  await openSite(page);
  await call(page);
  await expect(toast(page, notStarted)).toContainText(kinds['microphone-blocked']);
  await expectState(page, 'idle');
});

const DEVICE_ERRORS: [string, string, FailureKind][] = [
  ['NotFoundError', 'Requested device not found', 'no-microphone'],
  ['NotReadableError', 'Could not start audio source', 'microphone-in-use'],
  ['NotAllowedError', 'Permission denied by system', 'microphone-blocked'],
  ['SecurityError', 'Insecure', 'microphone-blocked'],
  ['InvalidStateError', 'The document is not active', 'microphone-failed'],
];
for (const [name, message, kind] of DEVICE_ERRORS)
  test(`${name} (${message}) from the browser is reported as ${kind}`, EXHAUSTIVE, async ({ page }) => {
    await openSite(page);
    await page.evaluate(
      ([errorName, text]) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException(text, errorName));
      },
      [name, message] as const,
    );
    await call(page);
    await expect(toast(page, notStarted)).toContainText(kinds[kind]);
    await expectState(page, 'idle');
  });

test('a browser that cannot make calls says so', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  await page.evaluate(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  await call(page);
  await expect(toast(page, notStarted)).toContainText(kinds.unsupported);
});

test('unplugging the microphone ends the call', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  await call(page);
  await expectLive(page);
  await page.evaluate(() => {
    const { microphoneTracks: tracks } = window as unknown as { microphoneTracks: MediaStreamTrack[] };
    tracks[0]?.dispatchEvent(new Event('ended'));
  });
  await expect(toast(page, cutOff)).toContainText(kinds['no-microphone']);
  await expectState(page, 'ended');
  await expectNothingLeft(page);
});
