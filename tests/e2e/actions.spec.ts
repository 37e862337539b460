import type { Page } from 'playwright/test';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';
import { ask, call, callButton, callDialog, expectLive, introduce, openSite, words } from './call.ts';
import { dialog as consultation, expect, expectAccessible, rowsOf, submitButton, test, toast } from './fixtures.ts';
import { control, formOf, storedRows } from './form-copy.ts';

const { actions, dialog, panel } = words;

/** Where the office is, so that ten o'clock can be booked. */
test.use({ timezoneId: 'America/New_York' });

/** A Tuesday that can be booked, more than a week ahead: 2026-12-08, and how it is said. */
function tuesday() {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 8 + ((8 - day.getUTCDay()) % 7));
  const said = (options: Intl.DateTimeFormatOptions) => day.toLocaleDateString('en', { timeZone: 'UTC', ...options });
  return {
    date: day.toISOString().slice(0, 10),
    said: said({ month: 'long', day: 'numeric' }),
    weekday: said({ weekday: 'long' }),
  };
}

const card = (page: Page, name: keyof typeof actions) =>
  page.getByRole('group', { name: name === 'decline' ? '' : actions[name].title });
const decline = (page: Page) => page.getByRole('button', { name: actions.decline });
const lines = (page: Page) => page.locator('.call-panel').getByRole('log');

/** Begins a conversation, and how the visitor asks in it. */
const WAYS = {
  call: {
    async begin(page: Page, email: string) {
      await call(page, email);
      await expectLive(page);
    },
    ask,
  },
  chat: {
    async begin(page: Page, email: string) {
      await introduce(page, email);
      await callDialog(page).getByRole('button', { name: dialog.write }).click();
    },
    async ask(page: Page, text: string) {
      const field = page.getByRole('region', { name: panel.chat }).getByRole('textbox', { name: panel.question });
      await field.fill(text);
      await field.press('Enter');
    },
  },
};

for (const [name, way] of Object.entries(WAYS)) {
  // Most of it is the same in both, and a call takes longer.
  const tested = gateIf(name === 'chat');

  test(
    `in a ${name}, a demo is booked with the time that was said, and only by the visitor`,
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      const day = tuesday();
      await openSite(page);
      await way.begin(page, email);
      await way.ask(page, `Please book a demo on ${day.said} at 10 am`);
      await expect(card(page, 'book-demo')).toContainText(`${day.weekday}, ${day.said}`);
      await expect(card(page, 'book-demo')).toContainText('10:00');
      await expectAccessible(page);
      await card(page, 'book-demo').getByRole('button', { name: actions['book-demo'].open }).click();
      await expect(control(page, 'demo-booking', 'email')).toHaveValue(email);
      await expect(control(page, 'demo-booking', 'day')).toHaveValue(day.date);
      await expect(control(page, 'demo-booking', 'time').locator('option:checked')).toHaveText('10:00 AM');
      expect(await storedRows(database, 'demo_bookings', email)).toEqual([]);
      await control(page, 'demo-booking', 'topic').selectOption({ index: 1 });
      await formOf('demo-booking').submit(page).click();
      await expect.poll(async () => storedRows(database, 'demo_bookings', email)).toHaveLength(1);
      await page.keyboard.press('Escape');
      // The conversation goes on, and the card is gone.
      await expect(card(page, 'book-demo')).toHaveCount(0);
      await way.ask(page, 'how long is an internship?');
      await expect(lines(page)).toContainText('That is from the page');
    },
  );

  test(
    `in a ${name}, a message is read back, and stored like a consultation once it is sent`,
    EXHAUSTIVE,
    async ({ page, database, email }) => {
      await openSite(page);
      await way.begin(page, email);
      await way.ask(page, 'I want to talk to a person');
      await expect(lines(page)).toContainText('What should they know?');
      await expect(card(page, 'leave-message')).toHaveCount(0);
      await way.ask(page, 'We need single sign-on by March.');
      await expect(card(page, 'leave-message').getByRole('blockquote')).toHaveText('We need single sign-on by March.');
      await card(page, 'leave-message').getByRole('button', { name: actions['leave-message'].open }).click();
      await expect(consultation(page).getByLabel('Message')).toHaveValue('We need single sign-on by March.');
      expect(await rowsOf(database, email)).toEqual([]);
      await submitButton(page).click();
      await expect(toast(page, 'Request Received!')).toBeVisible();
      expect(await rowsOf(database, email)).toMatchObject([
        { message: 'Phone: Not provided\nCompany: Not provided\nMessage: We need single sign-on by March.' },
      ]);
      await expect(card(page, 'leave-message')).toHaveCount(0);
    },
  );

  test(`in a ${name}, nothing is stored of what the visitor declines`, tested, async ({ page, database, email }) => {
    await openSite(page);
    await way.begin(page, email);
    await way.ask(page, 'Please tell your team that we need single sign-on by March');
    await expect(card(page, 'leave-message')).toContainText('single sign-on');
    await decline(page).click();
    await expect(card(page, 'leave-message')).toHaveCount(0);
    await way.ask(page, 'Book a demo tomorrow at 11');
    await card(page, 'book-demo').getByRole('button', { name: actions['book-demo'].open }).click();
    await page.getByRole('dialog', { name: 'Schedule a Demo' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(card(page, 'book-demo').getByRole('button', { name: actions['book-demo'].open })).toBeFocused();
    await decline(page).click();
    await callButton(page).click();
    await expect(page.locator('.call-panel')).toContainText(panel.ends.visitor);
    expect(await storedRows(database, 'demo_bookings', email)).toEqual([]);
    expect(await rowsOf(database, email)).toEqual([]);
  });

  test(`in a ${name}, an application is opened by the visitor`, EXHAUSTIVE, async ({ page, email }) => {
    await openSite(page);
    await way.begin(page, email);
    await way.ask(page, 'I want to apply for an internship');
    const link = card(page, 'start-application').getByRole('link', { name: actions['start-application'].open });
    if (name === 'call') {
      const opened = page.waitForEvent('popup');
      await link.click();
      await expect(await opened).toHaveURL(/\/internships\/apply$/);
      await expectLive(page);
    } else {
      await link.click();
      await expect(page).toHaveURL(/\/internships\/apply$/);
      await expect(lines(page)).toContainText('I want to apply');
    }
  });
}

test('what was typed into a form before stays when the agent fills it in', async ({ page, email }) => {
  await openSite(page);
  await page.getByRole('button', { name: 'Get Free Project Consultation' }).click();
  await consultation(page).getByLabel('Email').fill('typed@example.com');
  await consultation(page).getByLabel('Message').fill('Typed before.');
  await page.keyboard.press('Escape');
  await WAYS.chat.begin(page, email);
  await WAYS.chat.ask(page, 'Please tell your team that we need single sign-on');
  await card(page, 'leave-message').getByRole('button', { name: actions['leave-message'].open }).click();
  await expect(consultation(page).getByLabel('Email')).toHaveValue('typed@example.com');
  await expect(consultation(page).getByLabel('Message')).toHaveValue(
    'Typed before.\n\nPlease tell your team that we need single sign-on',
  );
});
