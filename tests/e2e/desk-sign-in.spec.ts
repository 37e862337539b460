import type { Page } from 'playwright/test';
import { codeAt } from '../../tools/local/auth/totp.ts';
import { anyAddress, fromAddress } from '../setup/network.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { submission } from '../setup/stack.ts';
import { wrongCode } from '../setup/sign-in.ts';
import {
  at,
  codeOf,
  DESK,
  minutesOf,
  newAccount,
  newStaff,
  openDesk,
  pane,
  removeStaff,
  ownName,
  store,
  test,
  type Staff,
} from './desk.ts';
import { expect, FAILED_RESOURCE, running } from './fixtures.ts';

const AUTH = `${running.apiUrl}/auth/v1/**`;

/** Signs in from an address of its own: the sign-in limits how often one may try. */
async function fromOwnAddress(page: Page): Promise<void> {
  const own = fromAddress(running.networkKey, anyAddress());
  await page.route(AUTH, (route) => route.continue({ headers: { ...route.request().headers(), ...own } }));
}

async function givePassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Six-digit code').fill(code);
  await page.getByRole('button', { name: /Continue|Confirm/ }).click();
}
const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });
const isIn = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible();

test.describe('who signs in at the desk', () => {
  // Each of them is refused at least once.
  test.use({ expectedErrors: [FAILED_RESOURCE] });
  test('for the first time chooses a password, sets up a second factor, and gives both from then on', async ({
    page,
  }) => {
    await fromOwnAddress(page);
    const account = await newAccount();
    await page.goto(DESK);
    await givePassword(page, { ...account, password: 'a wrong password' });
    await expect(refusal(page)).toHaveText('The address or the password is wrong.');
    await givePassword(page, account);

    await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
    const password = `own ${account.password}`;
    await page.getByLabel('New password', { exact: true }).fill('too short');
    await page.getByRole('button', { name: 'Use this password' }).click();
    await expect(page.getByText('This has 9 characters. Use 12 or more.')).toBeVisible();
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('New password again').fill('another one than above');
    await page.getByRole('button', { name: 'Use this password' }).click();
    await expect(page.getByLabel('New password again')).toBeFocused();
    await page.getByLabel('New password again').fill(password);
    await page.getByRole('button', { name: 'Use this password' }).click();

    // An attempt that was given up leaves a factor behind, which is no obstacle.
    await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
    const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '');
    await giveCode(page, '12345');
    await expect(page.getByText('Enter the six digits that the app shows.')).toBeVisible();
    await giveCode(page, wrongCode(secret));
    await expect(refusal(page)).toContainText('This code is wrong.');
    await giveCode(page, codeAt(secret, Date.now()));
    await isIn(page);

    await page.reload();
    await isIn(page);
    await page.getByRole('button', { name: account.email }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await givePassword(page, { ...account, password });
    await giveCode(page, codeAt(secret, Date.now()).replace(/^.{3}/, '$& '));
    await isIn(page);
    expect(await page.evaluate(() => Object.keys(localStorage)), 'nothing outlives the tab').toEqual([]);
  });

  test('and is not staff (any more) is told so, and signed out', EXHAUSTIVE, async ({ page }) => {
    await fromOwnAddress(page);
    const minutePasses = await minutesOf(page);
    const stranger = await newAccount(false);
    await page.goto(DESK);
    await givePassword(page, stranger);
    await expect(page.getByText('This account is not staff (any more)')).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('desk'))).toBeNull();

    const staff = await newStaff();
    await openDesk(page, staff);
    await isIn(page);
    await page.waitForLoadState('networkidle');
    await removeStaff(staff.account);
    // Nobody touches the desk: it asks for itself.
    await minutePasses();
    await expect(page.getByRole('link', { name: 'Log' })).toHaveCount(0);
    await expect(page.getByText('This account is not staff (any more)')).toBeVisible();
  });

  test('without a connection, too often, or too slowly is told what to do', EXHAUSTIVE, async ({ page, database }) => {
    const staff = await newStaff();
    await fromOwnAddress(page);
    await page.goto(DESK);
    await page.context().setOffline(true);
    await givePassword(page, staff.account);
    await expect(refusal(page)).toHaveText('There is no connection. Check your network and try again.');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByLabel('Six-digit code').waitFor();
    await page.route(/\/factors\/.*\/verify/, async (route) => {
      // Between the challenge and the code, six minutes pass.
      await database`update auth.mfa_challenges set created_at = created_at - interval '6 minutes'
        where factor_id = ${staff.factor.id}`;
      await route.fallback();
    });
    await giveCode(page, codeOf(staff.factor));
    await expect(refusal(page)).toContainText('This took too long.');
    await page.unroute(/\/factors\/.*\/verify/);

    const code = wrongCode(staff.factor.secret);
    for (let tries = 0; tries < 20 && !(await refusal(page).getByText('Too many tries').isVisible()); tries++) {
      const answer = page.waitForResponse(/\/factors\/.*\/(verify|challenge)/);
      await giveCode(page, code);
      await answer;
      await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    }
    await expect(refusal(page)).toContainText('Too many tries. Wait a minute and try again.');
  });
});

test.describe('who is signed in at the desk', () => {
  test('tells no other page of the origin their tokens', async ({ page }) => {
    // Every page can listen to a channel whose name it knows.
    await page.addInitScript(() => {
      const said: [name: string, message: string][] = [];
      Object.assign(globalThis, { said });
      globalThis.BroadcastChannel = class extends BroadcastChannel {
        override postMessage(message: unknown) {
          said.push([this.name, JSON.stringify(message)]);
          super.postMessage(message);
        }
      };
    });
    const staff = await newStaff();
    await fromOwnAddress(page);
    await page.goto(DESK);
    await givePassword(page, staff.account);
    await giveCode(page, codeOf(staff.factor));
    await isIn(page);
    const said = await page.evaluate(() => (globalThis as unknown as { said: [string, string][] }).said);
    expect(said.filter(([, message]) => message.includes('refresh_token')).length).toBeGreaterThan(0);
    for (const [name, message] of said)
      if (message.includes('token')) expect(name).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  test('leaves no search for the next person in this tab', EXHAUSTIVE, async ({ page }) => {
    const staff = await newStaff();
    const name = ownName();
    await store('contact_submissions', submission({ name }));
    // It reads no news.
    await page.routeWebSocket(/realtime/, () => undefined);
    await openDesk(page, staff);
    await page.getByRole('searchbox').fill(name);
    await expect(page.locator('.row')).toHaveCount(1);
    await page.getByText(name).click();
    // All of it is read: what is asked for while somebody signs out is refused.
    await expect(pane(page)).toContainText('Message: Hello');
    await page.getByRole('button', { name: staff.account.email }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    await page.goBack();
    const kept = await page.evaluate(() => JSON.stringify([window.history.state, window.sessionStorage]));
    expect(kept).not.toContain(name);
  });

  test('can sign out everywhere', EXHAUSTIVE, async ({ page }) => {
    const staff = await newStaff();
    const other = await page.context().newPage();
    for (const each of [page, other]) {
      // Nothing of what the server knows reaches it, and nothing is asked for while the session ends.
      await each.routeWebSocket(/realtime/, () => undefined);
      await openDesk(each, staff);
      await isIn(each);
    }
    for (const each of [page, other]) await each.route('**/rpc/**', () => undefined);
    await page.getByRole('button', { name: staff.account.email }).click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByText('You are signed out here and on every other device.')).toBeVisible();
    await expect(other.getByText('Your session has ended.')).toBeVisible();
  });

  test(
    'is asked for the password again after a session that has ended meanwhile',
    EXHAUSTIVE,
    async ({ page, database, expectedErrors }) => {
      expectedErrors.push(FAILED_RESOURCE);
      const staff = await newStaff();
      await openDesk(page, staff);
      await isIn(page);
      await database`delete from auth.sessions where user_id = ${staff.account.id}`;
      await page.reload();
      await expect(page.getByText('Your session has ended.')).toBeVisible();
      await expect(page.getByLabel('Password')).toBeVisible();
    },
  );
});

const isRenewalUrl = (url: URL | string) => String(url).includes('grant_type=refresh_token');
const isRenewal = (message: { url: () => string }) => isRenewalUrl(message.url());

test.describe('a session at the desk goes on', () => {
  test('on a computer whose clock is fast, without a renewal for each request', EXHAUSTIVE, async ({ page }) => {
    await store('contact_submissions', submission());
    const staff = await newStaff();
    await page.clock.install({ time: Date.now() + 60 * 60_000 });
    await fromOwnAddress(page);
    let renewals = 0;
    page.on('request', (request) => (renewals += Number(isRenewal(request))));
    await page.goto(DESK);
    await givePassword(page, staff.account);
    await giveCode(page, codeOf(staff.factor));
    await isIn(page);
    await expect(page.locator('.row').first()).toBeVisible();
    expect(renewals).toBe(0);
  });

  test(
    'while the server accepts no more renewals, and is renewed afterwards',
    EXHAUSTIVE,
    async ({ page, expectedErrors }) => {
      expectedErrors.push(FAILED_RESOURCE);
      const staff = await newStaff();
      await page.clock.install({ time: Date.now() });
      await store('contact_submissions', submission());
      await openDesk(page, staff);
      await isIn(page);
      // A list that asks only once its token is old would wait for the renewal.
      await expect(page.locator('.row').first()).toBeVisible();
      let refused = 0;
      await page.route(isRenewalUrl, (route) => {
        refused += 1;
        return route.fulfill({ status: 429, json: { code: 429, error_code: 'over_request_rate_limit', msg: 'Wait.' } });
      });
      // Its token lives for 15 minutes.
      await page.clock.fastForward('16:00');
      await expect.poll(() => refused).toBeGreaterThan(0);
      await page.locator('.row').first().click();
      // The client tries for half a minute.
      await expect(async () => {
        await page.clock.runFor('00:10');
        await expect(pane(page).getByText('(503)')).toBeVisible({ timeout: 100 });
      }).toPass();
      await page.unroute(isRenewalUrl);
      const renewed = page.waitForResponse((response) => isRenewal(response) && response.ok());
      await page.clock.fastForward('02:00');
      await renewed;
      await isIn(page);
    },
  );
});

test('a tab that was closed, and is brought back, leads to the sign-in', EXHAUSTIVE, async ({ page, database }) => {
  const staff = await newStaff();
  await page.clock.install({ time: Date.now() });
  await openDesk(page, staff);
  await page.reload();
  await isIn(page);
  await page.goto(`${running.siteUrl}/privacy-policy`);
  await page.clock.fastForward('02:00');
  await page.goto(DESK);
  await expect(page.getByText('You were signed out because this tab was closed, or led elsewhere.')).toBeVisible();
  await expect.poll(() => database`select from auth.sessions where user_id = ${staff.account.id}`).toHaveLength(0);
});

test('a tab in which a mail was written leads back into the desk', EXHAUSTIVE, async ({ page }) => {
  const staff = await newStaff();
  const { id } = await store('contact_submissions', submission());
  await page.clock.install({ time: Date.now() });
  await openDesk(page, staff, at('contact_submissions', id));
  await pane(page).getByRole('link', { name: 'Answer by mail' }).click();
  await page.goto(`${running.siteUrl}/privacy-policy`);
  await page.clock.fastForward('02:00');
  await page.goto(DESK);
  await isIn(page);
});

/** Longer than anybody stays signed in without doing anything. */
const IDLE_MS = 45 * 60_000;

test.describe('whoever does nothing at the desk for 30 minutes', () => {
  /** Opens a request of its own and begins a note. */
  async function beginNote(page: Page, staff: Staff, start = Date.now() - IDLE_MS): Promise<string> {
    const { id } = await store('contact_submissions', submission());
    // Nothing is asked for while the session ends: the channel never answers.
    await page.routeWebSocket(/realtime/, () => undefined);
    // In the end it is now: otherwise the token would have expired.
    await page.clock.install({ time: start });
    await openDesk(page, staff, at('contact_submissions', id));
    await pane(page).getByLabel('New note').fill('Not stored yet');
    await expect(page.locator('.row').first()).toBeVisible();
    return at('contact_submissions', id);
  }

  test('is warned a minute before, and can stay', EXHAUSTIVE, async ({ page }) => {
    const staff = await newStaff();
    await beginNote(page, staff);
    await page.clock.fastForward('20:00');
    // The browser scrolls by itself when a request arrives above what is in sight.
    await page.evaluate(() => document.dispatchEvent(new Event('scroll')));
    await page.clock.fastForward('09:00');
    const warning = page.getByRole('alertdialog', { name: 'Are you still there?' });
    await expect(warning).toBeVisible();
    await page.mouse.move(10, 10);
    await expect(warning).toBeVisible();
    await warning.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(warning).toHaveCount(0);
    await page.clock.fastForward('28:00');
    await expect(warning).toHaveCount(0);
    // A room says that its host is in a call.
    await page.evaluate(
      () =>
        new Promise((heard) => {
          const channel = new BroadcastChannel('desk-activity');
          channel.onmessage = heard;
          new BroadcastChannel('desk-activity').postMessage(null);
        }),
    );
    await page.clock.fastForward('28:00');
    await expect(warning).toHaveCount(0);
    await expect(pane(page).getByLabel('New note')).toHaveValue('Not stored yet');
  });

  test('is signed out at a step of the sign-in, too', EXHAUSTIVE, async ({ page, database }) => {
    await page.clock.install({ time: Date.now() - IDLE_MS });
    await fromOwnAddress(page);
    const account = await newAccount();
    const before = await database`select encrypted_password from auth.users where id = ${account.id}`;
    await page.goto(DESK);
    await givePassword(page, account);
    const password = page.getByLabel('New password', { exact: true });
    await expect(password).toBeVisible();
    await page.clock.fastForward(IDLE_MS);
    await password.fill('of the next person here');
    await page.getByLabel('New password again').fill('of the next person here');
    await page.getByRole('button', { name: 'Use this password' }).click();
    await expect(page.getByText('You were signed out because nothing was done here for 30 minutes.')).toBeVisible();
    expect(await database`select encrypted_password from auth.users where id = ${account.id}`).toEqual(before);
  });

  test(
    'is signed out without a connection, too: a reload does not lead back in',
    EXHAUSTIVE,
    async ({ page, context, expectedErrors }) => {
      expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
      const staff = await newStaff();
      // With a token that expires meanwhile, which can't be renewed now, nor the session be ended.
      await beginNote(page, staff, Date.now());
      await context.setOffline(true);
      // A reload before that would lose the error.
      const disconnected = page.waitForEvent('console', (message) =>
        message.text().includes('ERR_INTERNET_DISCONNECTED'),
      );
      await page.clock.fastForward(IDLE_MS);
      await page.mouse.move(20, 20);
      await expect(page.getByText('You were signed out because nothing was done here for 30 minutes.')).toBeVisible();
      await disconnected;
      await context.setOffline(false);
      await page.reload();
      await expect(page.getByText('You were signed out because nothing was done here for 30 minutes.')).toBeVisible();
      await expect(page.getByLabel('Password')).toBeVisible();
      await expect(pane(page)).toHaveCount(0);
    },
  );

  test('is signed out, also at the server, and what was not stored is there again afterwards', async ({
    page,
    database,
  }) => {
    const staff = await newStaff();
    const hash = await beginNote(page, staff);
    // The computer sleeps: no timer runs until it is back.
    await page.clock.fastForward(IDLE_MS);
    await page.mouse.move(20, 20);
    await expect(page.getByText('You were signed out because nothing was done here for 30 minutes.')).toBeVisible();
    await expect(pane(page)).toHaveCount(0);
    await expect.poll(() => database`select from auth.sessions where user_id = ${staff.account.id}`).toHaveLength(0);

    await fromOwnAddress(page);
    await page.goto(`${DESK}${hash}`);
    await givePassword(page, staff.account);
    await giveCode(page, codeOf(staff.factor));
    await expect(pane(page).getByLabel('New note')).toHaveValue('Not stored yet');
  });
});
