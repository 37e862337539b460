import getPort from 'get-port';
import { buildSite } from '../../tools/local/build-site.ts';
import { serveSite } from '../../tools/local/site-server.ts';
import { startBackend, startStack, type Backend } from '../setup/stack.ts';
import {
  expect,
  FAILED_RESOURCE,
  FAILURE,
  findAnswers,
  holdRequests,
  loseAnswers,
  running,
  site,
  test,
  toast,
} from './fixtures.ts';
import { comeFromFullNetwork } from './full-network.ts';
import { control, enter, expectValues, FORMS, storedRows } from './form-copy.ts';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';

for (const form of FORMS)
  test.describe(form.name, () => {
    const { island, table } = form;

    test('stores what was entered, once, and says so', EXHAUSTIVE, async ({ page, database, email }) => {
      await form.open(page);
      await enter(page, island, form.values(email));
      const release = await holdRequests(page, `${running.apiUrl}/rest/**`);
      await form.submit(page).dblclick();
      const sending = page.getByRole('button', { name: 'Sending...' });
      await expect(sending).toBeDisabled();
      release();
      await form.received(page);
      expect(await storedRows(database, table, email)).toMatchObject([{ name: 'Ada', source: 'marketing-website' }]);
    });

    for (const [what, status] of [
      ['the server is stopped', undefined],
      ['the server answers 500', 500],
    ] as const)
      test(
        `${what}: everything typed stays, the message says what to do, and the next try goes through`,
        EXHAUSTIVE,
        async ({ page, database, email, expectedErrors }) => {
          expectedErrors.push(FAILURE, FAILED_RESOURCE);
          const values = form.values(email);
          await form.open(page);
          await enter(page, island, values);
          await page.route(`${running.apiUrl}/**`, (route) =>
            status
              ? // supabase-js reports no error for this body.
                route.fulfill({ status, json: null })
              : route.abort('connectionrefused'),
          );
          await form.submit(page).click();
          await expect(toast(page, 'Error')).toContainText(form.failure);
          await expect(form.submit(page)).toBeFocused();
          await expect(
            page.locator(`form[data-island=${island}] .notice-error`).getByRole('link', { name: site.email }),
          ).toBeVisible();
          await expectValues(page, island, values);

          await page.unroute(`${running.apiUrl}/**`);
          await form.submit(page).click();
          await form.received(page);
          await expect(toast(page, 'Error')).toBeHidden();
          expect(await storedRows(database, table, email)).toHaveLength(1);
        },
      );

    test(
      'the request limit is reached: says when to try again, and everything typed stays',
      EXHAUSTIVE,
      async ({ page, database, email, expectedErrors }) => {
        expectedErrors.push(FAILURE, FAILED_RESOURCE);
        await comeFromFullNetwork(page, running, database);
        const values = form.values(email);
        await form.open(page);
        await enter(page, island, values);
        await form.submit(page).click();
        await expect(toast(page, 'Error')).toContainText('again in ten minutes');
        await expectValues(page, island, values);
      },
    );

    test(
      'the response is lost: a retry stores nothing twice and counts as received',
      EXHAUSTIVE,
      async ({ page, database, email, expectedErrors }) => {
        expectedErrors.push(FAILURE, FAILED_RESOURCE);
        await form.open(page);
        await enter(page, island, form.values(email));
        await loseAnswers(page);
        await form.submit(page).click();
        await expect(toast(page, 'Error')).toBeVisible();
        expect(await storedRows(database, table, email)).toHaveLength(1);
        await findAnswers(page);
        await form.submit(page).click();
        await form.received(page);
        expect(await storedRows(database, table, email)).toHaveLength(1);
      },
    );

    test('what was typed survives a reload', EXHAUSTIVE, async ({ page, email }) => {
      const values = form.values(email);
      await form.open(page);
      await enter(page, island, values);
      await expect(page.locator(`form[data-island=${island}]`)).toHaveAttribute('data-ready', '');
      // It is there without any interaction, so that nobody believes it is gone.
      await form.open(page);
      await expectValues(page, island, values);
    });

    test(
      'before its code has arrived it keeps what is typed, and holds a submit until it can send it',
      EXHAUSTIVE,
      async ({ page, database, email }) => {
        const release = await holdRequests(page, form.code);
        await form.open(page);
        const { time: _notThereYet, ...values } = form.values(email);
        await enter(page, island, values);
        await form.submit(page).click();
        await expect(page.locator(`form[data-island=${island}]`)).toHaveAttribute('data-held', '');
        release();
        if (_notThereYet) {
          // The times come with the code: the held submit reports that one must be chosen.
          await expect(control(page, island, 'time')).toBeFocused();
          await enter(page, island, { time: _notThereYet });
          await form.submit(page).click();
        }
        await form.received(page);
        expect(await storedRows(database, table, email)).toMatchObject([{ name: 'Ada' }]);
      },
    );

    test('can be filled in and sent by keyboard alone', EXHAUSTIVE, async ({ page, database, email }) => {
      await form.open(page);
      const values = form.values(email);
      await control(page, island, 'name').focus();
      await expect(page.locator(`form[data-island=${island}]`)).toHaveAttribute('data-ready', '');
      const [, ...rest] = Object.entries(values);
      await page.keyboard.type('Ada');
      for (const [name, value] of rest) {
        const field = control(page, island, name);
        // A date field has one tab stop per part.
        for (let stops = 0; stops < 5; stops++) {
          await page.keyboard.press('Tab');
          if (await field.evaluate((element) => element === document.activeElement)) break;
        }
        await expect(field).toBeFocused();
        const kind = await field.evaluate((element) => element.tagName + ((element as HTMLInputElement).type || ''));
        if (kind.startsWith('SELECT')) {
          const label = await field.locator(`option[value="${value}"]`).textContent();
          await page.keyboard.type(label ?? '');
        } else if (kind === 'INPUTdate') {
          const [year, month, day] = value.split('-');
          await page.keyboard.type(`${month ?? ''}${day ?? ''}${year ?? ''}`);
        } else await page.keyboard.type(value);
        await expect(field).toHaveValue(value);
      }
      await form.submit(page).focus();
      await page.keyboard.press('Enter');
      await form.received(page);
      expect(await storedRows(database, table, email)).toHaveLength(1);
    });

    test(
      'unconnected: says what is missing, promises nothing and offers the address',
      EXHAUSTIVE,
      async ({ page, email }) => {
        await form.open(page, running.unconnectedUrl);
        const element = page.locator(`form[data-island=${island}]`);
        await expect(element).toContainText('Data storage and e-mail notifications require a backend connection');
        await expect(form.submit(page)).toBeDisabled();
        await expect(element.getByRole('link', { name: site.email })).toBeVisible();
        await enter(page, island, { name: 'Ada', email });
        await control(page, island, 'name').press('Enter');
        await expect(page.locator('.toast')).toHaveCount(0);
        await expectValues(page, island, { name: 'Ada', email });
      },
    );
  });

test('a browser can autofill what it knows about its user, in every form', EXHAUSTIVE, async ({ page }) => {
  // WCAG 2.2, 1.3.5, with HTML's autocomplete names; the hidden field is the honeypot.
  const known: Record<string, string> = {
    name: 'name',
    email: 'email',
    phone: 'tel',
    company: 'organization',
    website: 'off',
  };
  const forms = new Set<string>();
  for (const path of ['/', '/internships/apply', '/resources', '/research']) {
    await page.goto(running.siteUrl + path);
    for (const form of await page.locator('form[data-island]').all()) {
      forms.add((await form.getAttribute('data-island')) ?? '');
      const fields = await form
        .locator('input:not([type=date], [type=file])')
        .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ name, autocomplete }) => [name, autocomplete]));
      expect(fields).toEqual(fields.map(([name = '']) => [name, known[name]]));
      expect(fields.length).toBeGreaterThan(2);
    }
  }
  expect([...forms].sort()).toEqual([...FORMS.map(({ island }) => island), 'voice-call'].sort());
});

test(
  'the server is slow: the button says so for as long as it takes, and after 20 s the visitor can try again',
  EXHAUSTIVE,
  async ({ page, database, email, expectedErrors }) => {
    expectedErrors.push(FAILURE);
    const [form] = FORMS;
    if (!form) throw new Error('no form');
    await form.open(page);
    await enter(page, form.island, form.values(email));
    let stalled = true;
    // A stalled request is never answered.
    await page.route(`${running.apiUrl}/rest/**`, (route) => (stalled ? undefined : route.continue()));
    await form.submit(page).click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    // The limit is the browser's own timer, which the test clock cannot move.
    await expect(toast(page, 'Error')).toBeVisible({ timeout: 25_000 });
    stalled = false;
    await form.submit(page).click();
    await form.received(page);
    expect(await storedRows(database, form.table, email)).toHaveLength(1);
  },
);

test(
  'backend stopped and restarted: every form then goes through, and the team is notified of each',
  EXHAUSTIVE,
  async ({ page, email, expectedErrors, hosts }) => {
    test.slow();
    expectedErrors.push(FAILURE, FAILED_RESOURCE);
    const stack = await startStack();
    const { backend, folder } = stack;
    await buildSite(`${folder}/site`, {
      PUBLIC_SUPABASE_URL: backend.apiUrl,
      PUBLIC_SUPABASE_KEY: backend.publishableKey,
    });
    const port = await getPort();
    const server = await serveSite(`${folder}/site`, port);
    hosts.push(`localhost:${port}`, new URL(backend.apiUrl).host);
    let again: Backend | undefined;
    try {
      for (const form of FORMS) {
        await form.open(page, `http://localhost:${port}`);
        await enter(page, form.island, form.values(email));
        await (again ?? backend).stop();
        await form.submit(page).click();
        await expect(toast(page, 'Error')).toBeVisible();
        again = await startBackend(stack.env);
        await form.submit(page).click();
        await form.received(page);
      }
      const { database } = stack;
      for (const { table } of FORMS) {
        const untold = () => database`select from ${database(table)} where notified_at is null`;
        expect(await database`select from ${database(table)}`, table).toHaveLength(1);
        if (table !== 'notification_requests') await expect.poll(untold, table).toEqual([]);
      }
    } finally {
      server.close();
      await again?.stop();
      await stack.stop();
    }
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, label] of [
    ['/internships/apply', 'Apply by Email'],
    ['/resources', site.email],
    ['/research', site.email],
    ['/unsubscribe', 'Unsubscribe by Email'],
  ] as const)
    test(`${path} offers the address instead of its form`, gateIf(path === '/internships/apply'), async ({ page }) => {
      await page.goto(running.siteUrl + path);
      await expect(page.locator('main form')).toBeHidden();
      const link = page.getByRole('main').getByRole('link', { name: label });
      await expect(link).toBeVisible();
      expect(await link.getAttribute('href')).toMatch(`mailto:${site.email}`);
    });
});
