import type { Page } from 'playwright/test';
import { expect, FAILED_RESOURCE, FAILURE, labels, running, site, test, toast } from './fixtures.ts';
import { control, formOf, internshipCopy as copy, storedRows } from './form-copy.ts';
import { expectFocus, expectSaid, expectStill, expectUncovered, go, goTo, listen, summaryWith } from './walk.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const form = formOf('internship');
const { fields } = copy;
const optional = labels.optional;

const textbox = (field: { label: string }) => `textbox "${field.label}`;
const FIELDS = [
  `${textbox(fields.name)}", required`,
  `${textbox(fields.email)}", required`,
  `${textbox(fields.phone)} ${optional}"`,
  `combobox "${fields.position.label}", collapsed`,
  `combobox "${fields.availability.label}", collapsed`,
  `${textbox(fields.motivation)}", required`,
  `${textbox(fields.experience)} ${optional}": ${fields.experience.hint}`,
  `button "${fields.resume.label} ${optional}": ${fields.resume.hint}`,
];
const MISSING = [fields.name, fields.email, fields.position, fields.availability, fields.motivation].map(
  ({ problems }) => problems.required,
);
const REST = ['link "Privacy policy"', `button "${copy.submit}"`];

const options = (labels: Record<string, string>) =>
  Object.values(labels)
    .map((label) => `          - option "${label}"`)
    .join('\n');

/** Goes to the form from the top of the page, by keyboard alone. */
async function reach(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await listen(page);
  await form.open(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await goTo(page, 'Tab', FIELDS[0] ?? '');
  await expect(page.locator('form[data-ready]')).toHaveCount(1);
}

for (const [width, height] of [
  [390, 640],
  [820, 1180],
  [1440, 900],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test(
      'by keyboard: through the fields, with errors, fixed from the summary, with a file, and sent',
      EXHAUSTIVE,
      async ({ page, database, email }) => {
        test.slow();
        // Registered first: a chooser that opens before Playwright intercepts choosers is never reported.
        page.on('filechooser', () => undefined);
        await reach(page);
        await go(page, 'Tab', [...FIELDS.slice(1), ...REST]);
        await page.keyboard.press('Enter');
        const name = `${FIELDS[0]}, invalid: ${fields.name.problems.required}`;
        await expect(toast(page, copy.missing.title)).toBeVisible();
        await expectFocus(page, name);
        const summary = MISSING.map((mistake) => `link "${mistake}"`);
        // The toast stays on screen meanwhile.
        await go(page, 'Shift+Tab', summary.slice().reverse());
        await go(page, 'Tab', summary.slice(1));
        await page.keyboard.press('Enter');
        await expectFocus(page, `${FIELDS[5]}, invalid: ${fields.motivation.problems.required}`);
        await page.keyboard.type('Because');
        await go(page, 'Shift+Tab', [`${FIELDS[4]}, invalid: ${fields.availability.problems.required}`]);
        await page.keyboard.type(fields.availability.options.flexible);
        await go(page, 'Shift+Tab', [`${FIELDS[3]}, invalid: ${fields.position.problems.required}`]);
        await page.keyboard.type(fields.position.options.strategy);
        await go(page, 'Shift+Tab', [FIELDS[2] ?? '', `${FIELDS[1]}, invalid: ${fields.email.problems.required}`]);
        await page.keyboard.type(email);
        await go(page, 'Shift+Tab', [name]);
        await page.keyboard.type('Ada');

        await go(page, 'Tab', [`${FIELDS[1]}, invalid: ${fields.email.problems.required}`, FIELDS[2] ?? '']);
        for (let stops = 0; stops < 5; stops++) await page.keyboard.press('Tab');
        await expectFocus(page, FIELDS[7] ?? '');
        const chooser = page.waitForEvent('filechooser');
        await page.keyboard.press('Space');
        const file = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
        await (await chooser).setFiles(file);
        await go(page, 'Tab', [`button "${fields.resume.remove} cv.pdf"`]);
        await page.keyboard.press('Enter');
        await expectFocus(page, FIELDS[7] ?? '');
        const again = page.waitForEvent('filechooser');
        await page.keyboard.press('Space');
        await (await again).setFiles(file);
        await go(page, 'Tab', [`button "${fields.resume.remove} cv.pdf"`, ...REST]);
        await page.keyboard.press('Enter');
        await form.received(page);
        expect(await storedRows(database, form.table, email)).toMatchObject([
          { name: 'Ada', position: 'strategy', availability: 'flexible', motivation: 'Because', resume_name: 'cv.pdf' },
        ]);
      },
    );

    test(
      'a failure notice is visible, clear of header, toast and call button',
      EXHAUSTIVE,
      async ({ page, email, expectedErrors }) => {
        expectedErrors.push(FAILURE, FAILED_RESOURCE);
        await page.route(`${running.apiUrl}/rest/**`, (route) => route.abort());
        await form.open(page);
        for (const [field, value] of Object.entries(form.values(email))) {
          const element = control(page, 'internship', field);
          if (['position', 'availability'].includes(field)) await element.selectOption(value);
          else await element.fill(value);
        }
        const button = form.submit(page);
        await button.focus();
        // A notice above it is out of view unless the page scrolls to it.
        await button.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
        await page.keyboard.press('Enter');
        await expect(toast(page, copy.failure.title)).toBeVisible();
        await expectFocus(page, REST[1] ?? '');
        await expectStill(page);
        const notice = page.locator('form[data-island=internship] .notice-error:visible');
        await expectUncovered(notice);
        await expectUncovered(notice.getByRole('link', { name: site.email }));
      },
    );
  });

test(
  'by screen reader: the parts and their fields, what is missing, the file, and that it has arrived',
  EXHAUSTIVE,
  async ({ page, email }) => {
    await reach(page);
    const element = page.getByRole('form', { name: copy.label });
    await expect(element).toMatchAriaSnapshot(`
    - form "${copy.label}":
      - /children: equal
      - group "${copy.parts.person}":
        - heading "${copy.parts.person}" [level=2]
        - text: ${fields.name.label}
        - textbox "${fields.name.label}"
        - text: ${fields.email.label}
        - textbox "${fields.email.label}"
        - text: ${fields.phone.label} ${optional}
        - textbox "${fields.phone.label} ${optional}"
      - group "${copy.parts.internship}":
        - heading "${copy.parts.internship}" [level=2]
        - text: ${fields.position.label}
        - combobox "${fields.position.label}":
${options(fields.position.options)}
        - text: ${fields.availability.label}
        - combobox "${fields.availability.label}":
${options(fields.availability.options)}
        - text: ${fields.motivation.label}
        - textbox "${fields.motivation.label}"
      - group "${copy.parts.work}":
        - heading "${copy.parts.work}" [level=2]
        - text: ${fields.experience.label} ${optional}
        - paragraph: ${fields.experience.hint}
        - textbox "${fields.experience.label} ${optional}"
        - text: ${fields.resume.label} ${optional}
        - paragraph: ${fields.resume.hint}
        - alert
        - button "${fields.resume.label} ${optional}"
        - status
      - paragraph: ${copy.progress.replace('{done}', '0').replace('{total}', '5')}
      - status
      - alert
      - paragraph:
        - text: ${copy.privacy}
        - link "Privacy policy"
      - button "${copy.submit}"
  `);
    await form.submit(page).press('Enter');
    await expectFocus(page, `${FIELDS[0]}, invalid: ${fields.name.problems.required}`);
    await expect(element.getByRole('group', { name: labels.summary })).toMatchAriaSnapshot(summaryWith(MISSING));
    await expectSaid(page, `alert: ${copy.missing.title}: ${copy.missing.text}`);

    const resume = control(page, 'internship', 'resume');
    await resume.setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    const wrong = fields.resume.problems.type.replace('{file}', 'cv.txt');
    await expect(resume).toHaveAccessibleDescription(new RegExp(wrong));
    await expectSaid(page, `status: cv.txt (1 KB) ${fields.resume.remove} cv.txt`, `alert: ${wrong}`);
    await resume.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') });
    await expect(element.getByRole('group', { name: copy.parts.work })).toMatchAriaSnapshot(`
    - group "${copy.parts.work}":
      - alert
      - button "${fields.resume.label} ${optional}"
      - status:
        - paragraph:
          - text: cv.pdf (1 KB)
          - button "${fields.resume.remove} cv.pdf"
  `);
    await expectSaid(page, `status: cv.pdf (1 KB) ${fields.resume.remove} cv.pdf`);

    for (const [name, value] of Object.entries(form.values(email))) {
      const field = control(page, 'internship', name);
      if (['position', 'availability'].includes(name)) await field.selectOption(value);
      else await field.fill(value);
    }
    await form.submit(page).press('Enter');
    await expectSaid(page, `status: ${labels.submitting}`, `status: ${copy.success.title}: ${copy.success.text}`);
  },
);
