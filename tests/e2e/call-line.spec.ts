import type { Locator, Page } from 'playwright/test';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import {
  ask,
  call,
  callAndStore,
  captions,
  controls,
  expectLive,
  expectNothingLeft,
  expectState,
  openSite,
  words,
} from './call.ts';
import { expect, holdRequests, running, test, toast } from './fixtures.ts';
import { readAgent } from '../../src/build/knowledge/agent.ts';

const { panel } = words;
const { cutOff, kinds } = words.failure;
const { hangUpAfterSeconds } = readAgent().silence;

const question = (page: Page): Locator => controls(page).getByRole('textbox', { name: panel.question });
const undelivered = (page: Page): Locator => controls(page).getByText(panel.undelivered);

/** Opens a call whose clocks can be turned, and waits until the agent has greeted. */
async function callWithClock(page: Page, path = '/'): Promise<void> {
  await page.clock.install();
  await openSite(page, path);
  await callAndStore(page);
  await expectLive(page);
}
/** Waits until the agent is silent. */
async function expectGreeted(page: Page): Promise<void> {
  const speaking = controls(page).locator('[data-speaker=assistant][data-speaking]');
  await expect(speaking).toHaveCount(1);
  await expect(speaking).toHaveCount(0);
}

test('somebody who types a long question for two minutes is not hung up on', EXHAUSTIVE, async ({ page }) => {
  await callWithClock(page);
  await expectGreeted(page);
  for (const letter of 'why') {
    const told = page.waitForRequest(/\/typing$/);
    await question(page).press(letter);
    await told;
    await page.clock.fastForward((hangUpAfterSeconds - 20) * 1000);
    await expect(page.getByText(panel.closing)).toHaveCount(0);
  }
  await expectLive(page);

  // Whoever does nothing is warned, counted down, and can still go on.
  await page.clock.fastForward(10_000);
  await expect(page.getByText(panel.closing)).toBeVisible();
  await expect(
    controls(page)
      .getByText(/^\s*0:\d\d$/)
      .last(),
  ).toBeVisible();
  await question(page).press('y');
  await expect(page.getByText(panel.closing)).toHaveCount(0);
  await page.clock.fastForward((hangUpAfterSeconds + 6) * 1000);
  await expect(controls(page)).toContainText(panel.ends.silence);
  await expectNothingLeft(page);
});

test('an agent that never answers is reported, and then the call ends and closes the microphone', async ({ page }) => {
  await callWithClock(page, '/?rehearse=agent-silent');
  await page.clock.fastForward(11_000);
  await expect(page.getByText(panel.late)).toBeVisible();
  await ask(page, 'Is anybody there?');
  await page.clock.fastForward(20_000);
  await expect(toast(page, cutOff)).toContainText(kinds['agent-silent']);
  await expect(controls(page)).toContainText(kinds['agent-silent']);
  await expectState(page, 'ended');
  await expectNothingLeft(page);
});

test('an agent that answers late is reported until it does', EXHAUSTIVE, async ({ page }) => {
  await callWithClock(page);
  await expectGreeted(page);
  const release = await holdRequests(page, `${running.rehearsalUrl}/live/rooms/*/turns`);
  await ask(page, 'how long is an internship?');
  await page.clock.fastForward(11_000);
  await expect(page.getByText(panel.late)).toBeVisible();
  release();
  await expect(captions(page)).toContainText('That is from the page');
  await expect(page.getByText(panel.late)).toHaveCount(0);
  await expectLive(page);
});

test(
  'a question waits for an interrupted connection, and can be withdrawn',
  EXHAUSTIVE,
  async ({ page, context, expectedErrors }) => {
    await openSite(page);
    await callAndStore(page);
    await expectLive(page);
    await context.setOffline(true);
    // A call asks for nothing while it is interrupted, unless it was about to. Here something certainly is.
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await page.evaluate(() => fetch('/').catch(() => undefined));
    await expect(page.getByText(panel.interrupted)).toBeVisible();
    await ask(page, 'how long is an internship?');
    await ask(page, 'who does the work?');
    await expect(undelivered(page)).toHaveCount(2);
    await expect(question(page)).toHaveValue('');
    await controls(page).getByRole('button', { name: panel.withdraw }).first().click();
    await expect(undelivered(page)).toHaveCount(1);
    await context.setOffline(false);
    await expect(page.getByText(panel.interrupted)).toHaveCount(0);
    await expect(undelivered(page)).toHaveCount(0);
    await expect(captions(page)).toContainText(`${panel.visitor}: who does the work?`);
    await expect(captions(page)).not.toContainText('how long is an internship?');
    await expect(captions(page)).toContainText('That is from the page');
    await expectLive(page);
  },
);

test(
  'a connection that stays interrupted for 30 seconds ends the call',
  EXHAUSTIVE,
  async ({ page, context, expectedErrors }) => {
    await callWithClock(page);
    await context.setOffline(true);
    // See above.
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await page.evaluate(() => fetch('/').catch(() => undefined));
    await expect(page.getByText(panel.interrupted)).toBeVisible();
    await ask(page, 'how long is an internship?');
    await page.clock.fastForward(31_000);
    await expect(toast(page, cutOff)).toContainText(kinds['network-lost']);
    await expectState(page, 'ended');
    await expectNothingLeft(page);
    // What was not delivered is still there to read.
    await expect(undelivered(page)).toHaveCount(1);
  },
);

test('a microphone that the device mutes is reported', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  await call(page);
  await expectLive(page);
  const device = (muted: boolean) =>
    page.evaluate((muted) => {
      const { microphoneTracks: tracks } = window as unknown as { microphoneTracks: MediaStreamTrack[] };
      const [track] = tracks;
      Object.defineProperty(track, 'muted', { value: muted, configurable: true });
      track?.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
    }, muted);
  await device(true);
  await expect(page.getByText(panel.silenced)).toBeVisible();
  await device(false);
  await expect(page.getByText(panel.silenced)).toHaveCount(0);
});
