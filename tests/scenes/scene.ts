import type { Page } from 'playwright';

/** Something that visitors see: a page, or a state that it has when they have done something. */
export interface Scene {
  name: string;
  path: string;
  /** The whole page, not only what is on screen. */
  whole?: boolean;
  /** Only on screens that are narrower than this (pixels). */
  below?: number;
  /** On a site that was built without any keys. */
  unconnected?: boolean;
  /** Differs from another one by its words alone: there is no picture of it. */
  alike?: boolean;
  /** What the console says meanwhile, as it should. */
  logs?: RegExp[];
  /** What the visitor does. Resolves when all of it is to be seen. */
  act?: (page: Page) => Promise<void>;
  /** Waits until a picture of it is the same each time. */
  settle?: (page: Page) => Promise<void>;
}

/** From here on a timer is one of those that take something away again (milliseconds). */
const LONG_MS = 2000;

/** Has every state of the page stay as long as somebody looks at it. Before the page is loaded. */
const holdStates = (page: Page) =>
  page.addInitScript((longMs) => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0, ...rest: unknown[]) => (ms < longMs ? later(run, ms, ...rest) : 0),
    });
    AbortSignal.timeout = () => new AbortController().signal;
  }, LONG_MS);

/** Brings a scene about. */
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

/** Where requests go: those that store something, resumes, and functions. */
const BACKEND = /\/(rest|storage|functions)\/v1\//;

const HEADERS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** The backend has received whatever is sent to it from now on. */
export const receive = (page: Page) =>
  page.route(BACKEND, (route) => route.fulfill({ status: 201, headers: HEADERS, body: '{}' }));

/** It cannot be reached. */
export const fail = (page: Page) => page.route(BACKEND, (route) => route.abort());

/** It is asked, and never answers. */
export const stall = (page: Page) => page.route(BACKEND, () => undefined);

/** What Chromium itself prints for an answer that is no success. */
export const FAILED_RESOURCE = /Failed to load resource/;

/** What our own code logs when a request does not get through (spec section 8). */
export const FAILURE = /The request could not be (stored|sent)/;

/** Opens a dialog and waits until its form is alive. */
export const open = (opener: string) => async (page: Page) => {
  await page.locator(`${opener}:visible`).first().click();
  await page.locator('dialog[open] form[data-ready]').waitFor();
};

/** Enters texts into the fields of a form by their names, and chooses from those that offer a choice. */
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

/** Sends a form with mistakes, and waits until it says so. */
export async function mistake(page: Page, island: string): Promise<void> {
  await submit(page, island);
  await page.locator(`form[data-island=${island}] [aria-invalid=true]`).first().waitFor();
}
