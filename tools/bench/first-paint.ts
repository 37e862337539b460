import type { Browser } from 'playwright';
import { milliseconds, median, ratio, spread, table } from '../report/figures.ts';
import type { Section } from '../report/section.ts';
import type { BenchContext } from './bench-context.ts';
import { openBrowser, PHONE, PROCESSOR_SLOWDOWN, slowProcessor } from './browser.ts';
import { BYTES_PER_MS, openSlowLink, ROUND_TRIP_MS, type SlowLink } from './slow-link.ts';

/** A page, and the times that its first visits took (ms). */
interface Visited {
  name: string;
  link: SlowLink;
  path: string;
  film: boolean;
  paints: { first: number; largest: number }[];
}

/** What has been painted a second after the page has loaded. */
function readPaints(): Promise<{ first: number; largest: number }> {
  return new Promise((done, fail) => {
    let largest = 0;
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) largest = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (paint) done({ first: paint.startTime, largest });
      else fail(new Error('Nothing was painted within a second.'));
    }, 1000);
  });
}

async function visit(browser: Browser, { link, path, film, paints }: Visited): Promise<void> {
  const context = await browser.newContext({ ...PHONE, reducedMotion: film ? 'no-preference' : 'reduce' });
  const page = await context.newPage();
  await slowProcessor(page);
  await page.goto(link.url + path, { waitUntil: 'load' });
  paints.push(await page.evaluate(readPaints));
  await context.close();
}

/** How soon a first visitor with a slow phone behind a slow link sees something: measured, where Lighthouse calculates. */
export async function measureFirstPaint({ sites, runs, against, rival, command }: BenchContext): Promise<Section> {
  const link = await openSlowLink((await sites.hosted()).url);
  const bare = await openSlowLink((await sites.bare()).url);
  const other = against === undefined ? undefined : await openSlowLink((await sites.other(against)).url);
  const visited = (name: string, link: SlowLink, path = '/', film = false): Visited => ({
    name,
    link,
    path,
    film,
    paints: [],
  });
  const alone = visited('a bare page', bare);
  const pages = [
    visited('`/` with the film', link, '/', true),
    visited('`/`', link),
    visited('`/flow`', link, '/flow'),
    ...(other ? [visited(`${rival}'s \`/\``, other)] : []),
    alone,
  ];
  const browser = await openBrowser();
  for (let run = 0; run < runs; run++) {
    for (const page of pages) await visit(browser, page);
    console.log(`  run ${run + 1} of ${runs}`);
  }
  await browser.close();
  for (const { link } of pages) link.close();
  const firsts = ({ paints }: Visited) => paints.map(({ first }) => first);
  const rows = pages.map((page) => [
    page.name,
    spread(firsts(page), milliseconds),
    ratio(median(firsts(page)), median(firsts(alone))),
    spread(
      page.paints.map(({ largest }) => largest),
      milliseconds,
    ),
  ]);
  return {
    title: 'First paint behind a slow link',
    command: command('paint') + (against === undefined ? '' : ' --against ../other/dist'),
    body: `On a phone at ${PROCESSOR_SLOWDOWN}x CPU slowdown, behind a relay with round trips of ${ROUND_TRIP_MS} ms, ${(BYTES_PER_MS * 8) / 1024} Mbit/s and TCP's slow start. These
are the browser's own times. Lighthouse loads pages at full speed and calculates what a slow phone would take, so it sees
neither when the browser stops parsing to paint nor what it leaves for later. Each is the median of ${runs} first visits, in
turns, with the lowest and the highest in brackets. With the film, the first paint is that of its cover.

${table(['page', 'first paint', 'to a bare page', 'largest paint'], rows)}`,
  };
}
