import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import getPort from 'get-port';
import { parse } from 'node-html-parser';
import { test as base } from 'playwright/test';
import { serveSite } from '../../tools/local/site-server.ts';
import { SPECULATION_RULES } from '../../src/build/speculation-rules.ts';
import { openBareTab, type BarePage, type BareTab } from '../setup/bare-browser.ts';
import { expect, running } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

/** What must not begin before the visitor comes. */
const NOT_YET = [
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'BroadcastChannel',
  'RTCPeerConnection',
  'Worker',
];
/** Notes in each document what of it was used while nobody saw it, and the times of its animations at the first sight. */
const WATCH = `(() => {
  window.early = [];
  for (const name of ${JSON.stringify(NOT_YET)}) {
    const note = () => document.prerendering && early.push(name);
    window[name] = new Proxy(window[name], {
      apply: (target, self, values) => (note(), Reflect.apply(target, window, values)),
      construct: (target, values) => (note(), Reflect.construct(target, values)),
    });
  }
  document.addEventListener('prerenderingchange', () => {
    window.animated = document.getAnimations().map(({ currentTime }) => currentTime);
  });
})()`;

interface Asked {
  path: string;
  purpose: string;
}
interface Fixtures {
  /** A first visitor's tab on /flow of a site with a hosted voice, and what that site was asked for since. */
  visit: { tab: BareTab; page: BarePage; asked: Asked[] };
}

const test = base.extend<Fixtures>({
  visit: async ({}, use) => {
    const asked: Asked[] = [];
    const port = await getPort();
    const server: Server = await serveSite(running.hostedVoiceFolder, port);
    server.prependListener('request', ({ url = '', headers }) => {
      // The browser asks for the icon of the page that is open, and when it likes.
      if (url !== '/favicon.svg') asked.push({ path: url, purpose: [headers['sec-purpose']].join() });
    });
    const tab = await openBareTab(WATCH);
    const page = await tab.open(`http://localhost:${port}/flow`);
    await loaded(page);
    asked.length = 0;
    await use({ tab, page, asked });
    await tab.close();
    server.close();
  },
});

const LINK = 'header .logo';
const loaded = (page: BarePage) =>
  expect.poll(() => page.evaluate(`document.readyState + location.protocol`)).toBe('completehttp:');

/** Stays on a link until its page is ready. */
async function prerender({ tab, page }: Fixtures['visit'], href = '/'): Promise<BarePage> {
  await page.evaluate(`document.querySelector('${LINK}').href = '${href}'`);
  await page.pointAt(LINK);
  await expect.poll(() => tab.pages.length).toBe(2);
  const [, next] = tab.pages;
  if (!next) throw new Error('No page is made ready.');
  await loaded(next);
  expect(await next.evaluate('document.prerendering')).toBe(true);
  return next;
}

/** Follows the link to the page that is ready. */
async function follow(page: BarePage, next: BarePage): Promise<void> {
  await page.press();
  await page.release();
  await expect.poll(() => next.evaluate('document.prerendering')).toBe(false);
  // The very page that was made ready, not another one.
  const [start] = await next.evaluate<number[]>(
    `performance.getEntriesByType('navigation').map(({ activationStart }) => activationStart)`,
  );
  expect(start).toBeGreaterThan(0);
}

test('the home page is ready before it is asked for: without its film, an island, a connection or a timer', async ({
  visit,
}) => {
  const { page, asked } = visit;
  const home = await prerender(visit);
  expect(asked).toEqual([{ path: '/', purpose: 'prefetch;prerender' }]);
  expect(await home.evaluate('early')).toEqual([]);
  await follow(page, home);
  expect(await home.evaluate('early')).toEqual([]);
  const animated = await home.evaluate<number[]>('animated');
  expect(animated.length).toBeGreaterThan(0);
  expect(new Set(animated)).toEqual(new Set([0]));
  expect(await home.evaluate(`document.querySelector('#splash').open`)).toBe(false);
  // Its film was not shown, so it still may be.
  expect(await home.evaluate(`sessionStorage.getItem('splash-seen')`)).toBeNull();
  expect(asked.filter(({ path }) => /\.(webm|mp4|js)$/.test(path))).toEqual([]);
});

test(
  'who comes finds what the tab has kept, also what it has kept since: toast, draft, campaign, colours',
  EXHAUSTIVE,
  async ({ visit }) => {
    const { page } = visit;
    const apply = await prerender(visit, '/internships/apply?utm_source=mail');
    expect(await apply.evaluate(`sessionStorage.getItem('origin')`)).toBeNull();
    await page.evaluate(`
    sessionStorage.setItem('toast', JSON.stringify({ tone: 'success', title: 'Kept', text: 'for the next page' }));
    sessionStorage.setItem('internship-draft', JSON.stringify({ values: { name: 'Ada' } }));
    document.querySelector('[name=theme][value=dark]').click();
  `);
    await follow(page, apply);
    expect(await apply.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(await apply.evaluate(`document.querySelector('[name=theme]:checked').value`)).toBe('dark');
    expect(await apply.evaluate(`JSON.parse(sessionStorage.getItem('origin')).utm_source`)).toBe('mail');
    await expect.poll(() => apply.evaluate(`document.querySelector('.toast')?.textContent`)).toContain('Kept');
    await expect.poll(() => apply.evaluate(`document.querySelector('main form [name=name]').value`)).toBe('Ada');
  },
);

test(
  'what acts on a visit, and what is no page, is not asked for before it is wanted',
  EXHAUSTIVE,
  async ({ visit }) => {
    const { page, asked } = visit;
    for (const href of ['/unsubscribe#token', '/process-guide.pdf', '/research/feed.xml', '/llms.txt', '/flow#main']) {
      await page.evaluate(`document.querySelector('${LINK}').href = '${href}'`);
      await page.pointAt(LINK);
      // A press that ends beside the link follows nothing, and no rule waits longer than for a press.
      await page.press();
      await page.pointAt('h1');
      await page.release();
    }
    await prerender(visit, '/resources');
    expect(asked.map(({ path }) => path)).toEqual(['/resources']);
  },
);

test('every page carries the rules, and its CSP admits them', () => {
  const files = readdirSync(running.hostedVoiceFolder, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(9);
  const hash = createHash('sha256').update(SPECULATION_RULES).digest('base64');
  for (const file of pages) {
    const page = parse(readFileSync(join(running.hostedVoiceFolder, file), 'utf8'));
    expect(page.querySelector('head script[type=speculationrules]')?.rawText, file).toBe(SPECULATION_RULES);
    const policy = page.querySelector('meta[http-equiv=content-security-policy]')?.getAttribute('content');
    expect(policy, file).toContain(`'sha256-${hash}'`);
  }
});
