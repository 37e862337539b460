import type { Browser, Page } from 'playwright';
import type { BenchContext } from './bench-context.ts';
import { freshPage, openBrowser, PHONE, PROCESSOR_SLOWDOWN, slowProcessor } from './browser.ts';
import { CONTROLS, type Control } from './controls.ts';
import { median, ratio, table } from '../report/figures.ts';
import type { Section } from '../report/section.ts';

/** The minimum of the Event Timing API: anything shorter is not reported, and counts as this (ms). */
const LEAST = 16;
/** Google's threshold for a good INP (ms). */
const GOOD = 200;

const BARE: Control = {
  name: 'Bare button',
  path: '',
  press: (page) => page.locator('button').tap(),
};
const BARE_PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><title>Bare</title>
  <button>Off</button><script>
    const button = document.querySelector('button');
    button.addEventListener('click', () => (button.textContent = button.textContent === 'Off' ? 'On' : 'Off'));
  </script>`;

/** What the page records while it is watched. */
interface Watched {
  before: number;
  observer: PerformanceObserver;
  durations: number[];
}

function watch(least: number): Promise<void> {
  const watched = { before: performance.interactionCount, durations: [] as number[] };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId !== 0) watched.durations.push(entry.duration);
  });
  observer.observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit);
  Object.assign(window, { watched: Object.assign(watched, { observer }) });
  // Earlier changes have been painted by then.
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}

/** Milliseconds from the press to the frame that shows its effect, once reported. */
async function reported(least: number): Promise<number> {
  const { watched } = window as unknown as { watched: Watched };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (performance.interactionCount === watched.before) await frame();
  // A frame is reported a few frames later.
  for (let frames = 0; frames < 10; frames++) await frame();
  watched.observer.disconnect();
  return Math.max(least, ...watched.durations);
}

/** A page whose film plays so slowly that it is still there to be skipped. */
async function filmPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext(PHONE)).newPage();
  await page.addInitScript(() =>
    document.addEventListener('playing', ({ target }) => ((target as HTMLVideoElement).playbackRate = 1 / 16), true),
  );
  return page;
}

async function inp(browser: Browser, url: string, control: Control): Promise<number> {
  const page = control.film ? await filmPage(browser) : await freshPage(browser, PHONE);
  if (control === BARE) await page.setContent(BARE_PAGE);
  else await page.goto(url + control.path, { waitUntil: control.film ? 'load' : 'networkidle' });
  try {
    await control.before?.(page);
    await slowProcessor(page);
    await page.evaluate(watch, LEAST);
    await control.press(page);
    return await page.evaluate(reported, LEAST);
  } catch (error) {
    throw new Error(`“${control.name}” on ${control.path} could not be pressed.`, { cause: error });
  } finally {
    await page.context().close();
  }
}

/** How soon each control shows its effect on a slow phone. */
export async function measureInp({ sites, runs, command }: BenchContext): Promise<Section> {
  const { url } = await sites.rehearsed();
  const browser = await openBrowser();
  const times = new Map([BARE, ...CONTROLS].map((control) => [control, [] as number[]]));
  for (let run = 0; run < runs; run++) {
    for (const [control, durations] of times) durations.push(await inp(browser, url, control));
    console.log(`  run ${run + 1} of ${runs}`);
  }
  await browser.close();
  const bare = median(times.get(BARE) ?? []);
  const rows = [...times].map(([{ name, path }, durations]) => {
    const middle = median(durations);
    return [name, path && `\`${path}\``, `${middle} ms`, `${Math.max(...durations)} ms`, ratio(middle, bare)];
  });
  const slowest = Math.max(...[...times.values()].map(median));
  return {
    title: 'Interaction to Next Paint',
    command: command('inp'),
    body: `At ${PROCESSOR_SLOWDOWN}x CPU slowdown, as the browser's Event Timing reports it for a real tap or key: from the press to the frame that
shows its effect. The browser rounds to 8 ms and reports nothing under ${LEAST} ms, which counts as ${LEAST} ms. Each time is for
the first press on a fresh page on a phone, the median of ${runs}; the ratio is to a bare button, which changes its own label
on an otherwise empty page.

The slowest takes ${slowest} ms; up to ${GOOD} ms is good.

${table(['control', 'page', 'INP', 'longest', 'to a bare button'], rows)}`,
  };
}
