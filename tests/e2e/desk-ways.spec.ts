import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { tabTo } from '../setup/tab-to.ts';
import { booking, notificationRequest, submission } from '../setup/stack.ts';
import { at, DESK, heading, newAccount, openDesk, ownName, pane, rowOf, store, test } from './desk.ts';
import { expect, findInaccessible } from './fixtures.ts';

test('the desk works by keyboard alone', async ({ page, staff }) => {
  // Other tests send requests at the same time: only these two have the mark.
  const mark = ownName('');
  const [one, two] = [`Ada ${mark}`, `Bo ${mark}`];
  await store('contact_submissions', submission({ name: one }));
  await store('contact_submissions', submission({ name: two }));
  await openDesk(page, staff);
  await tabTo(page, page.getByRole('searchbox'));
  // Shortcuts are letters here.
  await page.keyboard.type('jk');
  await expect(page.getByRole('searchbox')).toHaveValue('jk');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(mark);
  await expect(page.locator('.row')).toHaveCount(2);

  await tabTo(page, page.locator('.row').first());
  await page.keyboard.press('Home');
  await expect(page.locator('.row').first()).toBeFocused();
  for (const [key, row] of [
    ['j', 1],
    ['k', 0],
    ['ArrowDown', 1],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.locator('.row').nth(row)).toBeFocused();
  }
  const name = (await page.locator('.row:focus .row-name').textContent())?.replace('Unread: ', '') ?? '';
  await page.keyboard.press('Enter');
  await expect(heading(page, name)).toBeFocused();

  await tabTo(page, pane(page).getByLabel('State'));
  await page.keyboard.type('Done');
  await page.keyboard.press('Tab');
  await expect(rowOf(page, name)).toContainText('Done');
  await tabTo(page, pane(page).getByLabel('New note'));
  await page.keyboard.type('Escape does not lose this');
  await page.keyboard.press('Escape');
  await expect(pane(page).getByLabel('New note')).toHaveValue('Escape does not lose this');
  await tabTo(page, pane(page).getByRole('button', { name: 'Add the note' }));
  await page.keyboard.press('Enter');
  await expect(pane(page).locator('.notes')).toContainText('Escape does not lose this');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, name)).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Duties' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /^Dead letters/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Duties' })).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test(
    'the desk shows the list, then the request, and nothing wider than the screen',
    EXHAUSTIVE,
    async ({ page, staff }) => {
      const name = ownName();
      await store('demo_bookings', booking({ name }));
      await openDesk(page, staff);
      await rowOf(page, name).tap();
      await expect(heading(page, name)).toBeFocused();
      await expect(page.locator('.list-pane')).toBeHidden();
      await pane(page).getByLabel('Propose another time').tap();
      await pane(page).getByLabel('State').selectOption('In work');
      await expect(pane(page).locator('.mark')).toHaveText('In work');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      // At one moment: the request may be drawn again between two looks.
      const low = await pane(page)
        .locator('button, a, select, input')
        .evaluateAll((controls) =>
          controls
            .filter(
              (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height < 24,
            )
            .map((one) => one.outerHTML),
        );
      expect(low).toEqual([]);

      await pane(page).getByRole('button', { name: 'All requests' }).tap();
      await expect(rowOf(page, name)).toBeFocused();
      await page.getByRole('button', { name: 'Menu' }).tap();
      await page.getByRole('link', { name: 'Figures' }).tap();
      await expect(page.getByRole('heading', { level: 1, name: 'Figures' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: 'What came in' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    },
  );
});

/** What axe checks in the dark scheme: the rest is the same in both. */
const OF_SCHEME = ['color-contrast', 'link-in-text-block'];

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme });
    test('everybody can use every view of the desk', EXHAUSTIVE, async ({ page, staff }) => {
      const rules = colorScheme === 'dark' ? OF_SCHEME : undefined;
      const isAccessible = async () => expect(await findInaccessible(page, rules)).toEqual([]);
      const name = ownName();
      const { id } = await store('demo_bookings', booking({ name }));
      await store('notification_requests', notificationRequest());
      await openDesk(page, staff, at('demo_bookings', id));
      await pane(page).getByLabel('Propose another time').check();
      await expect(rowOf(page, name)).toBeVisible();
      await isAccessible();
      for (const view of ['Waiting lists', 'Figures', 'Log']) {
        await page.getByRole('link', { name: view }).click();
        await expect(page.getByRole('heading', { level: 1, name: view })).toBeVisible();
        await expect(page.locator('.loading')).toHaveCount(0);
        for (const numbers of await page.locator('summary').all()) await numbers.click();
        await expect(page.locator('main details:not([open])')).toHaveCount(0);
        await isAccessible();
      }
      await page.getByRole('button', { name: 'Duties' }).click();
      await page.getByRole('link', { name: 'Erase an address' }).click();
      await page.getByLabel('Address', { exact: true }).fill('nobody@example.com');
      await page.getByRole('button', { name: 'Show what is stored' }).click();
      await expect(page.getByRole('heading', { name: 'Nothing is stored about nobody@example.com' })).toBeFocused();
      await page.getByRole('button', { name: 'Duties' }).click();
      await isAccessible();
      await page.getByRole('button', { name: staff.account.email }).click();
      await page.getByRole('button', { name: 'Sign out', exact: true }).focus();
      await isAccessible();
    });
    test('everybody can sign in at the desk', EXHAUSTIVE, async ({ page }) => {
      const rules = colorScheme === 'dark' ? OF_SCHEME : undefined;
      const account = await newAccount();
      await page.goto(DESK);
      await expect(page.getByLabel('Email')).toBeFocused();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Enter your password.')).toBeVisible();
      expect(await findInaccessible(page, rules)).toEqual([]);
      await page.getByLabel('Email').fill(account.email);
      await page.getByLabel('Password').fill(account.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('New password', { exact: true }).fill(`own ${account.password}`);
      await page.getByLabel('New password again').fill(`own ${account.password}`);
      await page.getByRole('button', { name: 'Use this password' }).click();
      await expect(page.getByLabel('Six-digit code')).toBeFocused();
      expect(await findInaccessible(page, rules)).toEqual([]);
    });
  });

test(
  'without its live channel, the desk says so and checks every 30 seconds, until the channel is back',
  EXHAUSTIVE,
  async ({ page, staff }) => {
    let isRefused = true;
    await page.routeWebSocket(/realtime/, (socket) => {
      if (isRefused) void socket.close();
      else socket.connectToServer();
    });
    await page.clock.install();
    await openDesk(page, staff);
    const notice = page.getByText('Live updates are off. Checking every 30 seconds.');
    await expect(notice).toBeVisible();
    await expect(page.locator('.row, .empty').first()).toBeVisible();
    const name = ownName();
    await store('contact_submissions', submission({ name }));
    await page.clock.runFor(31_000);
    await expect(rowOf(page, name)).toBeVisible();

    isRefused = false;
    await page.clock.runFor(60_000);
    await expect(notice).toHaveCount(0);
    const later = ownName();
    await store('contact_submissions', submission({ name: later }));
    await page.clock.runFor(1000);
    await expect(rowOf(page, later)).toBeVisible();
  },
);
