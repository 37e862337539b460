import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { makeMeetingLinks } from '../../functions/_shared/meeting-links.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { anyAddress, fromAddress } from '../setup/network.ts';
import { booking } from '../setup/stack.ts';
import { at, heading, minutesOf, openDesk, ownName, pane, store, test } from './desk.ts';
import { expect, running } from './fixtures.ts';

/** Somebody at the door: other tests knock, too. */
const knocker = (page: Page, name: string) =>
  page.getByRole('status', { name: 'At the door' }).locator('.knock', { hasText: name });

/** Confirms a booking at the desk, and has it begin in five minutes. Returns how its visitor calls meeting-access. */
async function confirm(page: Page, name: string, sql: Parameters<Parameters<typeof test>[2]>[0]['database']) {
  const row = await store('demo_bookings', booking({ name }));
  const id = String(row['id']);
  await page.goto(`${page.url().replace(/#.*/, '')}${at('demo_bookings', id)}`);
  await expect(heading(page, name)).toBeVisible();
  await expect(pane(page).getByRole('button', { name: 'Enter the room' })).toHaveCount(0);
  await pane(page).getByRole('radio', { name: 'Confirm' }).check();
  await pane(page).getByRole('button', { name: 'Confirm and mail' }).click();
  await expect(pane(page).getByRole('button', { name: 'Enter the room' })).toBeVisible();
  const startsAt = new Date(Date.now() + 5 * 60_000).toISOString();
  await sql`update public.booking_answers set starts_at = ${startsAt} where booking_id = ${id}`;
  const secret = makeMeetingLinks(running.meetingSecret, '').visitorSecret({ booking: id, startsAt });
  return async (body: object) => {
    const response = await fetch(`${running.apiUrl}/functions/v1/meeting-access`, {
      method: 'POST',
      headers: {
        apikey: running.publishableKey,
        'content-type': 'application/json',
        ...fromAddress(running.networkKey, anyAddress()),
      },
      body: JSON.stringify({ booking: id, secret, ...body }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as unknown;
  };
}

test('the tab of a room that the desk opens has no way back to the desk, and nothing of its session', async ({
  page,
  staff,
  database,
}) => {
  await openDesk(page, staff);
  const access = await confirm(page, ownName(), database);
  const name = ownName();
  await access({ action: 'knock', name });
  const opened = page.context().waitForEvent('page');
  await knocker(page, name)
    .getByRole('button', { name: `Admit ${name}` })
    .click();
  const room = await opened;
  await room.waitForURL(/\/meet$/);
  expect(await room.evaluate(() => opener === null && sessionStorage.getItem('desk') === null)).toBe(true);
});

for (const width of [390, 1440])
  test(
    `who knocks is shown in every view of the desk, admitted or declined by keyboard, at ${width} pixels`,
    EXHAUSTIVE,
    async ({ page, staff, database }) => {
      await page.setViewportSize({ width, height: 800 });
      await openDesk(page, staff);
      const access = await confirm(page, ownName(), database);
      await page.goto(`${page.url().replace(/#.*/, '')}#log`);
      const [zoe, smith] = [ownName('Zoë <b>'), ownName('J. Smith')];

      await access({ action: 'knock', name: zoe });
      await expect(knocker(page, zoe)).toContainText(`${zoe} is waiting to be let in.`);
      await expect(page).toHaveTitle(/ is waiting – /);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      await knocker(page, zoe)
        .getByRole('button', { name: `Decline ${zoe}` })
        .focus();
      await page.keyboard.press('Enter');
      await expect(knocker(page, zoe)).toHaveCount(0);
      expect(await access({ action: 'knock', name: zoe })).toEqual({ declined: true });

      await access({ action: 'knock', name: smith });
      const opened = page.context().waitForEvent('page');
      await knocker(page, smith)
        .getByRole('button', { name: `Admit ${smith}` })
        .focus();
      await page.keyboard.press('Enter');
      await (await opened).close();
      await expect(knocker(page, smith).getByRole('link', { name: 'Open it yourself' })).toHaveAttribute(
        'href',
        /\/meet#[\w-]+\.host~[\w~-]+\.admit\.J%2E%20Smith%20[\da-f]{8}$/,
      );

      await knocker(page, smith)
        .getByRole('link', { name: `Show the booking of ${smith}` })
        .click();
      await expect(pane(page).getByRole('button', { name: 'Enter the room' })).toBeVisible();
      await access({ action: 'knock', name: '' });
      await expect(knocker(page, smith)).toHaveCount(0);
      await access({ action: 'ended', seconds: 65, worked: false });
      await expect(pane(page)).toContainText('1 min 5 sec');
      await expect(pane(page)).toContainText('The visitor says that it did not work.');
    },
  );

test(
  'a knock is shown within a minute, also if the desk has missed the message of it',
  EXHAUSTIVE,
  async ({ page, staff }) => {
    const minutePasses = await minutesOf(page);
    let knocks: object[] = [];
    await page.route('**/rpc/desk_knocks', (route) => route.fulfill({ json: knocks }));
    await openDesk(page, staff);
    await expect(page.locator('.row, .empty').first()).toBeVisible();
    const name = ownName();
    await expect(knocker(page, name)).toHaveCount(0);
    knocks = [{ booking: randomUUID(), name, since: new Date().toISOString() }];
    await minutePasses();
    await expect(knocker(page, name)).toBeVisible();
  },
);

test('twenty at the door leave the desk in sight', EXHAUSTIVE, async ({ page, staff }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const knocks = Array.from({ length: 20 }, (_, n) => ({
    booking: randomUUID(),
    name: `${n + 1} ${'Ada Example '.repeat(8)}`,
    since: new Date().toISOString(),
  }));
  await page.route('**/rpc/desk_knocks', (route) => route.fulfill({ json: knocks }));
  await openDesk(page, staff);
  await expect(page.locator('.knock')).toHaveCount(knocks.length);
  await expect(page.locator('.row, .empty').first()).toBeInViewport();
  const last = page.getByRole('button', { name: /^Decline 20 / });
  await last.focus();
  await expect(last).toBeInViewport();
});
