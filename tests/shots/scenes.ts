import type { Page } from 'playwright';
import { PAGES } from '../setup/pages.ts';

/** Something that visitors see: a page, or a state that it has when they have done something. */
export interface Scene {
  name: string;
  path: string;
  /** The whole page, not only what is on screen. */
  whole?: boolean;
  /** Only on screens that are narrower than this (pixels). */
  below?: number;
  /** What the visitor does. Resolves when all of it is to be seen. */
  act?: (page: Page) => Promise<void>;
}

/** Opens a dialog and waits until its form is alive. */
const open = (opener: string) => async (page: Page) => {
  await page.locator(`${opener}:visible`).first().click();
  await page.locator('dialog[open] form[data-ready]').waitFor();
};
const consult = open('header [data-opens=consultation]');
const submit = (page: Page, form: string) =>
  page.locator(form).evaluate((element: HTMLFormElement) => element.requestSubmit());

async function introduce(page: Page): Promise<void> {
  await open('[data-call-button]')(page);
  await page.fill('#voice-call-name', 'Ada Example');
  await page.fill('#voice-call-email', 'ada@example.com');
}

async function call(page: Page): Promise<void> {
  await introduce(page);
  // The clock of the call stands still.
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
  await submit(page, 'dialog[open] form');
  await page.locator('[name=question]').waitFor();
  // The agent greets, and is silent then.
  const log = page.getByRole('log');
  await log.getByText('?', { exact: false }).first().waitFor();
  await page.locator('[data-speaker=assistant][data-speaking]').waitFor();
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-speaking]') &&
      [...document.querySelectorAll<HTMLElement>('[data-speaker]')].every(
        (side) => !(side.querySelector<HTMLElement>('[style]')?.style.getPropertyValue('--level') ?? '').match(/[1-9]/),
      ),
  );
}

const nameOf = (path: string) => (path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'));

export const SCENES: Scene[] = [
  ...PAGES.filter((path) => path !== '/404').map((path) => ({ name: nameOf(path), path, whole: true })),
  { name: '404', path: '/no-such-page', whole: true },
  {
    name: 'menu',
    path: '/flow',
    below: 1152,
    act: (page) => page.locator('header summary').click(),
  },
  {
    name: 'stage-expanded',
    path: '/flow',
    whole: true,
    act: (page) => page.locator('[data-stage] summary').first().click(),
  },
  { name: 'consultation', path: '/', act: consult },
  {
    name: 'consultation-mistakes',
    path: '/',
    async act(page) {
      await consult(page);
      await submit(page, 'dialog[open] form');
      await page.locator('dialog[open] [aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'toast',
    path: '/',
    async act(page) {
      await consult(page);
      await page.fill('#consultation-name', 'Ada Example');
      await page.fill('#consultation-email', 'ada@example.com');
      await submit(page, 'dialog[open] form');
      await page.locator('.toast').waitFor();
    },
  },
  { name: 'booking', path: '/flow', act: open('footer [data-opens=demo-booking]') },
  {
    name: 'application-mistakes',
    path: '/internships/apply',
    whole: true,
    async act(page) {
      await page.focus('#internship-name');
      await page.locator('form[data-island=internship][data-ready]').waitFor();
      await submit(page, 'form[data-island=internship]');
      await page.locator('main [aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'call-dialog', path: '/flow', act: introduce },
  { name: 'call', path: '/flow', act: call },
  {
    name: 'call-over',
    path: '/flow',
    async act(page) {
      await call(page);
      await page.locator('[data-call-button]').click();
      await page.locator('[data-call-button][data-calling]').waitFor({ state: 'detached' });
      await page.locator('[name=question]').waitFor({ state: 'detached' });
      // It stays as long as somebody reads it.
      await page.getByRole('log').hover();
    },
  },
];
