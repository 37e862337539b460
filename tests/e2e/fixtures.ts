import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { test as base, expect, type Locator, type Page } from 'playwright/test';
import postgres, { type Sql } from 'postgres';
import { parse } from 'yaml';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import type { CommonFormCopy, ConsultationCopy } from '../../src/schemas/form.ts';
import type { E2eEnvironment } from '../setup/e2e.ts';
import { PAGES } from '../setup/pages.ts';
import { mails, type Mail } from '../setup/stack.ts';

export { FAILED_RESOURCE, FAILURE } from '../scenes/scene.ts';
export { expect, PAGES };

/** The addresses and folders of the running stack (tests/setup/e2e.ts). */
export const running = JSON.parse(process.env['E2E'] ?? '{}') as E2eEnvironment;
export const site = readSite();
/** The dialog's labels: only tests about wording break when they are edited. */
export const labels = {
  ...(parse(readFileSync('content/forms/common.yaml', 'utf8')) as Omit<CommonFormCopy, 'privacy'>),
  ...(parse(readFileSync('content/forms/consultation.yaml', 'utf8')) as ConsultationCopy),
};

interface Fixtures {
  /** Console messages that must appear; any other error fails the test. */
  expectedErrors: RegExp[];
  database: Sql;
  /** Hosts that a page may contact: ours, and those a test adds. */
  hosts: string[];
  /** An address unique to the test. */
  email: string;
  /** Whether the splash film plays, as on a first visit. */
  film: boolean;
  /** Whether the visitor has not asked for less motion. Moving pages take half as much time again. */
  motion: boolean;
}

/**
 * Every test with a page fails on an error in the console (a violation of a policy is one), an uncaught exception,
 * and a request to a foreign host.
 */
export const test = base.extend<Fixtures>({
  expectedErrors: async ({}, use) => {
    await use([]);
  },
  hosts: async ({}, use) => {
    const { siteUrl, unconnectedUrl, hostedVoiceUrl, rehearsalUrl, meetingsUrl, codeHostUrl, apiUrl, mailboxUrl } =
      running;
    const ours = [siteUrl, unconnectedUrl, hostedVoiceUrl, rehearsalUrl, meetingsUrl, codeHostUrl, apiUrl, mailboxUrl];
    await use(ours.map((url) => new URL(url).host));
  },
  film: [false, { option: true }],
  motion: [process.env['MOTION'] === 'on', { option: true }],
  contextOptions: async ({ contextOptions, motion, film }, use) => {
    await use({ ...contextOptions, reducedMotion: motion || film ? 'no-preference' : 'reduce' });
  },
  page: async ({ page, expectedErrors, film, hosts }, use) => {
    const context = page.context();
    await context.addInitScript(() => {
      // The headless shell crashes when it is asked for speech recognition on the device.
      if ('SpeechRecognition' in window) Reflect.deleteProperty(window.SpeechRecognition as object, 'available');
    });
    if (!film)
      await context.addInitScript(() => {
        // A sandboxed frame has no storage, and a foreign one may be denied it.
        if (window === window.top && window.origin !== 'null') sessionStorage.setItem('splash-seen', '');
      });
    const errors: string[] = [];
    // Playwright's own scripts, which the sandbox of an e-mail's HTML blocks.
    const toolKeptOut = /Blocked script execution in '[^']*\/mailbox\/[^']*\/html'/;
    const foreign: string[] = [];
    page.on('console', (message) => {
      if (toolKeptOut.test(message.text())) return;
      if (
        message.type() === 'error' ||
        /Content.Security.Policy|Permissions-Policy|MediaStreamTrack/i.test(message.text())
      )
        errors.push(`${message.text()} ${message.location().url}`);
    });
    // Chromium gives up the transition between two pages if the tab is hidden meanwhile. No script of ours waits for it.
    const givenUp = 'Transition was aborted because of invalid state. Document hidden';
    page.on('pageerror', ({ message }) => {
      if (message !== givenUp) errors.push(`uncaught: ${message}`);
    });
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith('http') && !hosts.includes(host)) foreign.push(request.url());
    });
    await use(page);
    // The browser may report it late.
    for (const expected of expectedErrors)
      await expect.poll(() => errors.join('\n'), { message: 'an expected error' }).toMatch(expected);
    expect(foreign, 'requests to foreign hosts').toEqual([]);
    expect(
      errors.filter((error) => !expectedErrors.some((expected) => expected.test(error))),
      'errors in the console',
    ).toEqual([]);
  },
  database: async ({}, use) => {
    const database = postgres({ ...running.database, max: 1 });
    await use(database);
    await database.end();
  },
  email: async ({}, use) => {
    await use(`visitor.${randomUUID()}@example.com`);
  },
});

export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Book a Strategic Call' });

/** Opens the home page, and the dialog with the hero's button. */
export async function openDialog(page: Page, siteUrl = running.siteUrl): Promise<Locator> {
  await page.goto(siteUrl);
  await page.getByRole('button', { name: 'Get Free Project Consultation' }).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

export type Values = Partial<Record<'name' | 'email' | 'phone' | 'company' | 'message', string>>;

/** Types into the dialog's fields. */
export async function fill(page: Page, values: Values): Promise<void> {
  for (const [name, value] of Object.entries(values)) await dialog(page).locator(`[name=${name}]`).fill(value);
}

export const submitButton = (page: Page): Locator => dialog(page).getByRole('button', { name: labels.submit });

/** The rows of an address, oldest first. */
export const rowsOf = (database: Sql, email: string) =>
  database<
    Record<string, string>[]
  >`select * from public.contact_submissions where email = ${email} order by created_at`;

/** The e-mails to the team about requests from an address. */
export const teamMailsOf = async (email: string): Promise<Mail[]> =>
  (await mails(running.mailboxUrl)).filter(({ replyTo }) => replyTo?.[0]?.address === email);

/** The visible toast with this title; one that is closing does not count. */
export const toast = (page: Page, title: string): Locator =>
  page.locator('.toast:not([data-leaving])', { hasText: title });

/** Holds requests back until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

const DATABASE = `${running.apiUrl}/rest/**`;

/** Requests reach the database, but its responses get lost. */
export const loseAnswers = (page: Page) =>
  page.route(DATABASE, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });

/** Responses arrive again. */
export const findAnswers = (page: Page) => page.unroute(DATABASE);

/**
 * Scrolls until a share of an element (0 to 1) is in view at the lower edge, and waits until observers have been
 * notified.
 *
 * @returns the share that observers got
 */
export const scrollIntoView = (locator: Locator, share: number): Promise<number> =>
  locator.evaluate(async (element, share) => {
    const { top, height } = element.getBoundingClientRect();
    const reported = new Promise<number>((resolve) => {
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (!entry || entry.intersectionRatio <= share / 2) return;
          observer.disconnect();
          resolve(entry.intersectionRatio);
        },
        { threshold: Array.from({ length: 101 }, (_, index) => index / 100) },
      );
      observer.observe(element);
    });
    scrollTo({ top: scrollY + top + height * share - innerHeight, behavior: 'instant' });
    return reported;
  }, share);

/**
 * What axe finds on the page in its current state, one line per broken rule.
 *
 * @param rules the rules to check, instead of all of WCAG 2.2 AA and axe's best practices
 * @param within selectors of the parts to check; none: the whole page
 */
export async function findInaccessible(page: Page, rules?: string[], within: string[] = []): Promise<string[]> {
  // The other mode, for foreign frames, of which we have none, opens a page for each check and takes twice as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  for (const part of within) axe.include(part);
  if (rules) axe.withRules(rules);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Expects that axe finds nothing on the page in its current state. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findInaccessible(page)).toEqual([]);
}
