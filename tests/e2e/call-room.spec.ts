import type { Locator, Page } from 'playwright/test';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { call, callButton, controls, expectLive, guide, openSite, words } from './call.ts';
import { dialog, expect, FAILED_RESOURCE, FAILURE, fill, running, submitButton, test, toast } from './fixtures.ts';
import { expectUncovered } from './walk.ts';

const { guide: guideWords, panel } = words;

/** The captions show at least this much (pixels): four lines. */
const USABLE_CAPTIONS = 140;

/** What a visitor uses during a call. */
const inPanel = (page: Page): Locator[] => [
  controls(page).getByRole('button', { name: panel.mute }),
  controls(page).getByRole('button', { name: panel.hide }),
  controls(page).getByRole('textbox', { name: panel.question }),
  controls(page).getByRole('button', { name: panel.send }),
];

async function expectReachable(all: readonly Locator[]): Promise<void> {
  for (const one of all) {
    await one.scrollIntoViewIfNeeded();
    await expectUncovered(one);
  }
}

test('from 768 x 640 px, the whole guide is beside usable captions and controls', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openSite(page, '/flow');
  await call(page);
  await expectLive(page);
  for (const [width, height] of [
    [1280, 720],
    [768, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectUncovered(guide(page).getByRole('heading', { name: guideWords.title }));
    for (const { title } of guideWords.steps) await expectUncovered(guide(page).getByText(title, { exact: true }));
    await expectUncovered(guide(page).getByRole('button', { name: guideWords.end }));
    for (const one of inPanel(page)) await expectUncovered(one);
    const captions = controls(page).getByRole('group', { name: panel.captions });
    await expect.poll(async () => (await captions.boundingBox())?.height).toBeGreaterThanOrEqual(USABLE_CAPTIONS);
  }
});

for (const [width, height] of [
  [1280, 720],
  [1024, 768],
  [390, 664],
] as const)
  test(
    `at ${width} x ${height} px a call, a dialog and toasts cover no control`,
    EXHAUSTIVE,
    async ({ page, expectedErrors }) => {
      expectedErrors.push(FAILURE, FAILED_RESOURCE);
      await page.setViewportSize({ width, height });
      await openSite(page, '/resources');
      await call(page);
      await expectLive(page);
      await page.locator('form[data-island^=waiting-list] [type=submit]').first().click();
      const error = toast(page, 'Please fill in all fields.');
      const dismiss = error.getByRole('button');
      await expectUncovered(dismiss);
      await expectReachable([...inPanel(page), callButton(page), dismiss]);

      await page.route(`${running.apiUrl}/rest/v1/contact_submissions*`, (route) => route.abort());
      await page.locator('[data-opens=consultation]:visible').first().click();
      await fill(page, { name: 'Ada', email: 'ada@example.com' });
      await submitButton(page).click();
      const failure = toast(page, 'Failed to send request. Please try again.');
      await expectUncovered(failure.getByRole('button'));
      await expectReachable([
        dialog(page).getByRole('heading').first(),
        ...(await dialog(page).locator('.control, .cross, .buttons .button, .toast button').all()),
      ]);
    },
  );
