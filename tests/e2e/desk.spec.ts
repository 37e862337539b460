import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright/test';
import { announced, application, booking, lead, submission } from '../setup/stack.ts';
import { at, heading, newStaff, openDesk, ownName, pane, rowOf, store, test, type Staff } from './desk.ts';
import { expect, running, toast } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

/** Opens the desk of somebody else, in a browser of their own. */
async function ofColleague(page: Page, staff: Staff, hash: string): Promise<Page> {
  const context = await page.context().browser()?.newContext({ reducedMotion: 'reduce' });
  if (!context) throw new Error('There is no browser.');
  const theirs = await context.newPage();
  await openDesk(theirs, staff, hash);
  return theirs;
}

const assignee = (page: Page) => pane(page).getByLabel('Assigned to');
const state = (page: Page) => pane(page).getByLabel('State');
const history = (page: Page) => pane(page).getByRole('region', { name: 'History' });

test('a request that is sent elsewhere appears, is assigned, answered, done, found, exported and erased', async ({
  page,
  staff,
}) => {
  await openDesk(page, staff);
  await expect(page.locator('.row, .empty').first()).toBeVisible();
  const before = await page.evaluate(() => performance.timeOrigin);

  const name = ownName();
  const sent = await store('contact_submissions', submission({ name, subject: 'Acme', page: '/flow' }));
  await expect(rowOf(page, name)).toContainText('Unread:');
  await expect(page.getByRole('status').filter({ hasText: /new requests?$/ })).toHaveCount(1);
  await expect(page).toHaveTitle(/^\(\d+\) Requests/);

  await rowOf(page, name).click();
  await expect(heading(page, name)).toBeFocused();
  await expect(pane(page)).toContainText('/flow');
  await expect(rowOf(page, name)).not.toContainText('Unread:');

  await pane(page).getByRole('button', { name: 'Assign to me' }).click();
  await expect(assignee(page)).toHaveValue(staff.account.id);
  await expect(rowOf(page, name)).toContainText('you');

  await pane(page).getByLabel('New note').fill('She is called\nBo.');
  await pane(page).getByRole('button', { name: 'Add the note' }).click();
  await expect(pane(page).getByRole('listitem').filter({ hasText: 'She is called' })).toBeVisible();
  await expect(pane(page).getByLabel('New note')).toHaveValue('');

  const mail = pane(page).getByRole('link', { name: 'Answer by mail' });
  const address = new URL((await mail.getAttribute('href')) ?? '');
  expect([address.protocol, decodeURIComponent(address.pathname)]).toEqual(['mailto:', sent['email']]);
  expect([...address.searchParams.keys()]).toEqual(['subject']);
  // No mail program is there: the page only asks whether the mail was sent.
  await mail.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  await mail.click();
  await pane(page).getByRole('button', { name: 'Mark as answered' }).click();
  await expect(pane(page)).toContainText('First answered');
  await expect(state(page)).toHaveValue('in work');

  await state(page).selectOption('Done');
  await expect(rowOf(page, name)).toContainText('Done');
  for (const deed of ['assigned it', 'wrote a note', 'answered it', 'changed its state'])
    await expect(history(page)).toContainText(`You ${deed}`);
  expect(await page.evaluate(() => performance.timeOrigin), 'it was not reloaded').toBe(before);

  await page.getByRole('searchbox').fill(name.slice(-8));
  await expect(page.locator('.row')).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export these' }).click();
  const file = await (await saved).path();
  const [row, ...more] = parse<Record<string, string>>(readFileSync(file), { bom: true, columns: true });
  expect(more).toEqual([]);
  expect(row).toMatchObject({ name, state: 'Done', assigned_to: staff.account.email, message: sent['message'] });

  await page.getByRole('button', { name: 'Duties' }).click();
  await page.getByRole('link', { name: 'Erase an address' }).click();
  await page.getByLabel('Address', { exact: true }).fill(String(sent['email']));
  await page.getByRole('button', { name: 'Show what is stored' }).click();
  await expect(page.getByText('1 consultation request')).toBeVisible();
  await page.getByLabel('The address again').fill('somebody.else@example.com');
  await page.getByRole('button', { name: 'Erase it for good' }).click();
  await expect(page.getByLabel('The address again')).toBeFocused();
  await page.getByLabel('The address again').fill(` ${String(sent['email']).toUpperCase()}`);
  await page.getByRole('button', { name: 'Erase it for good' }).click();
  await expect(page.getByRole('heading', { name: `Erased everything about ${String(sent['email'])}` })).toBeFocused();

  await page.goBack();
  await expect(page.getByText('This request is no longer stored')).toBeVisible();
});

test.describe('of two colleagues', () => {
  test.use({ expectedErrors: [/status of 409/] });
  test(
    'who change the same request, the second is told, and nothing is overwritten',
    EXHAUSTIVE,
    async ({ page, staff }) => {
      const bo = await newStaff();
      const name = ownName();
      const { id } = await store('demo_bookings', booking({ name }));
      await openDesk(page, staff, at('demo_bookings', id));
      await pane(page).getByLabel('Decline').check();
      await pane(page).getByLabel('Note to the visitor').fill('We are closed that day.');

      const theirs = await ofColleague(page, bo, at('demo_bookings', id));
      await pane(theirs).getByLabel('Confirm').check();
      await pane(theirs).getByRole('button', { name: 'Confirm and mail' }).click();
      await expect(toast(theirs, 'Stored')).toContainText('The mail is on its way.');
      await expect(state(theirs)).toHaveValue('in work');

      // What was begun before is a conflict, although the page shows the confirmation by now.
      await expect(pane(page)).toContainText(`${bo.account.email} has just changed this request.`);
      await pane(page).getByRole('button', { name: 'Decline and mail' }).click();
      const conflict = pane(page).getByRole('alert').filter({ hasText: /./ });
      await expect(conflict).toContainText(`${bo.account.email} changed this request before you`);
      await expect(conflict).toContainText('It is now in work, assigned to nobody, and answered.');
      await expect(pane(page).locator('.agreed')).toContainText('Confirmed');
      await expect(pane(page).getByLabel('Note to the visitor')).toHaveValue('We are closed that day.');

      // Whoever has seen it can still change it.
      await pane(page).getByRole('button', { name: 'Decline and mail' }).click();
      await expect(pane(page).locator('.agreed')).toContainText('Declined');
      await expect(pane(page).getByRole('list', { name: 'Answers so far' }).getByRole('listitem')).toHaveCount(2);
      await theirs.context().close();
    },
  );
});

test(
  'a colleague’s change of what one reads is shown at once, and does not move the focus',
  EXHAUSTIVE,
  async ({ page, staff }) => {
    const bo = await newStaff();
    const name = ownName();
    const { id } = await store('contact_submissions', submission({ name }));
    await openDesk(page, staff, at('contact_submissions', id));
    await pane(page).getByLabel('New note').pressSequentially('Half a ');
    const theirs = await ofColleague(page, bo, at('contact_submissions', id));
    await pane(theirs).getByRole('button', { name: 'Assign to me' }).click();

    await expect(pane(page)).toContainText(`${bo.account.email} has just changed this request.`);
    await expect(assignee(page)).toHaveValue(bo.account.id);
    await page.keyboard.type('note');
    await expect(pane(page).getByLabel('New note')).toHaveValue('Half a note');
    await theirs.context().close();
  },
);

test(
  'another time for a booking is proposed where both are, never in the past',
  EXHAUSTIVE,
  async ({ page, staff }) => {
    const { id } = await store('demo_bookings', booking({ name: ownName(), time_zone: 'America/New_York' }));
    await openDesk(page, staff, at('demo_bookings', id));
    await pane(page).getByLabel('Propose another time').check();
    await pane(page).getByLabel('Day').fill('2020-01-01');
    await pane(page).getByRole('button', { name: 'Propose and mail' }).click();
    await expect(pane(page)).toContainText('This time is over. Choose one that is ahead.');
    await expect(pane(page).getByLabel('Day')).toBeFocused();

    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await pane(page).getByLabel('Day').fill(day);
    await pane(page).getByLabel('Time', { exact: true }).fill('16:30');
    await expect(pane(page).getByRole('status').filter({ hasText: 'For the visitor' })).toContainText(
      /(11|12):30 AM E[SD]T/,
    );
    await pane(page).getByRole('button', { name: 'Propose and mail' }).click();
    await expect(pane(page).locator('.agreed')).toContainText('Proposed');
    await expect(pane(page).locator('.agreed')).toContainText(/(11|12):30 AM E[SD]T/);
  },
);

test('a resume is saved as a file, and every opening is logged', EXHAUSTIVE, async ({ page, staff, database }) => {
  const row = await store('internship_applications', application({ name: ownName(), ...announced }));
  const id = String(row['id']);
  await openDesk(page, staff, at('internship_applications', id));
  // Nobody has checked a file yet.
  await expect(pane(page)).toContainText('It can’t be opened');

  const file = await fetch(`${running.apiUrl}/storage/v1/object/resumes/${id}/resume.pdf`, {
    method: 'POST',
    headers: { apikey: running.publishableKey, 'content-type': 'application/pdf' },
    body: '%PDF-1.4\n%%EOF\n',
  });
  expect(file.ok).toBe(true);
  await database`update public.internship_applications set notified_at = now() where id = ${id}`;
  await page.reload();
  const saved = page.waitForEvent('download');
  await pane(page).getByRole('button', { name: 'Save the resume' }).click();
  expect((await saved).suggestedFilename()).toBe(announced.resume_name);
  expect(readFileSync(await (await saved).path(), 'utf8')).toMatch(/^%PDF/);
  const log = await database`select who from public.desk_log where what = 'opened the resume' and request_id = ${id}`;
  expect(log.map(({ who }) => String(who))).toEqual([staff.account.id]);
});

test(
  'a call has its turns, how it ended, and its recording elsewhere',
  EXHAUSTIVE,
  async ({ page, staff, database }) => {
    const { id, name, email } = await store('voice_leads', lead({ name: ownName() }));
    await database`
    insert into public.voice_calls (id, lead_id, name, email, duration_s, end_reason, transcript, outcome, summary, recording_url)
    values (gen_random_uuid(), ${String(id)}, ${String(name)}, ${String(email)}, 125, 'customer-ended-call',
      ${'AI: Hello.\nUser: What does <b>a pilot</b> cost?'}, 'Wanted: a price', 'Asked for a price.', 'https://recordings.example/a.wav')`;
    await openDesk(page, staff, at('voice_leads', id));
    await expect(pane(page).locator('[data-speaker=visitor]')).toHaveText('Visitor: What does <b>a pilot</b> cost?');
    await expect(pane(page)).toContainText('2 min 5 sec');
    await expect(pane(page)).toContainText('The visitor ended it.');
    await expect(pane(page)).toContainText('Wanted: a price');
    const recording = pane(page).getByRole('link', { name: 'Listen at recordings.example' });
    expect(await recording.evaluate((link) => [link.getAttribute('rel'), link.getAttribute('target')])).toEqual([
      'noreferrer',
      '_blank',
    ]);
  },
);

test('a request that is in no view any more stays unread', EXHAUSTIVE, async ({ page, staff, database }) => {
  const { id } = await store('contact_submissions', submission({ name: ownName() }));
  let reading = 0;
  const isReading = (request: Request) => request.url().endsWith('/desk_open');
  page.on('request', (request) => (reading += isReading(request) ? 1 : 0));
  page.on('requestfinished', (request) => (reading -= isReading(request) ? 1 : 0));
  const isRead = () => expect.poll(() => reading, 'all questions are answered').toBe(0);
  await openDesk(page, staff, at('contact_submissions', id));
  await expect(pane(page).getByLabel('New note')).toBeVisible();
  await page.getByRole('link', { name: 'Log' }).click();
  await expect(pane(page)).toHaveCount(0);
  await isRead();
  const heard = page.waitForResponse(/desk_counts/);
  await database`update public.desk_requests set opened_at = null, version = version + 1 where id = ${String(id)}`;
  await heard;
  await isRead();
  expect(await database`select opened_at from public.desk_requests where id = ${String(id)}`).toEqual([
    { opened_at: null },
  ]);
});

test('what visitors typed is text: no markup, no link, no other line', async ({ page, staff }) => {
  const message = '<img src=x onerror=alert(1)> https://evil.example\n[a](https://evil.example)';
  const name = `${ownName()} <b>\u202Eevil`;
  const { id } = await store('contact_submissions', submission({ name, subject: '=1+1', message }));
  await openDesk(page, staff, at('contact_submissions', id));
  await expect(pane(page).locator('.typed').first()).toHaveText(message, { useInnerText: true });
  expect(await pane(page).locator('img, b, a[href*="evil"]').count()).toBe(0);
  await expect(pane(page).getByRole('heading', { level: 2 })).not.toContainText('\u202E');
});

test(
  'filters and the open request survive a reload, and the browser’s back button leads back',
  EXHAUSTIVE,
  async ({ page, staff }) => {
    const name = ownName();
    await store('demo_bookings', booking({ name }));
    await openDesk(page, staff);
    await page.getByLabel('Kind').selectOption('Demo bookings');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('searchbox').fill(name);
    await expect.poll(() => page.evaluate(() => window.sessionStorage.getItem('desk-searches'))).toContain(name);
    await expect(page.locator('.row')).toHaveCount(1);
    await rowOf(page, name).click();
    await expect(heading(page, name)).toBeVisible();
    expect(page.url()).not.toContain(encodeURIComponent(name));

    await page.reload();
    await expect(heading(page, name)).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(name);
    await expect(page.locator('.row')).toHaveCount(1);
    await page.goBack();
    await expect(pane(page)).toContainText('Choose a request');
    await expect(page.getByLabel('Kind')).toHaveValue('demo_bookings');

    await page.getByRole('searchbox').fill('nobody is called like this');
    await expect(page.getByText('Nothing found for')).toBeVisible();
    await page.getByRole('button', { name: 'Show all requests' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await expect(rowOf(page, name)).toBeVisible();
  },
);

test('older requests are added page by page, and the focus stays', EXHAUSTIVE, async ({ page, staff, database }) => {
  const company = ownName('Company');
  await database`
    insert into public.contact_submissions (id, name, email, subject, message, source, fill_ms, created_at)
    select gen_random_uuid(), 'Caller ' || n, 'caller@example.com', ${company}, 'Hello', 'marketing-website', 5000,
      now() - make_interval(days => 1, secs => n) from generate_series(1, 70) n`;
  await openDesk(page, staff);
  await page.getByRole('searchbox').fill(company);
  await expect(rowOf(page, company)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.row')).toHaveCount(70);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(page.getByText('70 requests')).toBeVisible();
});
