import {
  dialog,
  findAnswers,
  holdRequests,
  loseAnswers,
  expect,
  FAILED_RESOURCE,
  FAILURE,
  fill,
  labels,
  openDialog,
  rowsOf,
  running,
  site,
  submitButton,
  teamMailsOf,
  test,
  toast,
} from './fixtures.ts';
import { comeFromFullNetwork } from './full-network.ts';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';

/** The island's own code. */
const ISLAND = /\/_astro\/ConsultationForm\..*\.js/;

test('from the hero button to the row in PostgreSQL and the mail in the mailbox', async ({ page, database, email }) => {
  await openDialog(page);
  await expect(dialog(page)).toContainText("Fill out the form below and we'll schedule a call to discuss your needs.");
  await fill(page, {
    name: 'Zoë 🦊 Example',
    email,
    phone: '+1 555 0100',
    company: 'Acme & Sons',
    message: 'Line 1\nLine 2',
  });
  await submitButton(page).click();

  await expect(toast(page, 'Request Received!')).toContainText(`We'll get back to you within 24 hours.`);
  await expect(dialog(page)).toBeHidden();
  expect(await rowsOf(database, email)).toMatchObject([
    {
      name: 'Zoë 🦊 Example',
      subject: 'Acme & Sons',
      message: 'Phone: +1 555 0100\nCompany: Acme & Sons\nMessage: Line 1\nLine 2',
      source: 'marketing-website',
      page: '/',
    },
  ]);
  await expect
    .poll(() => teamMailsOf(email))
    .toMatchObject([{ to: [{ address: site.email }], subject: 'New request from Zoë 🦊 Example: Acme & Sons' }]);
  await expect.poll(async () => (await rowsOf(database, email))[0]?.['notified_at']).toBeTruthy();

  // A stored request is cleared from the form.
  await page.getByRole('button', { name: 'Get Free Project Consultation' }).click();
  for (const field of await dialog(page).locator('.control').all()) await expect(field).toHaveValue('');
  // The success of the last request would read as that of this one.
  await expect(dialog(page).locator('.toast')).toHaveCount(0);
});

test('name and email are enough', EXHAUSTIVE, async ({ page, database, email }) => {
  await openDialog(page);
  await fill(page, { name: 'Ada', email });
  await submitButton(page).click();
  await expect(toast(page, 'Request Received!')).toBeVisible();
  expect(await rowsOf(database, email)).toMatchObject([
    { subject: 'Demo Request', message: 'Phone: Not provided\nCompany: Not provided\nMessage: No message provided' },
  ]);
});

test(
  'an address that looks misspelled is asked about, and sent all the same',
  EXHAUSTIVE,
  async ({ page, database, email }) => {
    await openDialog(page);
    const field = dialog(page).locator('[name=email]');
    const question = dialog(page).getByText('Did you mean ada@gmail.com?');
    await field.fill('ada@gmial.com');
    await field.press('Tab');
    await expect(question).toBeVisible();
    await expect(field).toHaveAccessibleDescription(/Did you mean ada@gmail\.com\?/);
    await dialog(page).getByRole('button', { name: 'Yes, change it' }).click();
    await expect(field).toHaveValue('ada@gmail.com');
    await expect(field).toBeFocused();
    await expect(question).toBeHidden();

    const incomplete = email.replace(/\.[^@]*$/, '');
    await fill(page, { name: 'Ada', email: incomplete });
    await field.blur();
    await expect(dialog(page).getByText('There is no dot after the @')).toBeVisible();
    await submitButton(page).click();
    await expect(toast(page, 'Request Received!')).toBeVisible();
    expect(await rowsOf(database, incomplete)).toHaveLength(1);
  },
);

test('every opener opens it', EXHAUSTIVE, async ({ page }) => {
  await page.goto(running.siteUrl);
  const openers = page.locator('[data-opens=consultation]:visible');
  expect(await openers.count()).toBeGreaterThanOrEqual(5);
  for (const opener of await openers.all()) {
    await opener.click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('is at most 500 px wide and has a message field of four rows', async ({ page }) => {
  await openDialog(page);
  expect((await dialog(page).boundingBox())?.width).toBe(500);
  await expect(dialog(page).locator('textarea[name=message]')).toHaveAttribute('rows', '4');
});

test(
  'backend down: it stays open with everything typed, offers another way, and a retry succeeds',
  EXHAUSTIVE,
  async ({ page, database, email, expectedErrors }) => {
    expectedErrors.push(FAILURE, FAILED_RESOURCE);
    await openDialog(page);
    const values = { name: 'Ada', email, phone: '1', company: 'Acme', message: 'Please call' };
    await fill(page, values);
    await page.route(`${running.apiUrl}/**`, (route) => route.abort('connectionrefused'));
    await submitButton(page).click();

    const error = toast(page, 'Error');
    await expect(error).toContainText('Failed to send request. Please try again.');
    await expect(dialog(page)).toBeVisible();
    await expect(error).toHaveCSS('background-color', 'rgb(179, 16, 47)');
    await expect(submitButton(page)).toBeFocused();
    await expect(dialog(page).locator('.notice-error').getByRole('link', { name: site.email })).toBeVisible();
    // The notice repeats none of it.
    await expect(dialog(page).locator('.notice-error:visible')).not.toContainText('Failed');
    for (const [name, value] of Object.entries(values))
      await expect(dialog(page).locator(`[name=${name}]`)).toHaveValue(value);
    await error.getByRole('button', { name: /Dismiss/ }).click();
    await expect(error).toBeHidden();
    await expect(dialog(page)).toBeVisible();

    // By keyboard: Escape on the toast closes only the toast, and the focus returns to where it was.
    await submitButton(page).press('Enter');
    await expect(error).toBeVisible();
    await expect(submitButton(page)).toBeFocused();
    for (let back = 0; back < 4; back++) await page.keyboard.press('Shift+Tab');
    await expect(error.getByRole('button')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(error).toBeHidden();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).locator('.notice-error:visible a')).toBeFocused();

    await page.unroute(`${running.apiUrl}/**`);
    await submitButton(page).click();
    await expect(toast(page, 'Request Received!')).toBeVisible();
    expect(await rowsOf(database, email)).toHaveLength(1);
  },
);

test('response lost: a retry stores nothing twice and counts as received', async ({
  page,
  database,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(FAILURE, FAILED_RESOURCE);
  await openDialog(page);
  await fill(page, { name: 'Ada', email });
  await loseAnswers(page);
  await submitButton(page).click();
  await expect(toast(page, 'Error')).toBeVisible();
  expect(await rowsOf(database, email)).toHaveLength(1);

  await findAnswers(page);
  await submitButton(page).click();
  await expect(toast(page, 'Request Received!')).toBeVisible();
  expect(await rowsOf(database, email)).toHaveLength(1);
  await expect.poll(() => teamMailsOf(email)).toHaveLength(1);
});

test('response lost, then the text changed: both are stored, so the change is not lost', async ({
  page,
  database,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(FAILURE, FAILED_RESOURCE);
  await openDialog(page);
  await fill(page, { name: 'Ada', email, message: 'First' });
  await loseAnswers(page);
  await submitButton(page).click();
  await expect(toast(page, 'Error')).toBeVisible();
  await findAnswers(page);
  await fill(page, { message: 'Second' });
  await submitButton(page).click();
  await expect(toast(page, 'Request Received!')).toBeVisible();
  expect((await rowsOf(database, email)).map(({ message }) => message?.split('Message: ')[1])).toEqual([
    'First',
    'Second',
  ]);
});

test('notification fails: silent for the visitor, logged to the console, and the request is stored', async ({
  page,
  database,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/team could not be notified yet/, FAILED_RESOURCE);
  await page.route(`${running.apiUrl}/functions/**`, (route) => route.abort());
  await openDialog(page);
  await fill(page, { name: 'Ada', email });
  const logged = page.waitForEvent('console', (message) => message.text().includes('could not be notified'));
  await submitButton(page).click();
  await expect(toast(page, 'Request Received!')).toBeVisible();
  await logged;
  expect(await rowsOf(database, email)).toMatchObject([{ notified_at: null }]);
});

test('too many requests: says so, keeps everything and offers another way', async ({
  page,
  database,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(FAILURE, FAILED_RESOURCE);
  await comeFromFullNetwork(page, running, database);
  await openDialog(page);
  await fill(page, { name: 'Ada', email, message: 'Once more' });
  await submitButton(page).click();
  // The cause, and nothing that contradicts it. Announced, not only shown.
  await expect(toast(page, 'Error')).toContainText('try again in ten minutes');
  await expect(toast(page, 'Error')).not.toContainText('Failed to send');
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'in ten minutes' })).toHaveCount(1);
  await expect(dialog(page).locator('[name=message]')).toHaveValue('Once more');
});

test('invalid input: each error at its field, a summary, the focus on the first, and nothing is sent', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await openDialog(page);
  await fill(page, { email: 'nobody', phone: '1'.repeat(41), message: 'x'.repeat(5001) });
  await submitButton(page).click();

  const field = (name: string) => dialog(page).locator(`[name=${name}]`);
  await expect(field('name')).toBeFocused();
  const expected = {
    name: 'Enter your name.',
    email: 'Enter an email address in the form name@example.com.',
    phone: 'Shorten the phone number to 40 characters or fewer.',
    message: 'Shorten the message to 5,000 characters or fewer.',
  };
  const summary = dialog(page).getByRole('group', { name: labels.summary });
  for (const [name, text] of Object.entries(expected)) {
    await expect(field(name)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(name)).toHaveAccessibleDescription(text);
    await expect(summary.getByRole('link', { name: text })).toBeVisible();
  }
  await expect(field('company')).not.toHaveAttribute('aria-invalid');
  expect(sent.filter((url) => url.startsWith(`${running.apiUrl}/rest`))).toEqual([]);
  await expect(field('message')).toHaveValue('x'.repeat(5001));

  // A link in the summary leads to its field. Nothing moves while it is corrected; the next attempt clears the error.
  await summary.getByRole('link', { name: expected.email }).click();
  await expect(field('email')).toBeFocused();
  const before = await field('email').boundingBox();
  await field('email').fill('ada@example.com');
  expect(await field('email').boundingBox()).toEqual(before);
  await submitButton(page).click();
  await expect(field('email')).not.toHaveAttribute('aria-invalid');
  await expect(summary.getByRole('link', { name: expected.email })).toBeHidden();
  await expect(page).toHaveURL(`${running.siteUrl}/`);
});

test.describe('closing', () => {
  for (const [way, close] of Object.entries({
    Cancel: (page) => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
    'the cross': (page) => dialog(page).getByRole('button', { name: labels.close }).click(),
    Escape: (page) => page.keyboard.press('Escape'),
    'a click outside': (page) => page.mouse.click(20, 450),
  } satisfies Record<string, (page: import('playwright/test').Page) => Promise<void>>)) {
    test(`with ${way} keeps what was typed, also through a reload`, gateIf(way === 'Cancel'), async ({ page }) => {
      await openDialog(page);
      await fill(page, { name: 'Ada', message: 'Half a thought' });
      await close(page);
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByRole('button', { name: 'Get Free Project Consultation' })).toBeFocused();
      await page.reload();
      await page.getByRole('button', { name: 'Get Free Project Consultation' }).click();
      await expect(dialog(page).locator('[name=name]')).toHaveValue('Ada');
      await expect(dialog(page).locator('[name=message]')).toHaveValue('Half a thought');
    });
  }

  for (const [reducedMotion, display] of [
    ['no-preference', 'block'],
    ['reduce', 'none'],
  ] as const)
    test(
      `returns the focus at once, and animates only if motion is wanted: ${reducedMotion}`,
      EXHAUSTIVE,
      async ({ page }) => {
        await page.emulateMedia({ reducedMotion });
        await openDialog(page);
        const opener = page.getByRole('button', { name: 'Get Free Project Consultation' });
        const closed = await page.evaluate(() => {
          const dialog = document.querySelector<HTMLDialogElement>('#consultation');
          dialog?.querySelector<HTMLElement>('[data-closes]')?.click();
          return { open: dialog?.open, display: dialog && getComputedStyle(dialog).display };
        });
        expect(closed).toEqual({ open: false, display });
        await expect(opener).toBeFocused();
        await expect(dialog(page)).toBeHidden();
      },
    );

  test('does not happen when a text selection ends outside', EXHAUSTIVE, async ({ page }) => {
    await openDialog(page);
    await fill(page, { name: 'Select me' });
    const box = await dialog(page).locator('[name=name]').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move(20, 450);
    await page.mouse.up();
    await expect(dialog(page)).toBeVisible();
  });
});

test('a double click or repeated Enter sends one request; the button reads Sending... meanwhile', async ({
  page,
  database,
  email,
}) => {
  await openDialog(page);
  await fill(page, { name: 'Ada', email });
  const release = await holdRequests(page, `${running.apiUrl}/rest/**`);
  await submitButton(page).dblclick();
  const sending = dialog(page).getByRole('button', { name: 'Sending...' });
  await expect(sending).toBeDisabled();
  await dialog(page).locator('[name=name]').focus();
  for (let time = 0; time < 5; time++) await page.keyboard.press('Enter');
  release();
  await expect(toast(page, 'Request Received!')).toBeVisible();
  expect(await rowsOf(database, email)).toHaveLength(1);
});

test('a closing dialog takes no clicks, and the last of many fast ones counts', EXHAUSTIVE, async ({ page }) => {
  const element = await openDialog(page);
  const opener = page.getByRole('button', { name: 'Get Free Project Consultation', includeHidden: true });
  const closing = await element.evaluate((dialog: HTMLDialogElement) => {
    dialog.close();
    const hit = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog') ?? null;
    return { hit, pointerEvents: getComputedStyle(dialog).pointerEvents };
  });
  expect(closing).toEqual({ hit: null, pointerEvents: 'none' });
  for (const last of ['open', 'closed'])
    await opener
      .evaluate((button: HTMLButtonElement, last) => {
        const dialog = document.querySelector<HTMLDialogElement>('#consultation');
        for (let time = 0; time < 20; time++) {
          button.click();
          dialog?.querySelector<HTMLButtonElement>('.cross')?.click();
        }
        if (last === 'open') button.click();
      }, last)
      .then(() => expect(element).toBeVisible({ visible: last === 'open' }));
});

test.describe('before its code has arrived', () => {
  test('an address that was left is asked about when it arrives', EXHAUSTIVE, async ({ page }) => {
    const release = await holdRequests(page, ISLAND);
    await openDialog(page);
    const field = dialog(page).locator('[name=email]');
    await field.fill('ada@gmial.com');
    await field.press('Tab');
    release();
    await expect(dialog(page).getByText('Did you mean ada@gmail.com?')).toBeVisible();
  });

  test(
    'it opens at once, keeps what is typed, and holds a submit until it can send it',
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      const release = await holdRequests(page, ISLAND);
      await openDialog(page);
      await fill(page, { name: 'Early Bird', email });
      await submitButton(page).click();
      await expect(page).toHaveURL(`${running.siteUrl}/`);
      await expect(dialog(page)).toBeVisible();
      expect(await rowsOf(database, email)).toHaveLength(0);

      release();
      await expect(toast(page, 'Request Received!')).toBeVisible();
      expect(await rowsOf(database, email)).toMatchObject([{ name: 'Early Bird' }]);
    },
  );

  test(
    'and if it never comes, the visitor is told how else to reach the team',
    EXHAUSTIVE,
    async ({ page, database, email, expectedErrors }) => {
      expectedErrors.push(FAILED_RESOURCE);
      await page.route(ISLAND, (route) => route.abort());
      await openDialog(page);
      await fill(page, { name: 'Ada', email });
      await submitButton(page).click();
      const notice = dialog(page).getByRole('alert').filter({ hasText: 'Failed to send request. Please try again.' });
      await expect(notice.getByRole('link', { name: site.email })).toBeVisible();

      // The code arrives late: nothing is sent until the visitor submits again.
      await page.unroute(ISLAND);
      await dialog(page).locator('[name=message]').focus();
      await expect(page.locator('form[data-ready]')).toHaveCount(1);
      await expect(notice).toBeHidden();
      expect(await rowsOf(database, email)).toHaveLength(0);
      await submitButton(page).click();
      await expect(toast(page, 'Request Received!')).toBeVisible();
      expect(await rowsOf(database, email)).toHaveLength(1);
    },
  );
});

test('a held submit is not sent once the visitor has canceled', EXHAUSTIVE, async ({ page, database, email }) => {
  const release = await holdRequests(page, ISLAND);
  const opener = page.getByRole('button', { name: 'Get Free Project Consultation' });
  await openDialog(page);
  await fill(page, { name: 'Changed my mind', email });
  await submitButton(page).click();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  release();
  await expect(page.locator('form[data-ready]')).toHaveCount(1);

  // Only the later, deliberate request arrives; the canceled one would have gone out before it.
  await opener.click();
  await fill(page, { name: 'Second thoughts' });
  await submitButton(page).click();
  await expect(toast(page, 'Request Received!')).toBeVisible();
  expect((await rowsOf(database, email)).map(({ name }) => name)).toEqual(['Second thoughts']);
});

test('what was typed before the code arrived survives a reload', EXHAUSTIVE, async ({ page }) => {
  const release = await holdRequests(page, ISLAND);
  await openDialog(page);
  await fill(page, { name: 'Early' });
  await page.keyboard.press('Escape');
  release();
  await expect(page.locator('form[data-ready]')).toHaveCount(1);
  await page.reload();
  await page.getByRole('button', { name: 'Get Free Project Consultation' }).click();
  await expect(dialog(page).locator('[name=name]')).toHaveValue('Early');
});

test(
  'whatever this tab has kept, and whatever breaks in the page: the form can be sent',
  EXHAUSTIVE,
  async ({ page, database, email, expectedErrors }) => {
    expectedErrors.push(FAILURE);
    await page.addInitScript(() => {
      sessionStorage.setItem('origin', 'null');
      sessionStorage.setItem('consultation-draft', '{"values":null}');
      sessionStorage.setItem('toast', '{"tone":"success","title":{},"text":""}');
      const random = crypto.getRandomValues.bind(crypto);
      crypto.getRandomValues = () => {
        crypto.getRandomValues = random;
        throw new Error('Nothing is random.');
      };
    });
    await page.goto(`${running.siteUrl}/privacy-policy`);
    await page.getByRole('button', { name: site.callToAction.wide }).click();
    await fill(page, { name: 'Ada', email });
    await submitButton(page).click();
    await expect(toast(page, 'Error')).toBeVisible();
    await submitButton(page).click();
    await expect(toast(page, 'Request Received!')).toBeVisible();
    expect(await rowsOf(database, email)).toHaveLength(1);
  },
);

test(
  'the page, the referrer and the campaign are stored with the request',
  EXHAUSTIVE,
  async ({ page, database, email }) => {
    await page.goto(`${running.siteUrl}/?utm_source=news&utm_medium=email&utm_campaign=autumn%20%F0%9F%A6%8A`, {
      referer: 'https://partner.example/list?secret=1',
    });
    // On another page of the site, later in the visit.
    await page.goto(`${running.siteUrl}/privacy-policy`);
    await page.getByRole('button', { name: site.callToAction.wide }).click();
    await fill(page, { name: 'Ada', email });
    await submitButton(page).click();
    await expect(toast(page, 'Request Received!')).toBeVisible();
    expect(await rowsOf(database, email)).toMatchObject([
      {
        page: '/privacy-policy',
        referrer_host: 'partner.example',
        utm_source: 'news',
        utm_medium: 'email',
        utm_campaign: 'autumn 🦊',
        utm_term: '',
      },
    ]);
  },
);

test(
  'a success toast closes after ten seconds, but not under the pointer; an error stays',
  EXHAUSTIVE,
  async ({ page, email, expectedErrors }) => {
    expectedErrors.push(FAILURE, FAILED_RESOURCE);
    await page.clock.install();
    await openDialog(page);
    await fill(page, { name: 'Ada', email });
    await page.route(`${running.apiUrl}/rest/**`, (route) => route.abort());
    await submitButton(page).click();
    await page.clock.runFor(2000);
    await expect(toast(page, 'Error')).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(toast(page, 'Error')).toBeVisible();

    await page.unroute(`${running.apiUrl}/rest/**`);
    await submitButton(page).click();
    const success = toast(page, 'Request Received!');
    await expect(success).toBeVisible();
    await expect(toast(page, 'Error')).toBeHidden();
    await success.hover();
    await page.clock.runFor(60_000);
    await expect(success).toBeVisible();
    await page.mouse.move(10, 10);
    await page.clock.runFor(10_000);
    await expect(success).toBeHidden();
  },
);

test('unconnected: says what is missing, promises nothing and offers the address', async ({ page }) => {
  await page.goto(running.unconnectedUrl);
  await page.getByRole('button', { name: 'Get Free Project Consultation' }).click();
  await expect(dialog(page)).toContainText('Data storage and e-mail notifications require a backend connection');
  await expect(submitButton(page)).toBeDisabled();
  await expect(dialog(page).getByRole('link', { name: site.email })).toBeVisible();
  await fill(page, { name: 'Ada', email: 'ada@example.com' });
  await dialog(page).locator('[name=name]').press('Enter');
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(page).toHaveURL(`${running.unconnectedUrl}/`);
});

test('sent with Enter on the button, the focus is never lost', EXHAUSTIVE, async ({ page, email, expectedErrors }) => {
  expectedErrors.push(FAILURE, FAILED_RESOURCE);
  await openDialog(page);
  await fill(page, { name: 'Ada', email });
  let fail = () => {};
  const failed = new Promise<void>((resolve) => (fail = resolve));
  await page.route(`${running.apiUrl}/rest/**`, async (route) => {
    await failed;
    await route.abort();
  });
  await submitButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Sending...' })).toBeFocused();
  fail();
  await expect(toast(page, 'Error')).toBeVisible();
  await expect(submitButton(page)).toBeFocused();
});

test(
  'submitted before any script has arrived, it is held and then sent',
  EXHAUSTIVE,
  async ({ page, database, email }) => {
    const release = await holdRequests(page, /\/_astro\/.*\.js/);
    await page.goto(running.siteUrl, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Get Free Project Consultation' }).click();
    await fill(page, { name: 'Very Early', email });
    await submitButton(page).click();
    await expect(page.locator('form[data-island=consultation]')).toHaveAttribute('data-held', '');
    await expect(page).toHaveURL(`${running.siteUrl}/`);
    await expect(dialog(page).locator('[name=name]')).toHaveValue('Very Early');
    release();
    await expect(toast(page, 'Request Received!')).toBeVisible();
    expect(await rowsOf(database, email)).toMatchObject([{ name: 'Very Early' }]);
  },
);

test(
  'submitted before any script has arrived, it is not sent with what was typed earlier and cannot be seen yet',
  EXHAUSTIVE,
  async ({ page, database, email }) => {
    await openDialog(page);
    await fill(page, { message: 'Written earlier, and not meant for this.' });
    await page.keyboard.press('Escape');
    const release = await holdRequests(page, /\/_astro\/.*\.js/);
    await page.goto(`${running.siteUrl}/flow`, { waitUntil: 'commit' });
    await page.getByRole('banner').getByRole('button', { name: 'Schedule Free Demo & Pricing Call' }).click();
    await fill(page, { name: 'In a hurry', email });
    await submitButton(page).click();
    await expect(page.locator('form[data-island=consultation]')).toHaveAttribute('data-held', '');
    release();
    await expect(toast(page, 'Not sent yet')).toBeVisible();
    await expect(dialog(page).locator('[name=message]')).toHaveValue('Written earlier, and not meant for this.');
    await fill(page, { message: '' });
    await submitButton(page).click();
    await expect(toast(page, 'Request Received!')).toBeVisible();
    expect(await rowsOf(database, email)).toHaveLength(1);
  },
);

for (const cancel of ['Cancel', 'Escape'])
  test(
    `submitted before any script has arrived and then canceled with ${cancel}, it is not sent`,
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      const release = await holdRequests(page, /\/_astro\/.*\.js/);
      await page.goto(running.siteUrl, { waitUntil: 'commit' });
      const opener = page.getByRole('button', { name: 'Get Free Project Consultation' });
      await opener.click();
      await fill(page, { name: 'Changed my mind', email });
      await submitButton(page).click();
      if (cancel === 'Escape') await page.keyboard.press('Escape');
      else await dialog(page).getByRole('button', { name: cancel }).click();
      await expect(dialog(page)).toBeHidden();
      release();
      // Only the later, deliberate request arrives; the canceled one would have gone out before it.
      await opener.click();
      await expect(page.locator('form[data-ready]')).toHaveCount(1);
      await fill(page, { name: 'Second thoughts', email });
      await submitButton(page).click();
      await expect(toast(page, 'Request Received!')).toBeVisible();
      expect((await rowsOf(database, email)).map(({ name }) => name)).toEqual(['Second thoughts']);
    },
  );

test('a late response does not close another dialog', EXHAUSTIVE, async ({ page, email }) => {
  await openDialog(page);
  await fill(page, { name: 'Ada', email });
  const release = await holdRequests(page, `${running.apiUrl}/rest/**`);
  await submitButton(page).click();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Schedule a Demo' }).click();
  const other = page.getByRole('dialog', { name: 'Schedule a Demo' });
  await other.locator('[name=name]').fill('Half a thought');
  release();
  // It has arrived, and the form is empty again.
  await expect(page.locator('#consultation-name')).toHaveValue('');
  await expect(other).toBeVisible();
  await expect(other.locator('[name=name]')).toHaveValue('Half a thought');
  await page.keyboard.press('Escape');
  await expect(toast(page, 'Request Received!')).toBeVisible();
});
