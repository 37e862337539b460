/**
 * What the first load of the home page weighs, and how long the dialog takes with a cold cache. `npm run bench:page`.
 * Sizes are bytes as sent with brotli; KB are KiB. Times are the median of seven fresh browser profiles.
 */
import { rmSync } from 'node:fs';
import getPort from 'get-port';
import { chromium, type Browser } from 'playwright';
import { buildSite } from '../../src/local/build-site.ts';
import { serveSite } from '../../src/local/site-server.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../setup/find-browser.ts';
import { temporaryFolder } from '../setup/stack.ts';

const RUNS = 7;
const folder = temporaryFolder();
await buildSite(folder, { PUBLIC_SUPABASE_URL: 'http://127.0.0.1:9', PUBLIC_SUPABASE_KEY: 'sb_publishable_bench' });
const port = await getPort();
const server = await serveSite(folder, port);
const url = `http://localhost:${port}/`;
const executablePath = findBrowser();
const browser = await chromium.launch({ args: BROWSER_ARGUMENTS, ...(executablePath ? { executablePath } : {}) });

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Sent {
  path: string;
  type: string;
  bytes: number;
}

/** Loads the page and adds up what was sent until nothing more comes. */
async function firstLoad(open: Browser, after?: 'hover' | 'touch'): Promise<Sent[]> {
  const page = await open.newPage();
  const sent: Sent[] = [];
  const pending: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const measure = async () => {
      const { responseBodySize } = await request.sizes();
      sent.push({ path: new URL(request.url()).pathname, type: request.resourceType(), bytes: responseBodySize });
    };
    pending.push(measure());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  if (after) {
    await Promise.all(pending);
    sent.length = 0;
    await page.locator('[data-opens=consultation]:visible').first().hover();
    await page.waitForSelector('form[data-ready]', { state: 'attached' });
  }
  if (after === 'touch') {
    await Promise.all(pending);
    sent.length = 0;
    const client = page.waitForEvent('requestfinished');
    await page.locator('[data-opens=consultation]:visible').first().click();
    await page.locator('#consultation [name=name]').focus();
    await client;
  }
  await Promise.all(pending);
  await page.close();
  return sent;
}

function report(title: string, sent: Sent[]): void {
  console.log(`\n${title}: ${sent.length} requests, ${kilobytes(sent.reduce((sum, { bytes }) => sum + bytes, 0))}`);
  for (const { path, type, bytes } of sent)
    console.log(`  ${kilobytes(bytes).padStart(9)}  ${type.padEnd(10)} ${path}`);
}

/** Milliseconds from the click to the open dialog and to the hydrated form, in a fresh profile. */
async function dialogTimes(slow: boolean): Promise<{ open: number; hydrated: number }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  if (slow) {
    const session = await context.newCDPSession(page);
    // Lighthouse's "slow 4G": 150 ms round trips, 1.6 Mbit/s down.
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 94_000,
    });
  }
  await page.goto(url, { waitUntil: 'networkidle' });
  const times = await page.evaluate(
    () =>
      new Promise<{ open: number; hydrated: number }>((done) => {
        const button = [...document.querySelectorAll<HTMLElement>('[data-opens=consultation]')].find(
          (element) => element.offsetParent,
        );
        const dialog = document.querySelector<HTMLDialogElement>('#consultation');
        const form = document.querySelector<HTMLElement>('#consultation form');
        if (!button || !dialog || !form) throw new Error('no dialog');
        let open = 0;
        const start = performance.now();
        const look = () => {
          if (dialog.open && open === 0) open = performance.now() - start;
          if ('ready' in form.dataset) done({ open, hydrated: performance.now() - start });
        };
        new MutationObserver(look).observe(document.documentElement, { subtree: true, attributes: true });
        button.click();
        look();
      }),
  );
  await context.close();
  return times;
}

report('First load', await firstLoad(browser));
report('On hovering an opener', await firstLoad(browser, 'hover'));
report('On touching the form', await firstLoad(browser, 'touch'));
const html = await (await fetch(url)).text();
console.log(
  `\nInline scripts (raw): ${[...html.matchAll(/<script(?![^>]*src)[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code?.length).join(' + ')} B`,
);
for (const slow of [false, true]) {
  const runs: { open: number; hydrated: number }[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await dialogTimes(slow));
  console.log(
    `\nFrom click, cold cache, ${slow ? 'slow 4G' : 'loopback'}: open ${median(runs.map(({ open }) => open)).toFixed(1)} ms, hydrated ${median(runs.map(({ hydrated }) => hydrated)).toFixed(0)} ms`,
  );
}
await browser.close();
server.close();
rmSync(folder, { recursive: true, force: true });
