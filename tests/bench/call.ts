/**
 * What a call downloads, step by step, and how long it takes from Start Call to live: in all, and the part that is
 * neither the provider's nor the call machine's. `npm run bench:call`. Sizes are bytes as sent with brotli; KB are KiB.
 * Times are the median of seven fresh browser profiles, with the rehearsal in the provider's place.
 */
import { rmSync } from 'node:fs';
import getPort from 'get-port';
import { chromium, type Page } from 'playwright';
import { buildSite } from '../../src/local/build-site.ts';
import { serveSite } from '../../src/local/site-server.ts';
import { serveRehearsal } from '../../src/local/voice/server.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../setup/find-browser.ts';
import { temporaryFolder } from '../setup/stack.ts';

const RUNS = 7;
const folder = temporaryFolder();
const voicePort = await getPort();
const rehearsal = await serveRehearsal(voicePort);
await buildSite(folder, { PUBLIC_REHEARSAL_URL: `http://127.0.0.1:${voicePort}` });
const port = await getPort();
const server = await serveSite(folder, port);
const executablePath = findBrowser();
const browser = await chromium.launch({ args: BROWSER_ARGUMENTS, ...(executablePath ? { executablePath } : {}) });

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function open(): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(() => sessionStorage.setItem('splash-seen', ''));
  await page.goto(`http://localhost:${port}/flow`, { waitUntil: 'networkidle' });
  return page;
}

async function introduce(page: Page): Promise<void> {
  await page.click('[data-call-button]');
  await page.waitForSelector('form[data-island=voice-call][data-ready]');
  await page.fill('#voice-call-name', 'Ada');
  await page.fill('#voice-call-email', 'ada@example.com');
}

async function weigh(): Promise<void> {
  const page = await open();
  let sent: { path: string; bytes: number }[] = [];
  const pending: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const measure = async () => {
      const { responseBodySize } = await request.sizes();
      sent.push({ path: new URL(request.url()).pathname, bytes: responseBodySize });
    };
    if (request.url().includes(String(port))) pending.push(measure());
  });
  const report = async (title: string) => {
    await page.waitForLoadState('networkidle');
    await Promise.all(pending);
    console.log(`\n${title}: ${kilobytes(sent.reduce((sum, { bytes }) => sum + bytes, 0))}`);
    for (const { path, bytes } of sent) console.log(`  ${kilobytes(bytes).padStart(9)}  ${path}`);
    sent = [];
  };
  await page.hover('[data-call-button]');
  await page.waitForSelector('form[data-island=voice-call][data-ready]', { state: 'attached' });
  await report('On pointing at the call button');
  const sdk = page.waitForEvent('requestfinished', (request) => request.url().includes('vapi'));
  await introduce(page);
  await sdk;
  await report('On opening the dialog');
  await page.click('form[data-island=voice-call] [type=submit]');
  await page.waitForSelector('[name=question]');
  await report('On Start Call');
  await page.context().close();
}

/** Milliseconds from the click on Start Call to the live call, and how many of them are ours. */
async function toLive(): Promise<{ all: number; ours: number }> {
  const page = await open();
  await introduce(page);
  // The SDK comes while the visitor types.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name, duration }) => name.includes('vapi') && duration > 0),
  );
  const times = await page.evaluate(async () => {
    const button = document.querySelector('[data-call-button]');
    const start = document.querySelector<HTMLElement>('form[data-island=voice-call] [type=submit]');
    if (!button || !start) throw new Error('no dialog');
    const pressed = performance.now();
    const live = await new Promise<number>((done) => {
      new MutationObserver(() => {
        if (button.textContent.includes('End Call')) done(performance.now());
      }).observe(button, { subtree: true, childList: true, characterData: true });
      start.click();
    });
    const at = (stage: string) => performance.getEntriesByName(`call-${stage}`)[0]?.startTime ?? 0;
    const asked = at('web-call-creation-completed') - at('web-call-creation-started');
    // From the join on, all is up to the call machine and the assistant.
    const joining = live - at('daily-call-join-started');
    return { all: live - pressed, ours: live - pressed - asked - joining };
  });
  await page.context().close();
  return times;
}

await weigh();
const runs: { all: number; ours: number }[] = [];
for (let run = 0; run < RUNS; run++) runs.push(await toLive());
const all = median(runs.map((run) => run.all));
const ours = median(runs.map((run) => run.ours));
console.log(
  `\nStart Call to live: ${all.toFixed(0)} ms, of which ours ${ours.toFixed(0)} ms (${(ours / all).toFixed(2)}x)`,
);
await browser.close();
server.close();
await rehearsal.close();
rmSync(folder, { recursive: true, force: true });
