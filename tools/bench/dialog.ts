import type { Browser, Page } from 'playwright';
import type { BenchContext } from './bench-context.ts';
import { freshPage, openBrowser, slowDown } from './browser.ts';
import { median, milliseconds, table, verdict } from '../report/figures.ts';
import type { Section } from '../report/section.ts';

const DIALOGS = ['consultation', 'demo-booking', 'voice-call'];
/** A page with an opener for each of them. */
const PATH = '/flow';

/** Measured from the click, in milliseconds unless stated otherwise. */
interface Opening {
  /** The number of frames until one shows the dialog; 1 is the next one. */
  frames: number;
  painted: number;
  hydrated: number;
}

/** Starts watching for the next click, in the page. The result is in `window.opening`. */
function watch(name: string): void {
  const dialog = document.querySelector<HTMLDialogElement>(`dialog#${name}`);
  const form = dialog?.querySelector<HTMLElement>('form');
  if (!dialog || !form) throw new Error(`There is no dialog ${name}.`);
  const opening = new Promise<Opening>((done) => {
    const onClick = ({ timeStamp }: MouseEvent) => {
      const until = (reached: () => boolean) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (!reached()) return;
            observer.disconnect();
            resolve(performance.now() - timeStamp);
          };
          const observer = new MutationObserver(look);
          observer.observe(document.documentElement, { subtree: true, attributes: true });
          look();
        });
      const paint = new Promise<{ frames: number; painted: number }>((resolve) => {
        let frames = 0;
        const frame = () => {
          frames++;
          if (!dialog.open || !dialog.checkVisibility()) {
            requestAnimationFrame(frame);
            return;
          }
          // A message is delivered after the paint of the frame in which it was posted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve({ frames, painted: performance.now() - timeStamp });
          port2.postMessage(undefined);
        };
        requestAnimationFrame(frame);
      });
      const hydration = until(() => 'ready' in form.dataset);
      void Promise.all([paint, hydration]).then(([{ frames, painted }, hydrated]) =>
        done({ frames, painted, hydrated }),
      );
    };
    addEventListener('click', onClick, { once: true, capture: true });
  });
  Object.assign(window, { opening });
}

/** Opens a dialog like a mouse that moves to the button and presses it at once. */
async function open(page: Page, name: string): Promise<Opening> {
  const opener = page.locator(`[data-opens=${name}]:visible`).first();
  await opener.scrollIntoViewIfNeeded();
  await page.evaluate(watch, name);
  await opener.click();
  return page.evaluate(() => (window as unknown as { opening: Promise<Opening> }).opening);
}

/** Opens a dialog in a fresh profile, and again after a new page load, with its files in the cache. */
async function coldAndWarm(browser: Browser, url: string, name: string, slow: boolean): Promise<[Opening, Opening]> {
  const page = await freshPage(browser);
  if (slow) await slowDown(page);
  const load = () => page.goto(url + PATH, { waitUntil: 'networkidle' });
  await load();
  const cold = await open(page, name);
  await load();
  const warm = await open(page, name);
  await page.context().close();
  return [cold, warm];
}

/** From a click to the open dialog, and to the dialog whose form is hydrated. */
export async function measureDialog({ sites, runs, command }: BenchContext): Promise<Section> {
  const { url } = await sites.hosted();
  const browser = await openBrowser();
  const rows: string[][] = [];
  const every: Opening[] = [];
  for (const slow of [false, true])
    for (const name of DIALOGS) {
      const openings: [Opening[], Opening[]] = [[], []];
      for (let run = 0; run < runs; run++) {
        const [cold, warm] = await coldAndWarm(browser, url, name, slow);
        openings[0].push(cold);
        openings[1].push(warm);
      }
      for (const [index, cache] of ['cold', 'warm'].entries()) {
        const some = openings[index] ?? [];
        every.push(...some);
        rows.push([
          `\`${name}\``,
          slow ? 'slow 4G' : 'loopback',
          cache,
          String(Math.max(...some.map(({ frames }) => frames))),
          milliseconds(median(some.map(({ painted }) => painted)), 1),
          milliseconds(median(some.map(({ hydrated }) => hydrated))),
        ]);
      }
      console.log(`  ${name} on ${slow ? 'slow 4G' : 'loopback'}`);
    }
  await browser.close();
  const inTime = every.filter(({ frames }) => frames === 1).length;
  return {
    title: 'From a click to a dialog',
    command: command('dialog'),
    body: `On \`${PATH}\`. The mouse moves to the button and presses it at the same moment, so that hovering gains nothing. Cold is a
fresh profile, warm is the next page of the same visit. Slow 4G has round trips of 150 ms and 1.6 Mbit/s. Times are
medians of ${runs}, from the click's own timestamp; frames are the maximum of all runs.

Dialog visible within one frame of the click: ${inTime} of ${every.length} times, ${verdict(inTime === every.length)}.

${table(['dialog', 'network', 'cache', 'frames to visible', 'click to painted', 'click to hydrated'], rows)}`,
  };
}
