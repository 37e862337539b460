import type { Browser, Page } from 'playwright';
import type { BenchContext } from './bench-context.ts';
import { freshPage, openBrowser } from './browser.ts';
import { listen, trafficTable, type Sent } from './traffic.ts';
import type { Section } from '../report/section.ts';

const opener = (page: Page) => page.locator('[data-opens=consultation]:visible').first();

async function consult(browser: Browser, url: string): Promise<Record<'load' | 'hover' | 'touch', Sent[]>> {
  const page = await freshPage(browser);
  const traffic = listen(page, url);
  await page.goto(`${url}/`);
  const load = await traffic.take();
  await opener(page).hover();
  await page.waitForSelector('#consultation form[data-ready]', { state: 'attached' });
  const hover = await traffic.take();
  const client = page.waitForEvent('requestfinished');
  await opener(page).click();
  await page.locator('#consultation [name=name]').focus();
  await client;
  const touch = await traffic.take();
  await page.context().close();
  return { load, hover, touch };
}

/** What the home page downloads, step by step, until somebody writes to the company. */
export async function measureWeight({ sites, command }: BenchContext): Promise<Section> {
  const { url } = await sites.hosted();
  const browser = await openBrowser();
  const { load, hover, touch } = await consult(browser, url);
  await browser.close();
  const html = await (await fetch(url)).text();
  const scripts = [...html.matchAll(/<script(?![^>]*src)[^>]*>([^]*?)<\/script>/g)].map(([, code = '']) => code.length);
  return {
    title: 'What the home page downloads',
    command: command('weight'),
    body: `In a fresh profile at 1280 × 720, without the film. Bodies as sent with brotli.

First load:

${trafficTable(load)}

The inline scripts of the page have ${scripts.join(' + ')} bytes before compression.

When the pointer reaches _Book a Strategic Call_:

${trafficTable(hover)}

When the form gets the focus:

${trafficTable(touch)}`,
  };
}
