import type { Browser, Page } from 'playwright';
import type { BenchContext } from './bench-context.ts';
import { freshPage, openBrowser } from './browser.ts';
import { median, milliseconds, ratio } from '../report/figures.ts';
import type { Section } from '../report/section.ts';
import { listen, trafficTable } from './traffic.ts';

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto(`${url}/flow`, { waitUntil: 'networkidle' });
  return page;
}

/** Opens the dialog of a call and enters the caller. */
export async function introduce(page: Page): Promise<void> {
  await page.click('[data-call-button]');
  await page.waitForSelector('form[data-island=voice-call][data-ready]');
  await page.fill('#voice-call-name', 'Ada');
  await page.fill('#voice-call-email', 'ada@example.com');
}

/** Presses Start Call, and waits until the call is live. */
export async function callLive(page: Page): Promise<void> {
  await page.click('form[data-island=voice-call] [type=submit]');
  await page.waitForSelector('[data-call-button][data-calling=active]');
}

async function weigh(browser: Browser, url: string): Promise<string> {
  const page = await freshPage(browser);
  const traffic = listen(page, url);
  const step = async (title: string) => `${title}:\n\n${trafficTable(await traffic.take())}`;
  await page.goto(`${url}/flow`);
  await traffic.take();
  await page.hover('[data-call-button]');
  await page.waitForSelector('form[data-island=voice-call][data-ready]', { state: 'attached' });
  const pointing = await step('When the pointer reaches the call button');
  const sdk = page.waitForEvent('requestfinished', (request) => request.url().includes('vapi'));
  await introduce(page);
  await sdk;
  const dialog = await step('When the dialog opens');
  await callLive(page);
  await page.waitForSelector('[name=question]');
  const live = await step('On Start Call');
  await page.context().close();
  return [pointing, dialog, live].join('\n\n');
}

/** Milliseconds from the click on Start Call to the live call, and the site's own share of them. */
async function toLive(browser: Browser, url: string): Promise<{ all: number; ours: number }> {
  const page = await openPage(browser, url);
  await introduce(page);
  // The SDK loads while the visitor types.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name, duration }) => name.includes('vapi') && duration > 0),
  );
  const times = await page.evaluate(async () => {
    const button = document.querySelector<HTMLElement>('[data-call-button]');
    const start = document.querySelector<HTMLElement>('form[data-island=voice-call] [type=submit]');
    if (!button || !start) throw new Error('no dialog');
    const pressed = performance.now();
    const live = await new Promise<number>((done) => {
      new MutationObserver(() => {
        if (button.dataset['calling'] === 'active') done(performance.now());
      }).observe(button, { attributes: true });
      start.click();
    });
    const at = (stage: string) => performance.getEntriesByName(`call-${stage}`)[0]?.startTime ?? 0;
    const asked = at('web-call-creation-completed') - at('web-call-creation-started');
    // After the join, everything is up to the call machine and the assistant.
    const joining = live - at('daily-call-join-started');
    return { all: live - pressed, ours: live - pressed - asked - joining };
  });
  await page.context().close();
  return times;
}

/**
 * What a call downloads, step by step, and how long it takes from Start Call to live: in total, and the part that is
 * neither the provider's nor the call machine's.
 */
export async function measureCall({ sites, runs, command }: BenchContext): Promise<Section> {
  const { url } = await sites.rehearsed();
  const browser = await openBrowser();
  const weight = await weigh(browser, url);
  const times: { all: number; ours: number }[] = [];
  for (let run = 0; run < runs; run++) times.push(await toLive(browser, url));
  await browser.close();
  const all = median(times.map(({ all }) => all));
  const ours = median(times.map(({ ours }) => ours));
  return {
    title: 'From Start Call to a live call',
    command: command('call'),
    body: `The rehearsal replaces the provider, on loopback. Medians of ${runs} fresh profiles.

Start Call to live: ${milliseconds(all)}, of which ${milliseconds(ours)} are the site's own (${ratio(ours, all)}); the rest is
the time of the provider and its call machine.

What a call downloads from the site, as sent with brotli:

${weight}`,
  };
}
