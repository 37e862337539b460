import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { parse } from 'yaml';
import type { CallCopy } from '../../src/schemas/assistant.ts';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import type { CallState } from '../../src/voice/call-state.ts';
import { expect, running, site } from './fixtures.ts';

/** The call's copy: only tests about wording break when it is edited. */
export const words = fillPlaceholders(parse(readFileSync('content/assistant/call.yaml', 'utf8')) as CallCopy, site);

export const callDialog = (page: Page): Locator => page.getByRole('dialog', { name: words.dialog.title });
export const callButton = (page: Page): Locator => page.locator('[data-call-button]');
export const startButton = (page: Page): Locator => callDialog(page).getByRole('button', { name: words.dialog.start });
export const guide = (page: Page): Locator => page.getByRole('region', { name: words.guide.title });
export const controls = (page: Page): Locator => page.getByRole('region', { name: words.panel.title });
export const captions = (page: Page): Locator => controls(page).getByRole('log');

/** Records every microphone track the page gets, for {@link expectNothingLeft}. */
const watchMicrophone = (page: Page) =>
  page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { microphoneTracks: tracks });
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });

/** How many microphone tracks are live, and how many there ever were. */
export const microphones = (page: Page): Promise<{ live: number; ever: number }> =>
  page.evaluate(() => {
    const { microphoneTracks: tracks } = window as unknown as { microphoneTracks: MediaStreamTrack[] };
    return { live: tracks.filter(({ readyState }) => readyState === 'live').length, ever: tracks.length };
  });

/** Opens a page and watches its microphone. */
export async function openSite(page: Page, path = '/', siteUrl = running.siteUrl): Promise<void> {
  await watchMicrophone(page);
  await page.goto(siteUrl + path);
}

/** A unique address: each may make five calls in ten minutes. */
export const callerAddress = (): string => `ada.${randomUUID()}@example.com`;

/** Opens the dialog and says who is calling. */
export async function introduce(page: Page, email = callerAddress()): Promise<void> {
  await press(page, 'confirming');
  const dialog = callDialog(page);
  await dialog.getByLabel(words.dialog.fields.name.label).fill('Ada Example');
  await dialog.getByLabel(words.dialog.fields.email.label).fill(email);
}

/**
 * Presses the call button until the call has this state. A press too soon after a change counts as the second half of
 * a double click.
 */
export async function press(page: Page, state: CallState): Promise<void> {
  const button = callButton(page);
  await expect(async () => {
    const done =
      state === 'confirming'
        ? // It is still visible while it closes.
          (await page.locator('dialog[open]').and(callDialog(page)).count()) === 1
        : (await button.getAttribute('data-calling')) === null;
    if (!done) await button.click();
    expect(done).toBe(true);
  }).toPass({ intervals: [100] });
  await expectState(page, state);
}

/** Presses Start Call. */
export async function call(page: Page, email = callerAddress()): Promise<void> {
  await introduce(page, email);
  await startButton(page).click();
}

/** Calls, and waits until the caller is stored: a jump of the clock would end that wait, too. */
export async function callAndStore(page: Page): Promise<void> {
  const stored = page.waitForResponse(/\/rest\/v1\/voice_leads/);
  await call(page);
  await (await stored).finished();
}

/** Waits until a call is live. */
export const expectLive = (page: Page): Promise<void> => expectState(page, 'active');

/** The state of the call, as a visitor sees it. */
export async function expectState(page: Page, state: CallState): Promise<void> {
  const { button, guide: guideWords } = words;
  const labels: Partial<Record<CallState, string>> = {
    'requesting-permission': button.connecting,
    active: button.active,
  };
  const status: Partial<Record<CallState, string | RegExp>> = {
    'requesting-permission': guideWords.status.connecting,
    active: guideWords.status.active,
    // What follows depends on the call.
    ended: new RegExp([guideWords.status.ended, guideWords.status.over, words.failure.cutOff].join('|')),
  };
  const corner = page.getByRole('complementary', { name: words.region, includeHidden: true });
  await expect(corner.getByRole('status', { includeHidden: true }).first()).toHaveText(status[state] ?? '');
  await expect(callButton(page)).toHaveText(new RegExp(labels[state] ?? button.idle));
  await expect(callDialog(page)).toBeVisible({ visible: state === 'confirming' });
  await expect(page.locator('.call-panel')).toHaveCount(state in status ? 1 : 0);
}

/** Nothing of a call is left: no open microphone, no player, no call object. */
export async function expectNothingLeft(page: Page): Promise<void> {
  expect((await microphones(page)).live).toBe(0);
  await expect(page.locator('audio')).toHaveCount(0);
}

/** Calls again on the same page, now without a failure, and hangs up. */
export async function expectNextCallWorks(page: Page): Promise<void> {
  await page.evaluate(() => history.replaceState(null, '', location.pathname));
  await call(page);
  await expectLive(page);
  await press(page, 'ended');
  await expectNothingLeft(page);
}

/** Types a question. */
export async function ask(page: Page, question: string): Promise<void> {
  const field = controls(page).getByRole('textbox', { name: words.panel.question });
  await field.fill(question);
  await field.press('Enter');
}
