import type { Page } from 'playwright/test';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import {
  call,
  callButton,
  callDialog,
  callerAddress,
  controls,
  expectLive,
  expectNothingLeft,
  expectState,
  introduce,
  microphones,
  openSite,
  startButton,
  words,
} from './call.ts';
import { expect, test, toast } from './fixtures.ts';

const { button, dialog, panel } = words;

/** A second tab of the same browser. */
async function openTab(page: Page, path = '/'): Promise<Page> {
  const other = await page.context().newPage();
  await openSite(other, path);
  return other;
}

test('a call in another tab: the button says so, and it can be ended from there', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  const early = await openTab(page, '/resources');
  await call(page);
  await expectLive(page);

  // A tab that the call's own page has opened knows at once, any other one as soon as somebody points at the button.
  const opened = page.waitForEvent('popup');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI Portfolio' }).click();
  const popup = await opened;
  await expect(callButton(popup)).toHaveText(button.elsewhere);
  await popup.close();
  const late = await openTab(page, '/flow');
  await callButton(late).hover();
  await expect(callButton(late)).toHaveText(button.elsewhere);
  await expect(callButton(early)).toHaveText(button.idle);
  await callButton(early).hover();
  await expect(callButton(early)).toHaveText(button.elsewhere);
  await expect(callButton(page)).toHaveText(button.active);

  await callButton(late).click();
  await callDialog(late).getByLabel(dialog.fields.name.label).fill('Ada Example');
  await callDialog(late).getByLabel(dialog.fields.email.label).fill(callerAddress());
  await expect(callDialog(late)).toContainText(dialog.elsewhere.note);
  await expect(startButton(late)).toBeDisabled();
  await callDialog(late).getByRole('button', { name: dialog.elsewhere.end }).click();
  await expectState(page, 'ended');
  await expect(controls(page)).toContainText(panel.ends.visitor);
  await expectNothingLeft(page);
  await expect(callDialog(late)).not.toContainText(dialog.elsewhere.note);
  await expect(callButton(early)).toHaveText(button.idle);

  await startButton(late).click();
  await expectLive(late);
  await expect(callButton(page)).toHaveText(button.elsewhere);
  expect(await microphones(late)).toEqual({ live: 1, ever: 1 });
  expect(await microphones(page)).toEqual({ live: 0, ever: 1 });
});

for (const [what, go] of [
  ['closed', (page: Page) => page.close()],
  ['crashed', (page: Page) => page.goto('chrome://crash').catch(() => undefined)],
] as const)
  test(`when the tab of the call was ${what}, the button is free within two seconds`, EXHAUSTIVE, async ({ page }) => {
    const other = await openTab(page);
    await call(other);
    await expectLive(other);
    await openSite(page);
    await callButton(page).hover();
    await expect(callButton(page)).toHaveText(button.elsewhere);
    await go(other);
    await expect(callButton(page)).toHaveText(button.idle, { timeout: 2000 });
    await call(page);
    await expectLive(page);
  });

test(
  'of two calls that begin at the same moment, one is made, and the other says why it is not',
  EXHAUSTIVE,
  async ({ page }) => {
    // No tab notices the other's call before it has begun its own.
    await page.context().addInitScript(() => {
      const query = navigator.locks.query.bind(navigator.locks);
      const begun = new Promise((resolve) => addEventListener('both-begun', resolve, { once: true }));
      Object.assign(navigator.locks, { query: () => begun.then(query) });
    });
    await openSite(page);
    const other = await openTab(page);
    const both = [page, other] as const;
    for (const one of both) await introduce(one);
    await Promise.all(both.map((one) => startButton(one).click()));
    for (const one of both) await one.evaluate(() => dispatchEvent(new Event('both-begun')));
    const live = async () =>
      (await Promise.all(both.map(microphones))).map((all) => all.live).reduce((sum, each) => sum + each);
    await expect.poll(live).toBe(1);
    const refused = (await microphones(page)).live === 1 ? other : page;
    await expect(toast(refused, words.failure.notStarted)).toContainText(words.failure.kinds['call-elsewhere']);
    await expect(callButton(refused)).toHaveText(button.elsewhere);
    expect((await microphones(refused)).ever).toBe(0);
  },
);

test('the end of its own call is never taken for a call in another tab', EXHAUSTIVE, async ({ page }) => {
  // The browser is slow to give the lock back.
  await page.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks);
    const slow = async (name: string, options: LockOptions, run: LockGrantedCallback<unknown>) =>
      request(name, options, async (lock) => {
        const result = await run(lock);
        await new Promise((giveBack) => Object.assign(window, { giveBack }));
        return result;
      });
    Object.assign(navigator.locks, { request: slow });
  });
  await openSite(page);
  await call(page);
  await expectLive(page);
  const labels = await callButton(page).evaluateHandle((shown) => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(shown.textContent)).observe(shown, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    return seen;
  });
  await callButton(page).click();
  await expectState(page, 'ended');
  const held = () => page.evaluate(async () => (await navigator.locks.query()).held?.length);
  // What the page has asked for by now was answered before.
  expect(await held()).toBe(1);
  await page.evaluate(() => (window as unknown as { giveBack: () => void }).giveBack());
  await expect.poll(held).toBe(0);
  await expect(callButton(page)).toHaveText(button.idle);
  expect((await labels.jsonValue()).join()).not.toContain(button.elsewhere);
});
