import type { Page } from 'playwright/test';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import {
  dialog,
  expect,
  FAILED_RESOURCE,
  FAILURE,
  labels,
  rowsOf,
  running,
  site,
  submitButton,
  test,
  toast,
} from './fixtures.ts';
import { expectFocus, expectSaid, go, goTo, listen, summaryWith } from './walk.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const { fields, optional, success } = fillPlaceholders(labels, site);
const FIELDS = [
  `textbox "${fields.name.label}", required`,
  `textbox "${fields.email.label}", required`,
  `textbox "${fields.phone.label} ${optional}"`,
  `textbox "${fields.company.label} ${optional}"`,
  `textbox "${fields.message.label} ${optional}"`,
];
const REST = ['link "Privacy policy"', `button "${labels.cancel}"`, `button "${labels.submit}"`];
const OPENER = 'button "Get Free Project Consultation"';
const MISTAKES = {
  name: `textbox "${fields.name.label}", required, invalid: ${fields.name.problems.required}`,
  email: `textbox "${fields.email.label}", required, invalid: ${fields.email.problems.invalid}`,
};

/** Opens the home page and the dialog, by keyboard alone. */
async function open(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await listen(page);
  await page.goto(running.siteUrl);
  await goTo(page, 'Tab', OPENER);
  await page.keyboard.press('Enter');
  await expectFocus(page, FIELDS[0] ?? '');
  await expect(dialog(page).locator('form[data-ready]')).toHaveCount(1);
}

for (const [width, height] of [
  [390, 640],
  [1440, 900],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test(
      'by keyboard: through the dialog and around, with errors, fixed from the summary, and sent',
      EXHAUSTIVE,
      async ({ page, database, email }) => {
        test.slow();
        await open(page);
        await go(page, 'Tab', [...FIELDS.slice(1), ...REST]);
        // Via the browser's own controls.
        await goTo(page, 'Tab', `button "${labels.close}"`);
        await go(page, 'Tab', FIELDS);
        await go(page, 'Shift+Tab', [...FIELDS.slice(0, 4).reverse()]);

        await go(page, 'Tab', [FIELDS[1] ?? '']);
        await page.keyboard.type('nobody');
        await page.keyboard.press('Enter');
        await expectFocus(page, MISTAKES.name);
        // The summary is above the fields; its links lead to them.
        await go(page, 'Shift+Tab', [
          `link "${fields.email.problems.invalid}"`,
          `link "${fields.name.problems.required}"`,
          `button "${labels.close}"`,
        ]);
        await go(page, 'Tab', [`link "${fields.name.problems.required}"`, `link "${fields.email.problems.invalid}"`]);
        await page.keyboard.press('Enter');
        await expectFocus(page, MISTAKES.email);
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type(email);
        await go(page, 'Shift+Tab', [MISTAKES.name]);
        await page.keyboard.type('Ada');
        await page.keyboard.press('Enter');
        await expect(toast(page, success.title)).toBeVisible();
        await expectFocus(page, OPENER);
        await page.keyboard.press('Escape');
        await expect(toast(page, success.title)).toBeHidden();
        await expectFocus(page, OPENER);
        expect(await rowsOf(database, email)).toMatchObject([{ name: 'Ada' }]);
      },
    );

    test(
      'by keyboard: a failure is read and dismissed, and a retry starts where the last attempt did',
      EXHAUSTIVE,
      async ({ page, email, expectedErrors }) => {
        expectedErrors.push(FAILURE, FAILED_RESOURCE);
        await page.route(`${running.apiUrl}/rest/**`, (route) => route.abort());
        await open(page);
        await page.keyboard.type('Ada');
        await page.keyboard.press('Tab');
        await page.keyboard.type(email);
        await go(page, 'Tab', [...FIELDS.slice(2), ...REST]);
        await page.keyboard.press('Enter');
        await expect(toast(page, labels.failure.title)).toBeVisible();
        await expectFocus(page, REST[2] ?? '');
        // With the toast on screen, each field is still visible when the focus returns to it.
        await go(page, 'Shift+Tab', [
          `button "${labels.cancel}"`,
          'link "Privacy policy"',
          `link "${site.email}"`,
          `button "Dismiss: ${labels.failure.title}"`,
          ...FIELDS.slice().reverse(),
          `button "${labels.close}"`,
        ]);
        await goTo(page, 'Tab', `button "Dismiss: ${labels.failure.title}"`);
        await page.keyboard.press('Escape');
        await expect(toast(page, labels.failure.title)).toBeHidden();
        await expect(dialog(page)).toBeVisible();
      },
    );
  });

test(
  'by screen reader: the dialog, its errors, that it is being sent, and that it has arrived',
  EXHAUSTIVE,
  async ({ page, email }) => {
    await open(page);
    await expect(dialog(page)).toHaveAccessibleDescription(labels.description);
    await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "${labels.title}":
      - /children: equal
      - button "${labels.close}"
      - heading "${labels.title}" [level=2]
      - paragraph: ${labels.description}
      - form "${labels.title}":
        - /children: equal
        - text: ${fields.name.label}
        - textbox "${fields.name.label}"
        - text: ${fields.email.label}
        - textbox "${fields.email.label}"
        - status
        - text: ${fields.phone.label} ${optional}
        - textbox "${fields.phone.label} ${optional}"
        - text: ${fields.company.label} ${optional}
        - textbox "${fields.company.label} ${optional}"
        - text: ${fields.message.label} ${optional}
        - textbox "${fields.message.label} ${optional}"
        - status
        - status
        - alert
        - alert
        - paragraph:
          - text: ${labels.privacy}
          - link "Privacy policy"
        - button "${labels.cancel}"
        - button "${labels.submit}"
  `);
    await submitButton(page).press('Enter');
    await expectFocus(page, MISTAKES.name);
    await expect(dialog(page).getByRole('group')).toMatchAriaSnapshot(
      summaryWith([fields.name.problems.required, fields.email.problems.required]),
    );
    // The first error is read because it gets the focus; a live region would repeat it.
    await expectSaid(page);

    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expectSaid(page, `status: ${labels.submitting}`, `status: ${success.title}: ${success.text}`);
  },
);

test('by screen reader: a failure is said once, as an alert', EXHAUSTIVE, async ({ page, email, expectedErrors }) => {
  expectedErrors.push(FAILURE, FAILED_RESOURCE);
  await page.route(`${running.apiUrl}/rest/**`, (route) => route.abort());
  await open(page);
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expectSaid(page, `status: ${labels.submitting}`, `alert: ${labels.failure.title}: ${labels.failure.text}`);
});
