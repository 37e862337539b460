import type { Page } from 'playwright/test';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import { expect, labels, running, site, test } from './fixtures.ts';
import { bookableTime, demoBookingCopy, control, formOf, storedRows } from './form-copy.ts';
import { expectFocus, expectSaid, focused, go, goTo, listen, summaryWith } from './walk.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const form = formOf('demo-booking');
const copy = fillPlaceholders(demoBookingCopy, site);
const { fields, confirmation } = copy;
const { optional } = labels;
const OPENER = `button "${site.footer.demo.label}"`;
const ZONE = 'Times are in your time zone, Eastern Time (New York).';

const NAME = `textbox "${fields.name.label}", required`;
const EMAIL = `textbox "${fields.email.label}", required`;
const COMPANY = `textbox "${fields.company.label} ${optional}"`;
const TOPIC = `combobox "${fields.topic.label}", collapsed`;
const DAY = `Date "${fields.day.label}"`;
const TIME = `combobox "${fields.time.label}", collapsed: ${ZONE}`;
const NOTE = `textbox "${fields.note.label} ${optional}"`;
const REST = ['link "Privacy policy"', `button "${labels.cancel}"`, `button "${copy.submit}"`];

const dialog = (page: Page) => page.getByRole('dialog', { name: copy.title });

/** Opens the dialog from the end of a page, by keyboard alone. */
async function open(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await listen(page);
  await page.goto(`${running.siteUrl}/terms-of-service`);
  await goTo(page, 'Shift+Tab', OPENER);
  await page.keyboard.press('Enter');
  await expectFocus(page, NAME);
  await expect(dialog(page).locator('form[data-ready]')).toHaveCount(1);
}

/** The Sunday after the next day with times. */
function sunday(): string {
  const { day } = bookableTime('America/New_York');
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + 7 - date.getUTCDay());
  return date.toISOString().slice(0, 10);
}

test.use({ timezoneId: 'America/New_York' });

for (const [width, height] of [
  [390, 640],
  [1440, 900],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test(
      'by keyboard: through the dialog, with errors, a day and a time, sent, and done',
      EXHAUSTIVE,
      async ({ page, database, email }) => {
        test.slow();
        const { day, time } = bookableTime('America/New_York');
        await open(page);
        // A date field has a tab stop for the month, the day, the year and the calendar.
        await go(page, 'Tab', [EMAIL, COMPANY, TOPIC, DAY, DAY, DAY, DAY, TIME, NOTE, ...REST]);
        await page.keyboard.press('Enter');
        await expectFocus(page, `${NAME}, invalid: ${fields.name.problems.required}`);
        await page.keyboard.type('Ada');
        await go(page, 'Tab', [`${EMAIL}, invalid: ${fields.email.problems.required}`]);
        await page.keyboard.type(email);
        await go(page, 'Tab', [COMPANY, `${TOPIC}, invalid: ${fields.topic.problems.required}`]);
        await page.keyboard.type(fields.topic.options[0] ?? '');
        await go(page, 'Tab', [`${DAY}, invalid: ${fields.day.problems.required}`]);
        const [year, month, date] = day.split('-');
        await page.keyboard.type(`${month ?? ''}${date ?? ''}${year ?? ''}`);
        await expect(control(page, 'demo-booking', 'day')).toHaveValue(day);
        await page.keyboard.press('Tab');
        await go(page, 'Tab', [
          `combobox "${fields.time.label}", collapsed, invalid: ${fields.time.problems.required} ${ZONE}`,
        ]);
        await page.keyboard.press('ArrowDown');
        await go(page, 'Tab', [NOTE, ...REST]);
        await page.keyboard.press('Enter');

        await expect(page.getByRole('heading', { name: confirmation.title })).toBeFocused();
        await expect(page.getByRole('link', { name: confirmation.calendar })).toBeVisible();
        await go(page, 'Tab', [`link "${confirmation.calendar}"`, `button "${confirmation.done}"`]);
        await page.keyboard.press('Enter');
        await expectFocus(page, OPENER);
        const [row] = await storedRows(database, form.table, email);
        expect(row?.['starts_at']).toEqual(new Date(time));
      },
    );
  });

test(
  'by screen reader: the form, what is missing, the times of a day, and the confirmation',
  EXHAUSTIVE,
  async ({ page, email }) => {
    const { day, time } = bookableTime('America/New_York');
    await open(page);
    await expect(dialog(page)).toHaveAccessibleDescription(copy.description);
    await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "${copy.title}":
      - /children: equal
      - button "${labels.close}"
      - heading "${copy.title}" [level=2]
      - paragraph: ${copy.description}
      - form "${copy.title}":
        - /children: equal
        - text: ${fields.name.label}
        - textbox "${fields.name.label}"
        - text: ${fields.email.label}
        - textbox "${fields.email.label}"
        - status
        - text: ${fields.company.label} ${optional}
        - textbox "${fields.company.label} ${optional}"
        - text: ${fields.topic.label}
        - combobox "${fields.topic.label}":
${fields.topic.options.map((option) => `          - option "${option}"`).join('\n')}
        - text: ${fields.day.label}
        - textbox "${fields.day.label}"
        - text: ${fields.time.label}
        - combobox "${fields.time.label}"
        - status
        - paragraph: ${ZONE}
        - text: ${fields.note.label} ${optional}
        - textbox "${fields.note.label} ${optional}"
        - status
        - status
        - alert
        - alert
        - paragraph:
          - text: ${copy.privacy}
          - link "Privacy policy"
        - button "${labels.cancel}"
        - button "${copy.submit}"
  `);
    await expectSaid(page);
    // A Sunday.
    await control(page, 'demo-booking', 'day').fill(sunday());
    await expectSaid(page, `status: ${fields.time.closed}`);
    await control(page, 'demo-booking', 'day').fill('');
    await form.submit(page).press('Enter');
    await expect(dialog(page).getByRole('group', { name: labels.summary })).toMatchAriaSnapshot(
      summaryWith(
        [fields.name, fields.email, fields.topic, fields.day, fields.time].map((field) => field.problems.required),
      ),
    );
    await expectSaid(page);

    for (const [name, value] of Object.entries({ ...form.values(email), day, time })) {
      const field = control(page, 'demo-booking', name);
      if (['topic', 'time'].includes(name)) await field.selectOption(value);
      else await field.fill(value);
    }
    await form.submit(page).press('Enter');
    await expectSaid(page, `status: ${labels.submitting}`);
    // It is read because it gets the focus.
    await expect.poll(() => focused(page)).toMatch(new RegExp(`^heading "${confirmation.title}": You asked for `));
    const done = page.getByRole('dialog', { name: confirmation.title });
    await expect(done).toHaveAccessibleDescription(/^You asked for /);
    await expect(done).toMatchAriaSnapshot(`
    - dialog "${confirmation.title}":
      - button "${labels.close}"
      - heading "${confirmation.title}" [level=2]
      - paragraph: /^You asked for /
      - paragraph: ${confirmation.next}
      - link "${confirmation.calendar}"
      - button "${confirmation.done}"
  `);
  },
);
