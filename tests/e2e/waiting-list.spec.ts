import { randomUUID } from 'node:crypto';
import { expect, FAILED_RESOURCE, holdRequests, running, site, test, toast } from './fixtures.ts';
import { control, enter, formOf, storedRows } from './form-copy.ts';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';

const form = formOf('waiting-list');

for (const [path, title, resource, name] of [
  ['/resources', 'Get Early Access to Resources', 'Case Studies & MoU Templates', 'Case Studies & MoU Templates'],
  ['/research', 'Get Notified', 'New Research', 'our next publication'],
] as const)
  test(
    `${path}: ${title} stores a request for ${resource}, says so, and clears`,
    gateIf(path === '/research'),
    async ({ page, database, email }) => {
      await form.open(page);
      await page.goto(running.siteUrl + path);
      await expect(page.getByRole('form', { name: title })).toBeVisible();
      await enter(page, 'waiting-list', { name: 'Ada', email });
      await form.submit(page).click();
      await expect(toast(page, `We'll notify you when ${name} is available.`)).toBeVisible();
      expect(await storedRows(database, form.table, email)).toMatchObject([
        { name: 'Ada', resource_type: resource, page: path, notified_at: null },
      ]);
      await expect(control(page, 'waiting-list', 'name')).toHaveValue('');
      await expect(control(page, 'waiting-list', 'email')).toHaveValue('');
    },
  );

for (const empty of ['name', 'email', 'both'])
  test(
    `an empty field (${empty}) is reported under the title Error, and nothing is sent`,
    gateIf(empty === 'email'),
    async ({ page, email }) => {
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      await form.open(page);
      const values = { name: 'Ada', email };
      await enter(
        page,
        'waiting-list',
        Object.fromEntries(Object.entries(values).filter(([name]) => empty !== 'both' && name !== empty)),
      );
      await form.submit(page).click();
      const error = toast(page, 'Please fill in all fields.');
      await expect(error.locator('p').first()).toHaveText('Error');
      await expect(control(page, 'waiting-list', empty === 'email' ? 'email' : 'name')).toBeFocused();
      expect(sent.filter((url) => url.startsWith(`${running.apiUrl}/rest`))).toEqual([]);
    },
  );

test('asking twice for the same shows the same message', EXHAUSTIVE, async ({ page, email }) => {
  await form.open(page);
  for (const address of [email, email.toUpperCase()]) {
    await enter(page, 'waiting-list', { name: 'Ada', email: address });
    await form.submit(page).click();
    await form.received(page);
    await toast(page, 'Thank You!').getByRole('button').click();
    await expect(page.locator('.toast')).toHaveCount(0);
  }
});

test.describe('unsubscribing', () => {
  const store = async (database: import('postgres').Sql, email: string) => {
    const [row] = await database<{ token: string }[]>`
      insert into public.notification_requests (id, name, email, source, fill_ms, resource_type)
      values (${randomUUID()}, 'Ada', ${email}, 'test', 2000, 'New Research') returning unsubscribe_token as token`;
    return row?.token ?? '';
  };

  test('one click on the linked page deletes the address and says so', async ({ page, database, email }) => {
    const token = await store(database, email);
    await page.goto(`${running.siteUrl}/unsubscribe#${token}`);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    // Opening the page is not enough: programs open every link.
    expect(await storedRows(database, 'notification_requests', email)).toHaveLength(1);
    expect(page.url()).not.toContain(token);
    await page.getByRole('main').getByRole('button').click();
    await expect(page.getByRole('status').filter({ hasText: 'removed from our notification lists' })).toBeVisible();
    expect(await storedRows(database, 'notification_requests', email)).toHaveLength(0);
  });

  test('an incomplete link says so and offers the address', EXHAUSTIVE, async ({ page, expectedErrors }) => {
    expectedErrors.push(FAILED_RESOURCE);
    await page.goto(`${running.siteUrl}/unsubscribe`);
    await expect(page.getByRole('alert').getByRole('link', { name: site.email })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toBeHidden();
    await page.goto('about:blank');
    await page.goto(`${running.siteUrl}/unsubscribe#half-a-token`);
    await page.getByRole('main').getByRole('button').click();
    await expect(page.getByRole('alert').filter({ hasText: 'incomplete' })).toBeVisible();
  });

  test(
    'the answer to one link neither reports nor forgets the next one',
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      const [first, second] = [await store(database, email), await store(database, email)];
      const release = await holdRequests(page, '**/functions/**');
      await page.goto(`${running.siteUrl}/unsubscribe#${first}`);
      const button = page.getByRole('main').getByRole('button');
      await button.click();
      await page.evaluate((hash) => (location.hash = hash), second);
      await expect.poll(() => page.url()).not.toContain('#');
      const answered = page.waitForResponse('**/functions/**');
      release();
      await (await answered).finished();
      await expect(button).not.toHaveAttribute('aria-disabled');
      await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeHidden();
      // Phones may discard the tab and load it again.
      await page.reload();
      await button.click();
      await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible();
      expect(await storedRows(database, 'notification_requests', email)).toHaveLength(0);
    },
  );

  test('the skip link leaves the link valid, after a reload, too', EXHAUSTIVE, async ({ page, database, email }) => {
    await page.goto(`${running.siteUrl}/unsubscribe#${await store(database, email)}`);
    const button = page.getByRole('main').getByRole('button');
    await expect(button).toBeVisible();
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await expect(page.locator('main')).toBeFocused();
    await page.reload();
    await button.click();
    await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible();
    expect(await storedRows(database, 'notification_requests', email)).toHaveLength(0);
  });

  test(
    'a failure says so, and the next click tries again',
    EXHAUSTIVE,
    async ({ page, database, email, expectedErrors }) => {
      expectedErrors.push(FAILED_RESOURCE);
      const token = await store(database, email);
      await page.goto(`${running.siteUrl}/unsubscribe#${token}`);
      await page.route('**/functions/**', (route) => route.abort());
      await page.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('alert').filter({ hasText: 'That did not work' })).toBeVisible();
      await page.unroute('**/functions/**');
      // The network's own page, for example of a hotel.
      await page.route('**/functions/**', (route) => route.fulfill({ contentType: 'text/html', body: '<html>' }));
      await page.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('alert').filter({ hasText: 'That did not work' })).toBeVisible();
      await page.unroute('**/functions/**');
      await page.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible();
      expect(await storedRows(database, 'notification_requests', email)).toHaveLength(0);
    },
  );
});
