import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { launchOptions } from '../../tests/setup/find-browser.ts';
import { BYTES_PER_MS, ROUND_TRIP_MS } from './slow-link.ts';

/** Starts the browser of the tests. */
export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions());

/** Lighthouse's phone. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** A page in a fresh profile, in which the splash film counts as seen. */
export async function freshPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.addInitScript(() => sessionStorage.setItem('splash-seen', ''));
  return page;
}

/** Gives a page the slow link of `slow-link.ts`, without its flights: its requests go to any server. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_MS * 1000,
    uploadThroughput: 94_000,
  });
}

/** How much slower a phone's processor is than this machine's, as in Lighthouse. */
export const PROCESSOR_SLOWDOWN = 4;

export async function slowProcessor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
}
