import type { Page } from 'playwright/test';
import { call, controls, expectLive, introduce, openSite, press, words } from './call.ts';
import { expect, PAGES, running, test } from './fixtures.ts';
import { control, enter, FORMS, formOf, internshipCopy } from './form-copy.ts';
import { findUnspeakable } from './look-names.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

/** Names with two meanings, and why. */
const SHARED = [
  // Spec section 2: it opens the consultation, and elsewhere on the home page it leads to /flow.
  'Get Free Project Consultation',
  // The guide's button and the one in the corner: both end the call.
  words.guide.end,
];

const expectSpeakable = async (page: Page, what: string) =>
  expect(await findUnspeakable(page, SHARED), what).toEqual([]);

test('reports what cannot be named', EXHAUSTIVE, async ({ page }) => {
  const body = `<!doctype html><html lang="en"><title>Faults</title>
    <button><svg></svg></button>
    <button aria-label="Send the form">Submit</button>
    <button aria-label="Submit the order">Submit <span style="clip-path: inset(50%)">all</span></button>
    <label>Your name <input aria-label="Name" /></label>
    <a href="/one">Read more</a> <a href="/two">Read more</a>
    <a href="/one">One</a> <a href="/one">One</a>
    <button hidden>Never seen</button> <div inert><button aria-label="x">Asleep</button></div>`;
  await page.route('**/faults', (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }));
  await page.goto(`${running.siteUrl}/faults`);
  expect(await findUnspeakable(page)).toEqual([
    'has no name: button “” control 0',
    'has a name without its text, “submit”: button “send the form”',
    'has a name without its text, “your name”: textbox “name”',
    `means 2 things: “read more”, ${running.siteUrl}/one, ${running.siteUrl}/two`,
  ]);
});

for (const width of [390, 1440])
  test.describe(`voice control users can name everything at ${width} px:`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('on each page', EXHAUSTIVE, async ({ page }) => {
      for (const path of PAGES) {
        await page.goto(running.siteUrl + path);
        await expectSpeakable(page, path);
      }
    });

    test('the menu, and the details of the journey', EXHAUSTIVE, async ({ page }) => {
      await page.goto(`${running.siteUrl}/flow`);
      for (const summary of await page.locator('summary:visible').all()) await summary.click();
      await expectSpeakable(page, 'expanded');
    });

    for (const { name, island, open, submit, values, received } of FORMS)
      test(`${name}, empty, with errors, and sent`, EXHAUSTIVE, async ({ page, email }) => {
        await open(page);
        await control(page, island, 'name').focus();
        await expect(page.locator(`form[data-island=${island}]`)).toHaveAttribute('data-ready', '');
        await expectSpeakable(page, 'empty');
        await submit(page).click();
        await expect(control(page, island, 'name')).toHaveAttribute('aria-invalid', 'true');
        await expectSpeakable(page, 'with errors');
        await enter(page, island, values(email));
        await submit(page).click();
        await received(page);
        // After an application, the visitor is taken to the home page.
        if (island === 'internship') await expect(page).toHaveURL(/#internships$/);
        await expectSpeakable(page, 'sent');
      });

    test('a chosen resume', EXHAUSTIVE, async ({ page }) => {
      await formOf('internship').open(page);
      await control(page, 'internship', 'resume').setInputFiles({
        name: 'cv.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7\n'),
      });
      await expect(page.getByRole('button', { name: internshipCopy.fields.resume.remove })).toBeVisible();
      await expectSpeakable(page, 'with a file');
    });

    test('a call, from its dialog to its end', EXHAUSTIVE, async ({ page }) => {
      await openSite(page, '/flow');
      await introduce(page);
      await expectSpeakable(page, 'the dialog');
      await page.keyboard.press('Escape');
      await call(page);
      await expectLive(page);
      await expectSpeakable(page, 'live');
      await controls(page).getByRole('button', { name: words.panel.mute, exact: true }).click();
      await controls(page).getByRole('button', { name: words.panel.hide }).click();
      await expectSpeakable(page, 'muted, without captions');
      await press(page, 'ended');
      await expectSpeakable(page, 'ended');
    });
  });
