/** The video room, the whole way: booked, confirmed, met, and noted (issue 31). */
import type { Page } from 'playwright/test';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { mails } from '../setup/stack.ts';
import { at, heading, openDesk, ownName, pane } from './desk.ts';
import { expect, running, toast } from './fixtures.ts';
import { enter, formOf, storedRows } from './form-copy.ts';
import {
  button,
  control,
  expectMoving,
  expectNothingHeld,
  expectSeesAndHears,
  KEYBOARD,
  leave,
  MOUSE,
  openDoor,
  test,
  tileOf,
  title,
  words,
  type Hands,
} from './meet.ts';

/** An outage lasts so long (milliseconds). */
const OUTAGE_MS = 5000;

/** Writes into the chat. */
async function say(page: Page, text: string, { press, write }: Hands): Promise<void> {
  await press(control(page, words.call.chat));
  await write(page.getByRole('textbox', { name: words.chat.label }), text);
  await page.keyboard.press('Enter');
}

/** Takes a page off the network, media included, for five seconds. */
async function loseNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const network = (offline: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
      packetLoss: offline ? 100 : 0,
    });
  await session.send('Network.enable');
  await network(true);
  const lost = Date.now();
  await expect(page.getByText(words.notices.reconnecting)).toBeVisible({ timeout: 20_000 });
  // The outage is what is tested: it must last.
  await expect.poll(() => Date.now() - lost, { timeout: 20_000 }).toBeGreaterThan(OUTAGE_MS);
  await network(false);
  await expect(page.getByText(words.notices.reconnecting)).toHaveCount(0, { timeout: 20_000 });
}

for (const [what, viewport, hands] of [
  ['on a large screen', { width: 1440, height: 900 }, MOUSE],
  ['on a phone', { width: 390, height: 844 }, MOUSE],
  ['by keyboard', { width: 1440, height: 900 }, KEYBOARD],
] as const)
  test.describe(what, () => {
    test.use({ viewport, tolerated: [/ERR_INTERNET_DISCONNECTED/] });

    test(
      'a demo is booked, confirmed, held by video, and noted',
      EXHAUSTIVE,
      async ({ page, open, staff, database, email }) => {
        test.setTimeout(300_000);
        const { press, write } = hands;
        const form = formOf('demo-booking');
        const name = ownName();
        await page.goto(`${running.siteUrl}/flow`);
        await press(page.getByRole('contentinfo').getByRole('button', { name: 'Schedule a Demo' }));
        await expect(form.submit(page)).toBeVisible();
        await enter(page, 'demo-booking', { ...form.values(email), name });
        await press(form.submit(page));
        await form.received(page);
        const [{ id } = {}] = await storedRows(database, 'demo_bookings', email);
        // The form offers no time that is so near.
        await database`update public.demo_bookings set starts_at = now() + interval '5 minutes' where id = ${String(id)}`;

        const desk = await open();
        await openDesk(desk, staff, at('demo_bookings', id));
        await press(pane(desk).getByLabel('Confirm'));
        await press(pane(desk).getByRole('button', { name: 'Confirm and mail' }));
        await expect(toast(desk, 'Stored')).toBeVisible();

        const mail = async () =>
          (await mails(running.mailboxUrl)).find(
            ({ to, text }) => to[0]?.address === email && text.includes(`/meet#${String(id)}.`),
          );
        await expect.poll(async () => (await mail())?.text, { timeout: 20_000 }).toBeDefined();
        const [link = ''] = /http\S+\/meet#\S+/.exec((await mail())?.text ?? '') ?? [];
        const visitor = await open({ viewport });
        await openDoor(visitor, link);
        expect(visitor.url()).toBe(`${running.siteUrl}/meet`);
        await expect(visitor.getByLabel(words.door.name)).toHaveValue(name);
        await expectMoving(visitor.locator('.preview video'));
        await press(button(visitor, words.door.join));
        await expect(title(visitor, words.knocking.title)).toBeVisible();

        // The desk says who waits, and lets them in.
        await expect(desk.getByRole('status', { name: 'At the door' })).toContainText(
          `${name} is waiting to be let in.`,
        );
        const opened = desk.context().waitForEvent('page');
        await press(desk.getByRole('button', { name: `Admit ${name}` }));
        const host = await opened;
        await host.setViewportSize(viewport);
        await write(host.getByLabel(words.door.name), 'Grace');
        await press(button(host, words.door.hostJoin));
        await expect(title(visitor, words.call.title)).toBeVisible({ timeout: 20_000 });
        await expectSeesAndHears(visitor, 'Grace');
        await expectSeesAndHears(host, name);
        if (viewport.width === 390)
          expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);

        await say(visitor, 'See https://example.com/<b>plan</b>', hands);
        await say(host, 'Thank you', hands);
        await expect(host.getByRole('log')).toContainText('See https://example.com/<b>plan</b>');
        await expect(host.getByRole('log').locator('a, b')).toHaveCount(0);
        await expect(visitor.locator('.message', { hasText: 'Thank you' }).locator('.host-mark')).toHaveText('Host');
        await expect(host.locator('.message .host-mark')).toHaveCount(0);
        for (const one of [visitor, host]) await press(control(one, words.call.chat));

        await press(control(host, words.call.share));
        await expectMoving(visitor.locator('.shared-screen video'));
        await press(host.getByRole('button', { name: words.call.stopSharing }).first());
        await expect(visitor.locator('.shared-screen')).toHaveCount(0);

        await loseNetwork(visitor);
        await expectSeesAndHears(visitor, 'Grace');
        await expectSeesAndHears(host, name);

        await leave(visitor, hands);
        await expect(visitor.getByText(/You were in the call for/)).toBeVisible();
        await press(button(visitor, words.ended.yes));
        await expect(visitor.getByText(words.ended.thanks)).toBeVisible();
        await expectNothingHeld(visitor);
        await expect(tileOf(host, name)).toHaveCount(0);
        await leave(host, hands);
        await write(host.getByLabel(words.ended.note.label), 'They want the reports.');
        await press(button(host, words.ended.note.save));
        await expect(host.getByText(words.ended.note.saved)).toBeVisible();
        await host.close();

        await expect(heading(desk, name)).toBeVisible();
        await expect(pane(desk).locator('.notes')).toContainText('They want the reports.');
        await expect(pane(desk)).toContainText('The visitor says that it worked.');
      },
    );
  });
