/** Camera and microphone in the video room: seen and heard by all, and closed after every end. */
import type { Page } from 'playwright/test';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { expect, running } from './fixtures.ts';
import {
  button,
  confirmed,
  control,
  enterAsHost,
  enterAsVisitor,
  expectNothingHeld,
  expectSeesAndHears,
  held,
  hostLink,
  leave,
  test,
  tileOf,
  title,
  visitorLink,
  words,
} from './meet.ts';

const { kinds } = words.ended;

test(
  'three people see and hear each other, and each closes everything',
  EXHAUSTIVE,
  async ({ open, staff, database }) => {
    test.setTimeout(300_000);
    const appointment = await confirmed(database, staff);
    const [host, ada, bo] = [await open(), await open(), await open()];
    await enterAsHost(host, hostLink(appointment, staff), 'Grace');
    await enterAsVisitor(ada, visitorLink(appointment), 'Ada', host);
    await enterAsVisitor(bo, visitorLink(appointment), 'Bo', host);
    for (const [page, others] of [
      [host, ['Ada', 'Bo']],
      [ada, ['Grace', 'Bo']],
      [bo, ['Grace', 'Ada']],
    ] as const)
      for (const other of others) await expectSeesAndHears(page, other);
    await leave(ada);
    await expect(tileOf(bo, 'Ada')).toHaveCount(0);
    await expectSeesAndHears(bo, 'Grace');
    await control(host, words.call.leave).click();
    await button(host, words.call.endForAll).click();
    await expect(title(bo, kinds['ended-for-all'].title)).toBeVisible();
    for (const page of [host, ada, bo]) await expectNothingHeld(page);
  },
);

test('twenty calls of two in a row leave nothing open', EXHAUSTIVE, async ({ open, staff, database }) => {
  test.setTimeout(600_000);
  const appointment = await confirmed(database, staff);
  const [host, visitor] = [await open(), await open()];
  for (let call = 0; call < 20; call++) {
    await enterAsHost(host, hostLink(appointment, staff), 'Grace');
    await enterAsVisitor(visitor, visitorLink(appointment), 'Ada', host);
    await expectSeesAndHears(host, 'Ada');
    await expectSeesAndHears(visitor, 'Grace');
    await leave(visitor);
    await leave(host);
    for (const page of [host, visitor]) await expectNothingHeld(page);
  }
});

/** How a meeting can end, as the visitor's page shows it afterwards. */
const ENDS: Record<string, (visitor: Page, host: Page) => Promise<void>> = {
  'the visitor leaves': (visitor) => leave(visitor),
  'a host removes the visitor': async (visitor, host) => {
    await control(host, words.call.people).click();
    await button(host, words.people.remove.replace('{name}', 'Ada')).click();
    await button(host, words.people.removeNow).click();
    await expect(title(visitor, kinds.removed.title)).toBeVisible();
  },
  'a host ends it for everybody': async (visitor, host) => {
    await control(host, words.call.leave).click();
    await button(host, words.call.endForAll).click();
    await expect(title(visitor, kinds['ended-for-all'].title)).toBeVisible();
  },
};

for (const [what, end] of Object.entries(ENDS))
  test(`camera and microphone are closed when ${what}`, EXHAUSTIVE, async ({ open, staff, database }) => {
    test.slow();
    const appointment = await confirmed(database, staff);
    const [host, visitor] = [await open(), await open()];
    await enterAsHost(host, hostLink(appointment, staff), 'Grace');
    await enterAsVisitor(visitor, visitorLink(appointment), 'Ada', host);
    await expectSeesAndHears(visitor, 'Grace');
    await end(visitor, host);
    await expectNothingHeld(visitor);
  });

test(
  'camera and microphone are closed when a page is left, and others are told',
  EXHAUSTIVE,
  async ({ open, staff, database }) => {
    test.slow();
    const appointment = await confirmed(database, staff);
    const [host, visitor] = [await open(), await open()];
    await enterAsHost(host, hostLink(appointment, staff), 'Grace');
    await enterAsVisitor(visitor, visitorLink(appointment), 'Ada', host);
    // The page asks before it is left.
    visitor.on('dialog', (dialog) => void dialog.accept());
    await visitor.evaluate(() => {
      const { ownTracks } = window as unknown as { ownTracks: MediaStreamTrack[] };
      addEventListener('pagehide', () =>
        sessionStorage.setItem('left', String(ownTracks.filter(({ readyState }) => readyState === 'live').length)),
      );
    });
    await visitor.goto(`${running.siteUrl}/flow`);
    expect(await visitor.evaluate(() => sessionStorage.getItem('left'))).toBe('0');
    await expect(tileOf(host, 'Ada')).toHaveCount(0);
  },
);

/** What a visitor may do, in any order; each does nothing where it can't be done. */
const DEEDS = ['microphone', 'camera', 'join', 'leave', 'share', 'reload', 'again', 'device'] as const;

/** The next of a row of numbers that look random but are the same each time. */
const next = (seed: number) => (seed * 48_271) % 2_147_483_647;

async function act(page: Page, deed: (typeof DEEDS)[number]): Promise<void> {
  const press = async (...names: string[]) => {
    for (const name of names) {
      const one = page.getByRole('button', { name }).first();
      if (await one.isVisible()) return one.click({ timeout: 2000 }).catch(() => undefined);
    }
  };
  const { call, door, ended } = words;
  if (deed === 'microphone') await press(call.mute, call.unmute);
  if (deed === 'camera') await press(call.cameraOff, call.cameraOn);
  if (deed === 'join') await press(door.hostJoin);
  if (deed === 'leave') {
    await press(call.leave, words.joining.cancel);
    await press(call.leaveOnly);
  }
  if (deed === 'share') await press(call.share, call.stopSharing);
  if (deed === 'reload') await page.reload();
  if (deed === 'again') await press(ended.again);
  if (deed === 'device') await page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event('devicechange')));
}

for (let seed = 1; seed <= 50; seed++)
  test(`nothing is left open after random deeds, number ${seed}`, EXHAUSTIVE, async ({ open, staff, database }) => {
    test.slow();
    const appointment = await confirmed(database, staff);
    const page = await open();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(hostLink(appointment, staff));
    let random = next(seed * 7919);
    for (let step = 0; step < 12; step++) {
      random = next(random);
      await act(page, DEEDS[random % DEEDS.length] ?? 'join');
    }
    // However it stands: at the door, in the call, or after it.
    const { call, door, joining, ended } = words;
    await expect(async () => {
      const leaving = [call.leaveOnly, joining.cancel, call.leave].map((name) => button(page, name));
      // What was there a moment ago may be gone: then, it looks again.
      for (const one of leaving) if (await one.isVisible()) await one.click({ timeout: 1000 });
      const left = page.getByRole('button', { name: ended.again });
      const atDoor = button(page, door.hostJoin);
      if (await atDoor.isVisible()) {
        await atDoor.click({ timeout: 1000 });
        await expect(title(page, call.title)).toBeVisible();
      }
      await expect(left).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await expect.poll(async () => (await held(page)).tracks).toEqual([]);
    expect((await held(page)).connections).toBe(0);
  });
