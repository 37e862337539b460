import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import type { Sql } from 'postgres';
import { parse } from 'yaml';
import { bookableDays, slotsOn } from '../../src/islands/demo-booking/slots.ts';
import { Temporal } from 'temporal-polyfill';
import type { DemoBookingCopy, InternshipFormCopy, WaitingListFormCopy } from '../../src/schemas/form.ts';
import { expect, running, site, toast } from './fixtures.ts';

const copyOf = <Copy>(file: string) => parse(readFileSync(`content/forms/${file}.yaml`, 'utf8')) as Copy;

/** The copy of each form: only tests about wording break when it is edited. */
export const internshipCopy = copyOf<InternshipFormCopy>('internship');
export const waitingListCopy = copyOf<WaitingListFormCopy>('waiting-list');
export const demoBookingCopy = copyOf<DemoBookingCopy>('demo-booking');

/** A form of the site, as a visitor uses it. */
export interface FormUnderTest {
  name: string;
  /** `client:intent` and the prefix of the ids. */
  island: string;
  /** The file of its own code. */
  code: RegExp;
  table: string;
  /** Opens the page, and the dialog if the form is in one. */
  open: (page: Page, siteUrl?: string) => Promise<void>;
  /** What is typed into it, by field name, in the order of the fields. */
  values: (email: string) => Record<string, string>;
  submit: (page: Page) => Locator;
  /** The toast of a failure (spec section 8). */
  failure: string;
  /** Resolves when the page says that the request was received. */
  received: (page: Page) => Promise<void>;
}

const submitOf = (island: string) => (page: Page) => page.locator(`form[data-island=${island}] button[type=submit]`);

const at =
  (path: string) =>
  async (page: Page, siteUrl = running.siteUrl) => {
    await page.goto(siteUrl + path);
  };

/** The next day with times, in the tests' own time zone, and its first time. */
export function bookableTime(zone = Intl.DateTimeFormat().resolvedOptions().timeZone): { day: string; time: string } {
  const now = Temporal.Now.instant();
  let day = Temporal.PlainDate.from(bookableDays(site.bookings, zone, now).first);
  for (;;) {
    day = day.add({ days: 1 });
    const [slot] = slotsOn(Temporal, site.bookings, day.toString(), zone, now);
    if (slot) return { day: day.toString(), time: slot.value };
  }
}

/** Opens a page, and the demo-booking dialog with the button in its footer. */
export async function openBooking(page: Page, siteUrl = running.siteUrl): Promise<void> {
  await page.goto(`${siteUrl}/flow`);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Schedule a Demo' }).click();
  await expect(page.getByRole('dialog', { name: demoBookingCopy.title })).toBeVisible();
}

/** Every form of the site. */
export const FORMS: FormUnderTest[] = [
  {
    name: 'the consultation dialog',
    island: 'consultation',
    code: /\/_astro\/ConsultationForm\..*\.js/,
    table: 'contact_submissions',
    async open(page, siteUrl = running.siteUrl) {
      await page.goto(`${siteUrl}/flow`);
      await page.getByRole('banner').locator('[data-opens=consultation]:visible').click();
    },
    values: (email) => ({ name: 'Ada', email, phone: '1', company: 'Acme', message: 'Please call' }),
    submit: submitOf('consultation'),
    failure: 'Failed to send request. Please try again.',
    received: (page) => expect(toast(page, 'Request Received!')).toBeVisible(),
  },
  {
    name: 'the demo booking',
    island: 'demo-booking',
    code: /\/_astro\/DemoBookingForm\..*\.js/,
    table: 'demo_bookings',
    open: openBooking,
    values: (email) => ({
      name: 'Ada',
      email,
      company: 'Acme',
      topic: demoBookingCopy.fields.topic.options[0] ?? '',
      ...bookableTime(),
      note: 'Please show the dashboards',
    }),
    submit: submitOf('demo-booking'),
    failure: demoBookingCopy.failure.text,
    received: (page) => expect(page.getByRole('heading', { name: demoBookingCopy.confirmation.title })).toBeVisible(),
  },
  {
    name: 'the notify-me card',
    island: 'waiting-list',
    code: /\/_astro\/WaitingListForm\..*\.js/,
    table: 'notification_requests',
    open: at('/resources'),
    values: (email) => ({ name: 'Ada', email }),
    submit: submitOf('waiting-list'),
    failure: 'Failed to submit. Please try again.',
    received: (page) =>
      expect(toast(page, "We'll notify you when Case Studies & MoU Templates is available.")).toBeVisible(),
  },
  {
    name: 'the internship application',
    island: 'internship',
    code: /\/_astro\/InternshipForm\..*\.js/,
    table: 'internship_applications',
    open: at('/internships/apply'),
    values: (email) => ({
      name: 'Ada',
      email,
      phone: '1',
      position: 'strategy',
      availability: 'flexible',
      motivation: 'Because',
      experience: 'A lot',
    }),
    submit: submitOf('internship'),
    failure: internshipCopy.failure.text,
    received: (page) => expect(toast(page, 'Application Submitted Successfully!')).toBeVisible(),
  },
];

/** The form of an island. */
export const formOf = (island: string): FormUnderTest => {
  const found = FORMS.find((form) => form.island === island);
  if (!found) throw new Error(`no form ${island}`);
  return found;
};

/** A field's control. */
export const control = (page: Page, island: string, name: string): Locator => page.locator(`#${island}-${name}`);

/** Enters values as a visitor does; waits until a choice is available. */
export async function enter(page: Page, island: string, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = control(page, island, name);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Expects every field to hold what was entered. */
export async function expectValues(page: Page, island: string, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await expect(control(page, island, name), name).toHaveValue(value);
}

/** The rows of an address in a form's table, oldest first. */
export const storedRows = (database: Sql, table: string, email: string) =>
  database<Record<string, unknown>[]>`
    select * from ${database(`public.${table}`)} where email = ${email} order by created_at`;
