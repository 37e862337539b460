import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import type { Page } from 'playwright/test';
import { mails } from '../setup/stack.ts';
import { expect, running, site, test, holdRequests } from './fixtures.ts';
import {
  bookableTime,
  demoBookingCopy,
  control,
  enter,
  expectValues,
  formOf,
  openBooking,
  storedRows,
} from './form-copy.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const form = formOf('demo-booking');
const field = (page: Page, name: string) => control(page, 'demo-booking', name);
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Schedule a Demo' });
const times = (page: Page) =>
  field(page, 'time')
    .locator('option:not([hidden])')
    .evaluateAll((options) => (options as HTMLOptionElement[]).map(({ value, text }) => [value, text] as const));

/** Sets the page's current time; its timers keep running. */
const pretend = async (page: Page, now: string) => {
  await page.clock.install({ time: now });
};

const DAY_MS = 86_400_000;

/** A Monday on which no zone has summer time, ahead of the database's clock, which is the real one (ISO 8601, UTC). */
function winterMonday(): string {
  const year = new Date().getUTCFullYear();
  const mondays = [Date.UTC(year, 10, 8), Date.UTC(year + 1, 0, 8), Date.UTC(year + 1, 10, 8)].map(
    (time) => time + ((8 - new Date(time).getUTCDay()) % 7) * DAY_MS,
  );
  const ahead = mondays.find((time) => time > Date.now() + 3 * DAY_MS) ?? NaN;
  return new Date(ahead).toISOString().slice(0, 10);
}

test(
  'the footer button opens it on every kind of page, with the focus on the first field',
  EXHAUSTIVE,
  async ({ page }) => {
    for (const path of ['/', '/flow', '/privacy-policy']) {
      await page.goto(running.siteUrl + path);
      const opener = page.getByRole('contentinfo').getByRole('button', { name: 'Schedule a Demo' });
      await expect(page.getByRole('contentinfo')).toContainText('Book your free strategic call');
      await opener.click();
      await expect(dialog(page)).toBeVisible();
      expect((await dialog(page).boundingBox())?.width).toBe(500);
      await expect(field(page, 'name')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
      await expect(opener).toBeFocused();
    }
  },
);

test('each missing value is reported at its field', EXHAUSTIVE, async ({ page }) => {
  await openBooking(page);
  await form.submit(page).click();
  for (const name of ['name', 'email', 'topic', 'day', 'time'] as const)
    await expect(field(page, name)).toHaveAccessibleDescription(
      new RegExp(demoBookingCopy.fields[name].problems.required ?? 'none'),
    );
  await expect(field(page, 'name')).toBeFocused();
});

test.describe('in the time zone of the visitor', () => {
  for (const [timezoneId, zone, first, last] of [
    // The office: New York, 9:00 to 17:00, so the last slot starts at 16:30.
    ['America/New_York', 'Eastern Time (New York)', '9:00 AM', '4:30 PM'],
    ['Europe/Berlin', 'Central European Time (Berlin)', '3:00 PM', '10:30 PM'],
    // The rest of the office's Monday falls on its Tuesday.
    ['Asia/Tokyo', 'Japan Standard Time (Tokyo)', '11:00 PM', '11:30 PM'],
  ] as const)
    test.describe(timezoneId, () => {
      test.use({ timezoneId });
      test(`a Monday in winter offers ${first} to ${last}`, EXHAUSTIVE, async ({ page, database, email }) => {
        const day = winterMonday();
        await pretend(page, new Date(Date.parse(day) - 1.5 * DAY_MS).toISOString());
        await openBooking(page);
        await field(page, 'day').fill(day);
        await expect.poll(async () => (await times(page)).length).toBeGreaterThan(0);
        const offered = await times(page);
        expect(offered[0]?.[1]).toBe(first);
        expect(offered.at(-1)?.[1]).toBe(last);
        await expect(dialog(page)).toContainText(`Times are in your time zone, ${zone}.`);

        const values = { ...form.values(email), day, time: offered[0]?.[0] ?? '' };
        await enter(page, 'demo-booking', values);
        await page.clock.runFor(5000);
        await form.submit(page).click();
        await form.received(page);
        const [row] = await storedRows(database, form.table, email);
        expect(row).toMatchObject({ time_zone: timezoneId, company: 'Acme', note: 'Please show the dashboards' });
        expect(row?.['starts_at']).toEqual(new Date(values.time));
      });
    });

  test.describe('when only one of the two clocks has changed', () => {
    test.use({ timezoneId: 'Europe/Berlin' });
    test('the offset is that of the chosen day', EXHAUSTIVE, async ({ page }) => {
      // Europe turns its clocks back on October 25, New York on November 1.
      await pretend(page, '2027-10-20T12:00:00Z');
      await openBooking(page);
      for (const [day, first] of [
        ['2027-10-29', '3:00 PM'],
        ['2027-11-01', '2:00 PM'],
        ['2027-11-08', '3:00 PM'],
      ] as const) {
        await field(page, 'day').fill(day);
        await expect.poll(async () => (await times(page))[0]?.[1], { message: day }).toBe(first);
      }
    });
  });
});

test.describe('a day that cannot be booked', () => {
  test.use({ timezoneId: 'America/New_York' });

  test(
    'when the office is closed, it says so at once, and nothing is sent',
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      await pretend(page, '2026-11-21T12:00:00Z');
      await openBooking(page);
      const { time: _none, ...values } = form.values(email);
      // A Sunday.
      await enter(page, 'demo-booking', { ...values, day: '2026-11-22' });
      await expect(dialog(page).getByText(demoBookingCopy.fields.time.closed)).toBeVisible();
      await form.submit(page).click();
      await expect(field(page, 'day')).toBeFocused();
      await expect(dialog(page).getByText(demoBookingCopy.fields.time.closed)).toHaveCount(2);
      // One cause, one error.
      await expect(field(page, 'time')).toHaveAttribute('aria-invalid', 'false');
      expect(await storedRows(database, form.table, email)).toHaveLength(0);
    },
  );

  test('in the past or too far ahead, it is refused', EXHAUSTIVE, async ({ page, email }) => {
    await pretend(page, '2026-11-21T12:00:00Z');
    await openBooking(page);
    const { time: _none, ...values } = form.values(email);
    await expect(field(page, 'day')).toHaveAttribute('min', '2026-11-22');
    await expect(field(page, 'day')).toHaveAttribute('max', '2027-01-20');
    for (const day of ['2026-11-21', '2027-01-21', '20261-01-01']) {
      await enter(page, 'demo-booking', { ...values, day });
      await form.submit(page).click();
      await expect(field(page, 'day')).toHaveAccessibleDescription(
        new RegExp(demoBookingCopy.fields.day.problems.invalid ?? 'none'),
      );
    }
  });

  test(
    'it offers times from a day ahead, and rejects one that has become too early meanwhile',
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      await pretend(page, '2026-11-23T16:50:00-05:00');
      await openBooking(page);
      await field(page, 'day').fill('2026-11-24');
      await expect(dialog(page).getByText(demoBookingCopy.fields.time.closed)).toBeVisible();

      await pretend(page, '2026-11-23T15:50:00-05:00');
      await openBooking(page);
      await field(page, 'day').fill('2026-11-24');
      await expect.poll(async () => (await times(page)).map(([, label]) => label)).toEqual(['4:00 PM', '4:30 PM']);
      const [[time] = ['']] = await times(page);
      await enter(page, 'demo-booking', { ...form.values(email), day: '2026-11-24', time });
      // The tab stayed open overnight.
      await page.clock.fastForward('25:00:00');
      await form.submit(page).click();
      await expect(field(page, 'time')).toHaveAccessibleDescription(
        new RegExp(demoBookingCopy.fields.time.gone.slice(0, 40)),
      );
      expect(await storedRows(database, form.table, email)).toHaveLength(0);
    },
  );
});

test('another day offers other times, and the earlier choice is not carried over', EXHAUSTIVE, async ({ page }) => {
  const { day, time } = bookableTime();
  await openBooking(page);
  await enter(page, 'demo-booking', { day, time });
  await field(page, 'day').fill('');
  await expect(field(page, 'time')).toHaveValue('');
  await expect(field(page, 'time')).toContainText(demoBookingCopy.fields.time.noDay);
});

test('without Temporal in the browser, the polyfill computes the same times', EXHAUSTIVE, async ({ page, email }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Temporal');
  });
  const polyfill = page.waitForResponse(/temporal-polyfill/);
  await openBooking(page);
  await enter(page, 'demo-booking', form.values(email));
  await polyfill;
  await form.submit(page).click();
  await form.received(page);
});

test('with Temporal in the browser, no polyfill is downloaded', EXHAUSTIVE, async ({ page, email }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await openBooking(page);
  await enter(page, 'demo-booking', form.values(email));
  expect(scripts.filter((url) => url.includes('temporal-polyfill'))).toEqual([]);
});

test.describe('when it is stored', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('the dialog repeats the booking and offers a tentative calendar file, and the team gets both times', async ({
    page,
    email,
  }) => {
    const { day, time } = bookableTime('Europe/Berlin');
    await openBooking(page);
    await enter(page, 'demo-booking', { ...form.values(email), day, time });
    await form.submit(page).click();
    const heading = page.getByRole('heading', { name: demoBookingCopy.confirmation.title });
    await expect(heading).toBeFocused();
    const inWords = new Date(time).toLocaleDateString('en', {
      timeZone: 'Europe/Berlin',
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
    });
    const confirmation = page.getByRole('dialog', { name: demoBookingCopy.confirmation.title });
    await expect(confirmation).toContainText(inWords);
    await expect(confirmation).toContainText('within 24 hours');

    const link = confirmation.getByRole('link', { name: 'Add to your calendar' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('demo.ics');
    const calendar = new ICAL.Component(ICAL.parse(readFileSync(await download.path(), 'utf8')) as unknown[]);
    const event = calendar.getFirstSubcomponent('vevent');
    expect(event?.getFirstPropertyValue('status')).toBe('TENTATIVE');
    const start = event?.getFirstPropertyValue('dtstart') as ICAL.Time;
    expect(start.toJSDate().toISOString()).toBe(new Date(time).toISOString());
    const end = event?.getFirstPropertyValue('dtend') as ICAL.Time;
    expect(end.toJSDate().getTime() - start.toJSDate().getTime()).toBe(site.bookings.minutes * 60_000);

    const teamMail = async () =>
      (await mails(running.mailboxUrl)).find(({ replyTo }) => replyTo?.[0]?.address === email);
    const mail = async () => (await teamMail())?.text ?? '';
    await expect.poll(mail).toContain('(Europe/Berlin)');
    // An answer finds the entry by the booking's id.
    expect((await teamMail())?.messageId).toContain(
      `<demo_bookings.${String(event?.getFirstPropertyValue('uid'))}.team@`,
    );
    expect(await mail()).toContain(`(${site.bookings.timeZone.replaceAll('_', ' ')})`);
    expect(await mail()).toContain('Please show the dashboards');

    // Reopened, the form is empty and can be sent.
    await page.getByRole('button', { name: demoBookingCopy.confirmation.done }).click();
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('contentinfo').getByRole('button', { name: 'Schedule a Demo' }).click();
    await expect(field(page, 'name')).toBeFocused();
    await expectValues(page, 'demo-booking', { name: '', email: '', day: '', time: '', note: '' });
    await enter(page, 'demo-booking', { ...form.values(email), day, time, note: 'A second one' });
    await form.submit(page).click();
    await form.received(page);
  });
});

test('Cancel and Escape keep what was entered', EXHAUSTIVE, async ({ page, email }) => {
  const values = form.values(email);
  await openBooking(page);
  await enter(page, 'demo-booking', values);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Schedule a Demo' }).click();
  await expectValues(page, 'demo-booking', values);
});

test('if the times cannot be computed, it says so and what to do', EXHAUSTIVE, async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Temporal');
  });
  await page.route(/temporal-polyfill/, (route) => route.abort());
  await openBooking(page);
  await field(page, 'day').fill('2030-01-01');
  await expect(dialog(page).getByText(demoBookingCopy.fields.time.unavailable)).toBeVisible();
  await expect(dialog(page).getByText(demoBookingCopy.fields.time.closed)).toBeHidden();
});

test('if the browser does not know its time zone, the form says so and stays', EXHAUSTIVE, async ({ page }) => {
  await page.addInitScript(() => {
    const options = new Intl.DateTimeFormat().resolvedOptions();
    Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ ...options, timeZone: 'Etc/Unknown' });
  });
  await openBooking(page);
  await field(page, 'day').fill('2030-01-01');
  await expect(dialog(page).getByText(demoBookingCopy.fields.time.unavailable)).toBeVisible();
});

test(
  'closed while sending: the page shows the outcome, and another dialog stays open',
  EXHAUSTIVE,
  async ({ page, email }) => {
    await openBooking(page);
    await enter(page, 'demo-booking', form.values(email));
    const release = await holdRequests(page, `${running.apiUrl}/rest/**`);
    await form.submit(page).click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    release();
    await expect(page.locator('.toast', { hasText: demoBookingCopy.confirmation.title })).toBeVisible();
  },
);

test('closing it clears its errors, and it reopens at the top', EXHAUSTIVE, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openBooking(page);
  await form.submit(page).click();
  await expect(page.getByRole('group', { name: 'Please check these fields' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Schedule a Demo' }).click();
  await expect(page.getByRole('group', { name: 'Please check these fields' })).toBeHidden();
  await expect(dialog(page).getByRole('heading', { name: 'Schedule a Demo' })).toBeInViewport();
});

test('no button moves when its code arrives', EXHAUSTIVE, async ({ page }) => {
  const release = await holdRequests(page, form.code);
  await page.setViewportSize({ width: 320, height: 640 });
  await openBooking(page);
  const top = () => form.submit(page).evaluate((button: HTMLElement) => button.offsetTop);
  const before = await top();
  release();
  await expect(dialog(page)).toContainText('(UTC)');
  expect(await top()).toBe(before);
});

test('errors stay when the dialog was open before its code arrived', EXHAUSTIVE, async ({ page }) => {
  const release = await holdRequests(page, form.code);
  await openBooking(page);
  const opening = await dialog(page).evaluateHandle((element) => element.animate([], { duration: Infinity }));
  await form.submit(page).click();
  release();
  await expect(field(page, 'name')).toHaveAccessibleDescription(
    new RegExp(demoBookingCopy.fields.name.problems.required ?? 'none'),
  );
  await opening.evaluate(async (animation) => {
    animation.cancel();
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  });
  await expect(page.getByRole('group', { name: 'Please check these fields' })).toBeVisible();
});
