import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import getPort from 'get-port';
import type { Page } from 'playwright/test';
import { parse } from 'yaml';
import { buildSite } from '../../tools/local/build-site.ts';
import { serveSite } from '../../tools/local/site-server.ts';
import { serveTurnstile, type StandIn } from '../../tools/local/turnstile/server.ts';
import { TEST_SITE_KEYS } from '../../tools/local/turnstile/test-keys.ts';
import { serveRehearsal, type Rehearsal } from '../../tools/local/voice/server.ts';
import type { VerificationCopy } from '../../src/schemas/form.ts';
import { startStack, type Stack } from '../setup/stack.ts';
import { callDialog, expectLive, expectState, introduce, openSite, press, startButton, words } from './call.ts';
import { expect, expectAccessible, FAILED_RESOURCE, FAILURE, labels, site, test, toast } from './fixtures.ts';
import { comeFromFullNetwork } from './full-network.ts';
import { control, enter, expectValues, FORMS, formOf, storedRows } from './form-copy.ts';
import { expectStill, expectUncovered } from './walk.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const CHECK_FAILED = /The check of the form/;
const copy = (parse(readFileSync('content/forms/common.yaml', 'utf8')) as { verification: VerificationCopy })
  .verification;

// One site with its own backend for all tests of this file: with the check on, the public key can insert nothing.
test.describe.configure({ mode: 'default' });

let turnstile: StandIn;
let stack: Stack;
let rehearsal: Rehearsal;
let server: Server;
let folder: string;
let siteUrl: string;
let hostsOfCheck: string[];
test.beforeAll(async () => {
  test.setTimeout(180_000);
  turnstile = await serveTurnstile(await getPort());
  stack = await startStack({ TURNSTILE_URL: turnstile.url });
  await stack.database`update private.settings set requests_per_ip = 2000`;
  const voicePort = await getPort();
  rehearsal = await serveRehearsal(voicePort);
  const rehearsalUrl = `http://127.0.0.1:${voicePort}`;
  folder = join(stack.folder, 'site');
  await buildSite(folder, {
    PUBLIC_SUPABASE_URL: stack.backend.apiUrl,
    PUBLIC_SUPABASE_KEY: stack.backend.publishableKey,
    PUBLIC_REHEARSAL_URL: rehearsalUrl,
    PUBLIC_TURNSTILE_SITE_KEY: TEST_SITE_KEYS.passes,
    PUBLIC_TURNSTILE_URL: turnstile.url,
  });
  const port = await getPort();
  server = await serveSite(folder, port);
  siteUrl = `http://localhost:${port}`;
  hostsOfCheck = [siteUrl, rehearsalUrl, stack.backend.apiUrl, turnstile.url].map((url) => new URL(url).host);
});
test.afterAll(async () => {
  server.close();
  await rehearsal.close();
  await stack.stop();
  await turnstile.close();
});
test.beforeEach(({ hosts }) => void hosts.push(...hostsOfCheck));

/** Serves the site as if built with another of Cloudflare's test keys. */
async function useKey(page: Page, key: string): Promise<void> {
  await page.route(/\/_astro\/.*\.js$/, (route) => {
    const file = join(folder, new URL(route.request().url()).pathname);
    const body = readFileSync(file, 'utf8').replaceAll(TEST_SITE_KEYS.passes, key);
    return route.fulfill({ status: 200, contentType: 'text/javascript', body });
  });
}

/** Records the requests to the check's host. */
function watchCheck(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(turnstile.url)) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

/** Focuses the submit button and presses Enter. */
async function sendByKeyboard(page: Page, island: string): Promise<void> {
  await page.locator(`form[data-island=${island}] button[type=submit]`).focus();
  await page.keyboard.press('Enter');
}

/** Tabs into the check's frame and presses its button. */
async function passByKeyboard(page: Page): Promise<void> {
  const button = page.frameLocator('iframe[title*=Turnstile]').getByRole('button');
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [50] });
  await page.keyboard.press('Enter');
}

for (const form of FORMS) {
  const { island, table } = form;
  test.describe(form.name, () => {
    test(
      'goes through by keyboard, and requests nothing from the check before the form has the focus',
      EXHAUSTIVE,
      async ({ page, email }) => {
        const asked = watchCheck(page);
        // The first page, before a dialog is opened.
        await page.goto(`${siteUrl}/flow`, { waitUntil: 'networkidle' });
        expect(asked).toEqual([]);
        await form.open(page, siteUrl);
        await control(page, island, 'name').focus();
        await expect.poll(() => asked).toEqual(['/turnstile/v0/api.js']);
        await enter(page, island, form.values(email));
        await sendByKeyboard(page, island);
        await form.received(page);
        expect(await storedRows(stack.database, table, email)).toMatchObject([{ name: 'Ada' }]);
        await expect(page.locator('iframe[title*=Turnstile]')).toHaveCount(0);
      },
    );

    test(
      'if the check needs interaction, it says so, and the keyboard is enough',
      EXHAUSTIVE,
      async ({ page, email }) => {
        // Tall enough for axe, which treats the close button as covered if a dialog scrolls.
        await page.setViewportSize({ width: 1440, height: 1400 });
        await useKey(page, TEST_SITE_KEYS.asks);
        await form.open(page, siteUrl);
        await enter(page, island, form.values(email));
        await sendByKeyboard(page, island);
        const question = page.locator(`form[data-island=${island}]`).getByText(copy.asked);
        await expect(question).toBeInViewport();
        await expectAccessible(page);
        expect(await storedRows(stack.database, table, email)).toEqual([]);
        await passByKeyboard(page);
        await form.received(page);
        await expect(question).toHaveCount(0);
        expect(await storedRows(stack.database, table, email)).toHaveLength(1);
      },
    );

    test(
      'not passed: says so, everything typed stays, nothing is stored, and the next try goes through',
      EXHAUSTIVE,
      async ({ page, email, expectedErrors }) => {
        expectedErrors.push(CHECK_FAILED, FAILURE, FAILED_RESOURCE);
        // Tall enough for axe, as above.
        await page.setViewportSize({ width: 1440, height: 1400 });
        const values = form.values(email);
        await useKey(page, TEST_SITE_KEYS.blocks);
        await form.open(page, siteUrl);
        await enter(page, island, values);
        await sendByKeyboard(page, island);
        await expect(toast(page, 'Error')).toContainText(copy.failures.unverified);
        const notice = page.locator(`form[data-island=${island}] .notice-error:visible`);
        await expect(notice.getByRole('link', { name: site.email })).toBeVisible();
        await expect(form.submit(page)).toBeFocused();
        await expectAccessible(page);
        await expectValues(page, island, values);
        expect(await storedRows(stack.database, table, email)).toEqual([]);

        // The input also survives a reload; from then on the check passes.
        await page.unrouteAll();
        await form.open(page, siteUrl);
        await expectValues(page, island, values);
        await sendByKeyboard(page, island);
        await form.received(page);
        expect(await storedRows(stack.database, table, email)).toHaveLength(1);
      },
    );
  });
}

test.describe('on a tablet, in a form outside a dialog', () => {
  test.use({ viewport: { width: 820, height: 1180 } });
  const form = formOf('internship');

  for (const [what, key, text] of [
    ['the check’s prompt', TEST_SITE_KEYS.asks, copy.asked],
    ['the failure notice', TEST_SITE_KEYS.blocks, labels.unsent],
  ] as const)
    test(
      `${what} is visible, clear of the header, a toast and the call button`,
      EXHAUSTIVE,
      async ({ page, email, expectedErrors }) => {
        if (key === TEST_SITE_KEYS.blocks) expectedErrors.push(CHECK_FAILED, FAILURE, FAILED_RESOURCE);
        await useKey(page, key);
        await form.open(page, siteUrl);
        await enter(page, 'internship', form.values(email));
        await form.submit(page).evaluate((button) => button.scrollIntoView({ block: 'start', behavior: 'instant' }));
        await sendByKeyboard(page, 'internship');
        await expect(page.locator('form[data-island=internship]').getByText(text)).toBeVisible();
        await expectStill(page);
        await expectUncovered(page.locator('form[data-island=internship]').getByText(text));
      },
    );
});

const [consultation] = FORMS;
if (!consultation) throw new Error('There are no forms.');
const { island, table } = consultation;

test(
  'the check cannot be loaded: says so, everything typed stays, and the next try goes through',
  EXHAUSTIVE,
  async ({ page, email, expectedErrors }) => {
    expectedErrors.push(CHECK_FAILED, FAILURE, FAILED_RESOURCE);
    const values = consultation.values(email);
    await page.route(`${turnstile.url}/**`, (route) => route.abort('blockedbyclient'));
    await consultation.open(page, siteUrl);
    await enter(page, island, values);
    await sendByKeyboard(page, island);
    await expect(toast(page, 'Error')).toContainText(copy.failures.unverifiable);
    await expectValues(page, island, values);

    await page.unroute(`${turnstile.url}/**`);
    await sendByKeyboard(page, island);
    await consultation.received(page);
    expect(await storedRows(stack.database, table, email)).toHaveLength(1);
  },
);

test(
  'a token that the function rejects is reported as a failed check',
  EXHAUSTIVE,
  async ({ page, email, expectedErrors }) => {
    expectedErrors.push(FAILURE, FAILED_RESOURCE);
    await page.route('**/functions/v1/verified-request', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const body = route.request().postDataJSON() as Record<string, unknown>;
      await route.continue({ postData: { ...body, token: 'local.forged' } });
    });
    const values = consultation.values(email);
    await consultation.open(page, siteUrl);
    await enter(page, island, values);
    await sendByKeyboard(page, island);
    await expect(toast(page, 'Error')).toContainText(copy.failures.unverified);
    await expectValues(page, island, values);
    expect(await storedRows(stack.database, table, email)).toEqual([]);
  },
);

test(
  'the response is lost: a retry counts as received, even if the check no longer passes',
  EXHAUSTIVE,
  async ({ page, email, expectedErrors }) => {
    expectedErrors.push(FAILURE, FAILED_RESOURCE, CHECK_FAILED);
    const lost = '**/functions/v1/verified-request';
    await page.route(lost, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await consultation.open(page, siteUrl);
    await enter(page, island, consultation.values(email));
    await sendByKeyboard(page, island);
    await expect(toast(page, 'Error')).toBeVisible();
    expect(await storedRows(stack.database, table, email)).toHaveLength(1);

    await page.unroute(lost);
    await page.route(`${turnstile.url}/check/**`, (route) => route.abort());
    await sendByKeyboard(page, island);
    await consultation.received(page);
    expect(await storedRows(stack.database, table, email)).toHaveLength(1);
  },
);

test('the request limit is reported as usual', EXHAUSTIVE, async ({ page, email, expectedErrors }) => {
  expectedErrors.push(FAILURE, FAILED_RESOURCE);
  await comeFromFullNetwork(page, { ...stack, ...stack.backend }, stack.database);
  await consultation.open(page, siteUrl);
  await enter(page, island, consultation.values(email));
  await sendByKeyboard(page, island);
  await expect(toast(page, 'Error')).toContainText('again in ten minutes');
});

test.describe('the start of a call', () => {
  const leads = async (email: string) => (await storedRows(stack.database, 'voice_leads', email)).length;

  test('stores the caller', EXHAUSTIVE, async ({ page, email }) => {
    await openSite(page, '/', siteUrl);
    await introduce(page, email);
    await startButton(page).press('Enter');
    await expectLive(page);
    await expect.poll(() => leads(email)).toBe(1);
    await press(page, 'ended');
  });

  test('if the check needs interaction, the call starts after it', EXHAUSTIVE, async ({ page, email }) => {
    await useKey(page, TEST_SITE_KEYS.asks);
    await openSite(page, '/', siteUrl);
    await introduce(page, email);
    await expect(callDialog(page).getByText(copy.asked)).toBeVisible();
    await startButton(page).press('Enter');
    await expectState(page, 'confirming');
    await passByKeyboard(page);
    await expect(callDialog(page).getByText(copy.asked)).toHaveCount(0);
    await startButton(page).press('Enter');
    await expectLive(page);
    await expect.poll(() => leads(email)).toBe(1);
    await press(page, 'ended');
  });

  test(
    'not passed: the call takes place, and the visitor is told that no summary will come',
    EXHAUSTIVE,
    async ({ page, email, expectedErrors }) => {
      expectedErrors.push(CHECK_FAILED, FAILURE, FAILED_RESOURCE);
      await useKey(page, TEST_SITE_KEYS.blocks);
      await openSite(page, '/', siteUrl);
      await introduce(page, email);
      await startButton(page).press('Enter');
      await expectLive(page);
      await expect(toast(page, words.dialog.notStored.title)).toBeVisible();
      expect(await leads(email)).toBe(0);
      await press(page, 'ended');
    },
  );
});
