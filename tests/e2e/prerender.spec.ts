import type { Server } from 'node:http';
import getPort from 'get-port';
import { test as base } from 'playwright/test';
import { serveSite } from '../../tools/local/site-server.ts';
import { openBareTab, type BarePage, type BareTab } from '../setup/bare-browser.ts';
import { expect, running } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

/** What must not be used before the visitor arrives. */
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
/** Records in each document which of these ran while prerendering, and its animation times when it is first shown. */
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
  /** A first-time visitor's tab on /flow of a site with a hosted voice, and the requests to that site since. */
  visit: { tab: BareTab; page: BarePage; asked: Asked[] };
}

const test = base.extend<Fixtures>({
  visit: async ({}, use) => {
    const asked: Asked[] = [];
    const port = await getPort();
    const server: Server = await serveSite(running.hostedVoiceFolder, port);
    server.prependListener('request', ({ url = '', headers }) => {
      // The browser requests the icon of the open page, at any time.
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

/** Hovers over a link until its page is prerendered. */
async function prerender({ tab, page }: Fixtures['visit'], href = '/'): Promise<BarePage> {
  await page.evaluate(`document.querySelector('${LINK}').href = '${href}'`);
  await page.pointAt(LINK);
  await expect.poll(() => tab.pages.length).toBe(2);
  const [, next] = tab.pages;
  if (!next) throw new Error('No page was prerendered.');
  await loaded(next);
  expect(await next.evaluate('document.prerendering')).toBe(true);
  return next;
}

/** Follows the link to the prerendered page. */
async function follow(page: BarePage, next: BarePage): Promise<void> {
  await page.press();
  await page.release();
  await expect.poll(() => next.evaluate('document.prerendering')).toBe(false);
  // The prerendered page itself, not another one.
  const [start] = await next.evaluate<number[]>(
    `performance.getEntriesByType('navigation').map(({ activationStart }) => activationStart)`,
  );
  expect(start).toBeGreaterThan(0);
}

test(
  'the home page is prerendered without its film, an island, a connection or a timer',
  EXHAUSTIVE,
  async ({ visit }) => {
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
  },
);

test(
  'a prerendered page uses what the tab has stored, even since then: toast, draft, campaign, colors',
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

test('pages that act on a visit, and files that are not pages, are not prerendered', EXHAUSTIVE, async ({ visit }) => {
  const { page, asked } = visit;
  for (const href of ['/unsubscribe#token', '/process-guide.pdf', '/research/feed.xml', '/llms.txt', '/flow#main']) {
    await page.evaluate(`document.querySelector('${LINK}').href = '${href}'`);
    await page.pointAt(LINK);
    // A press that ends outside the link follows nothing, and no speculation rule waits for more than a press.
    await page.press();
    await page.pointAt('h1');
    await page.release();
  }
  await prerender(visit, '/resources');
  expect(asked.map(({ path }) => path)).toEqual(['/resources']);
});
