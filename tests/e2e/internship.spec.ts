import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import type { Sql } from 'postgres';
import { silentServer } from '../setup/silent-server.ts';
import { mails } from '../setup/stack.ts';
import { expect, expectAccessible, FAILED_RESOURCE, running, site, test, toast, holdRequests } from './fixtures.ts';
import { control, enter, expectValues, formOf, internshipCopy, storedRows } from './form-copy.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const form = formOf('internship');
const MB = 1024 * 1024;
/** Where files are uploaded to. */
const STORAGE = `${running.apiUrl}/storage/**`;
const UPLOAD_FAILURE = /The resume could not be uploaded/;

const pdf = (bytes = 2000, name = 'cv.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 'x')]),
});

const field = (page: Page, name: string) => control(page, 'internship', name);
const resume = (page: Page) => field(page, 'resume');
const problem = (page: Page) => page.locator('#internship-resume-problem');

async function openFilled(page: Page, email: string): Promise<void> {
  await form.open(page);
  await enter(page, 'internship', form.values(email));
}

/** The files that are stored for an address. */
const storedFiles = (database: Sql, email: string) =>
  database<{ name: string; size: number; mimetype: string }[]>`
    select o.name, (m ->> 'size')::int as size, m ->> 'mimetype' as mimetype
    from storage.objects o cross join lateral (select (o.metadata::jsonb #>> '{}')::jsonb as m) meta join public.internship_applications a on o.name like a.id::text || '/%'
    where a.email = ${email}`;

test.describe('the form (spec sections 2, 3 and 5)', () => {
  test('Back to Internships leads to the section', EXHAUSTIVE, async ({ page }) => {
    await form.open(page);
    await page.getByRole('link', { name: 'Back to Internships' }).click();
    await expect(page).toHaveURL(`${running.siteUrl}/#internships`);
  });

  test('has parts, and counts the required answers given so far', EXHAUSTIVE, async ({ page }) => {
    await form.open(page);
    for (const title of Object.values(internshipCopy.parts))
      await expect(
        page.getByRole('group', { name: title, exact: true }).getByRole('heading', { name: title }),
      ).toBeVisible();
    const progress = (done: number) =>
      page.getByText(internshipCopy.progress.replace('{done}', String(done)).replace('{total}', '5'));
    await expect(progress(0)).toBeVisible();
    await field(page, 'name').fill('Ada');
    await expect(progress(1)).toBeVisible();
    // Optional fields don't count, and a blank is not an answer.
    await field(page, 'phone').fill('1');
    await field(page, 'motivation').fill(' ');
    await field(page, 'position').selectOption('strategy');
    await expect(progress(2)).toBeVisible();
  });

  test('is stored as entered, and the team gets it with the labels of the choices', async ({
    page,
    database,
    email,
  }) => {
    await openFilled(page, email);
    await field(page, 'motivation').fill('Line 1\nLine 2 🦊');
    await form.submit(page).click();
    await form.received(page);
    expect(await storedRows(database, form.table, email)).toMatchObject([
      {
        name: 'Ada',
        phone: '1',
        position: 'strategy',
        experience: 'A lot',
        motivation: 'Line 1\nLine 2 🦊',
        availability: 'flexible',
        resume_name: '',
        page: '/internships/apply',
      },
    ]);
    await expect
      .poll(async () => (await mails(running.mailboxUrl)).filter(({ replyTo }) => replyTo?.[0]?.address === email))
      .toMatchObject([{ to: [{ address: site.email }], subject: 'Internship application from Ada: Strategy' }]);
  });
});

test('a click on the drawing in the file field opens the chooser', EXHAUSTIVE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Registered first: a chooser that opens before Playwright intercepts choosers is never reported.
  page.on('filechooser', () => undefined);
  await form.open(page);
  const drawing = page.locator('.drop svg');
  await drawing.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await drawing.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const chooser = page.waitForEvent('filechooser');
  await page.mouse.click(x + width / 2, y + height / 2);
  await chooser;
});

test.describe('something is missing', () => {
  for (const name of ['name', 'email', 'position', 'motivation', 'availability'])
    test(`${name}: an error toast, the error at its field, and the form stays`, EXHAUSTIVE, async ({ page, email }) => {
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      await form.open(page);
      const { [name]: _missing, ...values } = form.values(email);
      await enter(page, 'internship', values);
      await form.submit(page).click();
      await expect(toast(page, 'Error')).toContainText('Please complete all required fields.');
      await expect(field(page, name)).toBeFocused();
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
      await expect(field(page, name)).toHaveAccessibleDescription(/./);
      await expectValues(page, 'internship', values);
      expect(sent.filter((url) => url.startsWith(`${running.apiUrl}/rest`))).toEqual([]);

      // Once it is fixed, it goes through, and the error is gone.
      await enter(page, 'internship', { [name]: form.values(email)[name] ?? '' });
      await form.submit(page).click();
      await form.received(page);
      await expect(toast(page, 'Error')).toBeHidden();
    });

  test('an invalid address is reported at its field, without the toast for gaps', EXHAUSTIVE, async ({ page }) => {
    await openFilled(page, 'nobody');
    await form.submit(page).click();
    await expect(field(page, 'email')).toHaveAccessibleDescription(
      'Enter an email address in the form name@example.com.',
    );
    await expect(page.locator('.toast')).toHaveCount(0);
  });
});

test('2 s after the toast the visitor is taken to the section, where the toast is still shown', async ({
  page,
  email,
}) => {
  const now = Date.now();
  await page.clock.install({ time: now });
  await openFilled(page, email);
  await expect(page.locator('form[data-ready]')).toHaveCount(1);
  await page.clock.pauseAt(now + 60_000);
  await form.submit(page).click();
  const success = toast(page, 'Application Submitted Successfully!');
  await expect(success).toContainText(
    "Thank you for your interest. We'll review your application and contact you soon.",
  );
  // No reset, and no second application meanwhile.
  await expectValues(page, 'internship', form.values(email));
  await expect(form.submit(page)).toBeDisabled();
  await expect(form.submit(page)).toHaveText('Sent');
  await page.clock.runFor(1999);
  await expect(page).toHaveURL(`${running.siteUrl}/internships/apply`);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(`${running.siteUrl}/`);
  await page.clock.resume();
  await expect(page).toHaveURL(`${running.siteUrl}/#internships`);
  await expect(success).toBeVisible();
  await page.reload();
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);

  // A new application begins empty.
  await form.open(page);
  await field(page, 'name').focus();
  await expect(page.locator('form[data-ready]')).toHaveCount(1);
  await expectValues(page, 'internship', { name: '', motivation: '', position: '' });
});

test.describe('the resume', () => {
  test(
    'is shown with its name and size, uploaded, and sent to the team as a link',
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      await openFilled(page, email);
      await resume(page).setInputFiles(pdf(1_500_000, 'Résumé Ada.PDF'));
      await expect(page.locator('.file')).toContainText('Résumé Ada.PDF (1.4 MB)');
      await form.submit(page).click();
      await form.received(page);
      const [row] = await storedRows(database, form.table, email);
      expect(row).toMatchObject({ resume_name: 'Résumé Ada.PDF', resume_extension: 'pdf', resume_size: 1_500_000 });
      expect(await storedFiles(database, email)).toEqual([
        { name: `${String(row?.['id'])}/resume.pdf`, size: 1_500_000, mimetype: 'application/pdf' },
      ]);
      const found = async () =>
        (await mails(running.mailboxUrl)).find(({ replyTo }) => replyTo?.[0]?.address === email)?.text ?? '';
      await expect.poll(found).toContain('/storage/v1/object/sign/resumes/');
      const link = /https?:\S+\/storage\/v1\/object\/sign\/\S+/.exec(await found())?.[0] ?? '';
      const file = await fetch(link);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="resume-[0-9a-f]{8}\.pdf"$/);
      expect((await file.arrayBuffer()).byteLength).toBe(1_500_000);
    },
  );

  test('dragged over an untouched page hydrates the form', EXHAUSTIVE, async ({ page }) => {
    await form.open(page);
    await page.dispatchEvent('.drop', 'dragenter');
    await expect(page.locator('form[data-island=internship]')).toHaveAttribute('data-ready', '');
  });

  test('of more than a megabyte shows the progress of its upload', EXHAUSTIVE, async ({ page, email }) => {
    const seen: number[] = [];
    await page.exposeFunction('seen', (value: number) => seen.push(value));
    await openFilled(page, email);
    await resume(page).setInputFiles(pdf(5 * MB));
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: 3 * MB,
    });
    await page.evaluate(() => {
      new MutationObserver(() => {
        const bar = document.querySelector('progress');
        if (bar) (window as unknown as { seen: (value: number) => void }).seen(bar.value);
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    await form.submit(page).click();
    await expect(page.getByRole('progressbar', { name: /Uploading your resume: \d+%/ })).toBeVisible();
    await form.received(page);
    expect(seen.some((value) => value > 0 && value < 100)).toBe(true);
    await expect(page.getByRole('progressbar')).toBeHidden();
  });

  test('is uploaded with answers that nobody changes meanwhile', EXHAUSTIVE, async ({ page, database, email }) => {
    await openFilled(page, email);
    await resume(page).setInputFiles(pdf());
    const release = await holdRequests(page, STORAGE);
    await field(page, 'name').press('Enter');
    await expect(form.submit(page)).toHaveText('Sending...');
    // Neither keys nor a click reach a field.
    await page.keyboard.type('Late');
    await field(page, 'motivation').click({ force: true });
    await page.keyboard.type('Late');
    await expectValues(page, 'internship', form.values(email));
    release();
    await form.received(page);
    expect(await storedFiles(database, email)).toHaveLength(1);
  });

  for (const [what, file, message] of [
    ['of another type', { ...pdf(), name: "$'.pages" }, "$'.pages cannot be used. Choose a PDF, DOC or DOCX file."],
    ['a byte too large', pdf(5 * MB + 1), 'cv.pdf is larger than 5 MB. Choose a smaller file.'],
    ['empty', { ...pdf(), buffer: Buffer.alloc(0) }, 'cv.pdf is empty. Choose another file.'],
    [
      'a program named .pdf',
      { ...pdf(), buffer: Buffer.from('MZ\x90\0'.padEnd(500, '\0')) },
      'cv.pdf does not seem to be a PDF or Word document. Save it as one and choose it again.',
    ],
  ] as const)
    test(
      `${what} is refused at once, nothing is sent, and another or none can be chosen`,
      EXHAUSTIVE,
      async ({ page, database, email }) => {
        await openFilled(page, email);
        await resume(page).setInputFiles(file);
        await expect(problem(page)).toHaveText(message);
        await expect(resume(page)).toHaveAccessibleDescription(new RegExp(RegExp.escape(file.name)));
        await form.submit(page).click();
        await expect(resume(page)).toBeFocused();
        expect(await storedRows(database, form.table, email)).toHaveLength(0);

        const summary = page.getByText('Please check these fields');
        await expect(summary).toBeVisible();
        await page.getByRole('button', { name: `Remove ${file.name}` }).click();
        await expect(problem(page)).toBeHidden();
        await expect(summary).toBeHidden();
        await expect(page.locator('.file')).toBeHidden();
        await resume(page).setInputFiles(pdf());
        await form.submit(page).click();
        await form.received(page);
        expect(await storedFiles(database, email)).toHaveLength(1);
      },
    );

  test('that was removed is not sent', EXHAUSTIVE, async ({ page, database, email }) => {
    await openFilled(page, email);
    await resume(page).setInputFiles(pdf());
    await page.getByRole('button', { name: 'Remove cv.pdf' }).click();
    await expect(resume(page)).toBeFocused();
    await form.submit(page).click();
    await form.received(page);
    expect(await storedRows(database, form.table, email)).toMatchObject([{ resume_name: '', resume_size: 0 }]);
  });

  for (const [what, names] of [
    ['one file is accepted', ['dropped.docx']],
    ['several are rejected with a message', ['a.pdf', 'b.pdf']],
  ] as const)
    test(`can be dropped: ${what}`, EXHAUSTIVE, async ({ page, email }) => {
      await openFilled(page, email);
      const files = await page.evaluateHandle((fileNames) => {
        const transfer = new DataTransfer();
        for (const name of fileNames) transfer.items.add(new File(['PK\x03\x04 word/document.xml'], name));
        return transfer;
      }, names);
      await page.dispatchEvent('.drop', 'dragover', { dataTransfer: files });
      await expect(page.locator('.drop')).toHaveAttribute('data-over', 'true');
      await page.dispatchEvent('.drop', 'drop', { dataTransfer: files });
      await expect(page.locator('.drop')).not.toHaveAttribute('data-over');
      if (names.length === 1) await expect(page.locator('.file')).toContainText('dropped.docx (1 KB)');
      else {
        await expect(problem(page)).toHaveText('Drop one file only.');
        await expect(page.locator('.file')).toBeHidden();
      }
    });

  test('has to be chosen again after a reload, and the page says so', EXHAUSTIVE, async ({ page, email }) => {
    await openFilled(page, email);
    await resume(page).setInputFiles(pdf(2000, "$'.pdf"));
    await expect(page.locator('.file')).toBeVisible();
    await form.open(page);
    await field(page, 'name').focus();
    await expectValues(page, 'internship', form.values(email));
    await expect(page.getByText("Please choose $'.pdf again")).toBeVisible();
    await resume(page).setInputFiles(pdf());
    await expect(page.getByText("Please choose $'.pdf again")).toBeHidden();
  });

  test(
    'chosen before the code has arrived is sent with the held submit',
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      const release = await holdRequests(page, form.code);
      await openFilled(page, email);
      await resume(page).setInputFiles(pdf());
      await form.submit(page).click();
      release();
      await form.received(page);
      expect(await storedFiles(database, email)).toHaveLength(1);
    },
  );

  test(
    'cannot be uploaded: the answers are stored, the page says so, and a retry sends only the file',
    EXHAUSTIVE,
    async ({ page, database, email, expectedErrors }) => {
      expectedErrors.push(UPLOAD_FAILURE, FAILED_RESOURCE);
      await openFilled(page, email);
      await resume(page).setInputFiles(pdf());
      await page.route(STORAGE, (route) => route.abort('connectionreset'));
      await form.submit(page).click();
      await expect(toast(page, 'Error')).toContainText('Your answers have reached us, but your resume has not.');
      await expectValues(page, 'internship', form.values(email));
      await expect(page.locator('.file')).toContainText('cv.pdf');
      expect(await storedRows(database, form.table, email)).toMatchObject([{ notified_at: null }]);
      expect(await storedFiles(database, email)).toHaveLength(0);

      await page.unroute(STORAGE);
      await form.submit(page).click();
      await form.received(page);
      expect(await storedRows(database, form.table, email)).toHaveLength(1);
      expect(await storedFiles(database, email)).toHaveLength(1);
      await expect.poll(async () => (await storedRows(database, form.table, email))[0]?.['notified_at']).toBeTruthy();
    },
  );

  test(
    'arrives but the response is lost: a retry counts as received, and nothing is stored twice',
    EXHAUSTIVE,
    async ({ page, database, email, expectedErrors }) => {
      expectedErrors.push(UPLOAD_FAILURE, FAILED_RESOURCE);
      await openFilled(page, email);
      await resume(page).setInputFiles(pdf());
      await page.route(STORAGE, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await form.submit(page).click();
      await expect(toast(page, 'Error')).toBeVisible();
      expect(await storedFiles(database, email)).toHaveLength(1);
      await page.unroute(STORAGE);
      await form.submit(page).click();
      await form.received(page);
      expect(await storedRows(database, form.table, email)).toHaveLength(1);
      expect(await storedFiles(database, email)).toHaveLength(1);
    },
  );

  test(
    'comes too late for its application: it is sent with a new one',
    EXHAUSTIVE,
    async ({ page, database, email, expectedErrors }) => {
      expectedErrors.push(UPLOAD_FAILURE, FAILED_RESOURCE);
      await openFilled(page, email);
      await resume(page).setInputFiles(pdf());
      await page.route(STORAGE, (route) => route.abort('connectionreset'));
      await form.submit(page).click();
      await expect(toast(page, 'Error')).toBeVisible();
      await page.unroute(STORAGE);
      await database`update public.internship_applications set created_at = now() - interval '61 minutes' where email = ${email}`;
      await form.submit(page).click();
      await form.received(page);
      const rows = await storedRows(database, form.table, email);
      expect(rows).toHaveLength(2);
      expect(await storedFiles(database, email)).toMatchObject([{ name: `${String(rows[1]?.['id'])}/resume.pdf` }]);
    },
  );

  test(
    'tab closed during the upload: the answers are stored, no partial file is, and the team will know',
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      await openFilled(page, email);
      await resume(page).setInputFiles(pdf(5 * MB));
      // This upload never ends (tests/contract/resume-storage.test.ts has one that breaks off).
      await using silent = await silentServer();
      await page.route(STORAGE, (route) => route.continue({ url: silent.url }));
      await form.submit(page).click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      await silent.reached;
      await page.close();
      expect(await storedRows(database, form.table, email)).toMatchObject([
        { motivation: 'Because', resume_name: 'cv.pdf', notified_at: null },
      ]);
      expect(await storedFiles(database, email)).toHaveLength(0);
      // The notification is due once the file can no longer arrive.
      const [id] = (await storedRows(database, form.table, email)).map((row) => String(row['id']));
      const due = async () => JSON.stringify((await database`select public.due_team_notifications(1000) as due`)[0]);
      expect(await due()).not.toContain(id);
      await database`update public.internship_applications set created_at = now() - interval '71 minutes' where email = ${email}`;
      expect(await due()).toContain(id);
    },
  );

  test(
    'chosen while another one is checked is the one that is checked and sent',
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      await openFilled(page, email);
      await resume(page).setInputFiles(pdf());
      await expect(page.locator('.file')).toBeVisible();
      // Reading the first file ends once another one is chosen.
      await page.evaluate(() => {
        File.prototype.arrayBuffer = async () => {
          Reflect.deleteProperty(File.prototype, 'arrayBuffer');
          await new Promise((chosen) => addEventListener('change', chosen, { once: true }));
          return new TextEncoder().encode('%PDF-').buffer;
        };
      });
      await form.submit(page).click();
      await resume(page).setInputFiles({ ...pdf(), name: 'cv.exe' });
      await expect(problem(page)).toContainText('cv.exe cannot be used.');
      await expect(resume(page)).toBeFocused();
      expect(await storedRows(database, form.table, email)).toHaveLength(0);
    },
  );

  test(
    'that changed on disk after it was chosen is refused before anything is sent',
    EXHAUSTIVE,
    async ({ page, database, email }, testInfo) => {
      const path = testInfo.outputPath('changing.pdf');
      writeFileSync(path, pdf().buffer);
      await openFilled(page, email);
      await resume(page).setInputFiles(path);
      await expect(page.locator('.file')).toBeVisible();
      writeFileSync(path, 'something else and longer');
      await form.submit(page).click();
      await expect(problem(page)).toHaveText('changing.pdf can no longer be read. Choose it again.');
      expect(await storedRows(database, form.table, email)).toHaveLength(0);
    },
  );
});

test('axe finds nothing with a file, with a rejected one, and while sending', EXHAUSTIVE, async ({ page, email }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openFilled(page, email);
  await resume(page).setInputFiles(pdf());
  await expect(page.locator('.file')).toBeVisible();
  await expectAccessible(page);
  await resume(page).setInputFiles({ ...pdf(), name: 'cv.exe' });
  await expect(problem(page)).toBeVisible();
  await expectAccessible(page);
  await resume(page).setInputFiles(pdf(MB));
  const release = await holdRequests(page, STORAGE);
  await form.submit(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expectAccessible(page);
  release();
  await form.received(page);
});
