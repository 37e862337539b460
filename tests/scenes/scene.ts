import type { Page } from 'playwright';

/** Something that visitors see: a page, or its state after they have done something. */
export interface Scene {
  name: string;
  path: string;
  /** The whole page, not only what is on screen. */
  whole?: boolean;
  /** Only on screens narrower than this (pixels). */
  below?: number;
  /** On a site that was built without any keys. */
  unconnected?: boolean;
  /** Differs from another scene only in its words, so there is no picture of it. */
  alike?: boolean;
  /** What the console is expected to say. */
  logs?: RegExp[];
  /** What the visitor does. Resolves when the result is visible. */
  act?: (page: Page) => Promise<void>;
  /** Waits until every picture of it would be the same. */
  settle?: (page: Page) => Promise<void>;
}

/** Timers from this length on hide something again (milliseconds). */
const LONG_MS = 2000;

/** Makes every state of the page stay. Call it before the page is loaded. */
const holdStates = (page: Page) =>
  page.addInitScript((longMs) => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0, ...rest: unknown[]) => (ms < longMs ? later(run, ms, ...rest) : 0),
    });
    AbortSignal.timeout = () => new AbortController().signal;
  }, LONG_MS);

/** Brings a page into the state of a scene. */
export async function reach(
  page: Page,
  siteUrl: string,
  scene: Scene,
  waitUntil: 'load' | 'networkidle' = 'load',
): Promise<void> {
  await holdStates(page);
  await page.goto(siteUrl + scene.path, { waitUntil });
  await scene.act?.(page);
  await page.evaluate(() => document.fonts.ready);
}

/** Where requests go: tables, resumes and functions. */
const BACKEND = /\/(rest|storage|functions)\/v1\//;

const HEADERS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** From now on, the backend accepts every request. */
export const receive = (page: Page) =>
  page.route(BACKEND, (route) => route.fulfill({ status: 201, headers: HEADERS, body: '{"state":"unsubscribed"}' }));

/** From now on, the backend cannot be reached. */
export const fail = (page: Page) => page.route(BACKEND, (route) => route.abort());

/** From now on, the backend never answers. */
export const stall = (page: Page) => page.route(BACKEND, () => undefined);

/** What Chromium prints for a response that is not a success. */
export const FAILED_RESOURCE = /Failed to load resource/;

/** What our own code logs when a request fails (spec section 8). */
export const FAILURE = /The request could not be (stored|sent)/;

/** Opens a dialog and waits until its form is ready. */
export const open = (opener: string) => async (page: Page) => {
  await page.locator(`${opener}:visible`).first().click();
  await page.locator('dialog[open] form[data-ready]').waitFor();
};

/** Fills in the fields of a form by name; in selects, chooses the value. */
export async function enter(page: Page, island: string, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`#${island}-${name}`);
    if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await page.locator(`form[data-island=${island}][data-ready]`).waitFor();
}

export const submit = (page: Page, island: string) =>
  page.locator(`form[data-island=${island}]`).evaluate((form: HTMLFormElement) => form.requestSubmit());

/** Submits a form with mistakes, and waits until it shows them. */
export async function mistake(page: Page, island: string): Promise<void> {
  await submit(page, island);
  await page.locator(`form[data-island=${island}] [aria-invalid=true]`).first().waitFor();
}
