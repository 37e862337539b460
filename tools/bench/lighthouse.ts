import puppeteer from 'puppeteer-core';
import lighthouse, { type Result } from 'lighthouse';
import { BROWSER_ARGUMENTS, findBrowser } from '../../tests/setup/find-browser.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's report on one page load. Times are in milliseconds. */
export interface Report {
  version: string;
  /** Lighthouse's rating of the machine's speed; an idle desktop computer has about 1,500 to 2,000. */
  speed: number;
  /** 0 to 100, in the order of {@link CATEGORIES}. */
  scores: number[];
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** As sent, with headers. */
  bytes: number;
  /** Of these, the page itself and its stylesheets. */
  documentBytes: number;
  requests: number;
  /** Audits that did not pass, whether or not they cost points. */
  remarks: { id: string; title: string; costs: boolean }[];
}

/** A Chromium for Lighthouse. */
export interface Lighthouse {
  /** Loads a page as on a mobile visitor's first visit (simulated slow 4G and 4x CPU slowdown). */
  load(url: string): Promise<Report>;
  /** Loads it once more in the same tab: its files are cached, and the film is over. */
  loadTwice(url: string): Promise<[first: Report, second: Report]>;
  close(): Promise<void>;
}

/** How often a load is tried if Lighthouse can't read it. */
const TRIES = 3;

interface NetworkRequest {
  url: string;
  resourceType: string;
  transferSize: number;
  finished: boolean;
}

/** Metrics are scored on a curve: they are figures, and neither pass nor fail. */
const isRemark = ({ score, scoreDisplayMode }: Result['audits'][string]) =>
  score !== null && score < 0.9 && scoreDisplayMode !== 'numeric';

function read(result: Result): Report {
  const value = (id: string) => result.audits[id]?.numericValue ?? 0;
  const { details } = result.audits['network-requests'] ?? {};
  const items = details && 'items' in details ? (details.items as unknown as NetworkRequest[]) : [];
  const requests = items.filter(({ url, finished }) => finished && url.startsWith('http'));
  const bytesOf = (some: NetworkRequest[]) => some.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const categories = CATEGORIES.map((id) => result.categories[id]);
  const costs = new Set(
    categories.flatMap((category) => category?.auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id) ?? []),
  );
  return {
    version: result.lighthouseVersion,
    speed: result.environment.benchmarkIndex,
    scores: categories.map((category) => Math.round((category?.score ?? 0) * 100)),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: bytesOf(requests),
    documentBytes: bytesOf(
      requests.filter(({ resourceType }) => resourceType === 'Document' || resourceType === 'Stylesheet'),
    ),
    requests: requests.length,
    remarks: Object.values(result.audits)
      .filter(isRemark)
      .map(({ id, title }) => ({ id, title, costs: costs.has(id) })),
  };
}

/**
 * Starts a Chromium.
 *
 * @param film whether visitors get the splash film; those who prefer reduced motion don't
 */
export async function openLighthouse(film = true): Promise<Lighthouse> {
  const chromePath = findBrowser();
  const browser = await puppeteer.launch({
    ...(chromePath ? { executablePath: chromePath } : { channel: 'chrome' }),
    // Not a port, which every user of the machine could control the browser by.
    pipe: true,
    defaultViewport: null,
    args: [...BROWSER_ARGUMENTS, ...(film ? [] : ['--force-prefers-reduced-motion'])],
  });
  /** Loads in one tab of a fresh profile. */
  async function measure(url: string, loads: number) {
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      const runs = [];
      for (let load = 0; load < loads; load++)
        runs.push(
          await lighthouse(url, { output: 'json', logLevel: 'error', disableStorageReset: load > 0 }, undefined, page),
        );
      return runs;
    } finally {
      await context.close();
    }
  }
  async function load(url: string, loads: number): Promise<Report[]> {
    // Occasionally the browser's trace of a load lacks its beginning, and Lighthouse requests a retry.
    for (let tries = 1; ; tries++) {
      const runs = await measure(url, loads);
      const reports = runs.flatMap((run) => (run && !run.lhr.runtimeError ? [read(run.lhr)] : []));
      if (reports.length === loads) return reports;
      const reason = runs.find((run) => run?.lhr.runtimeError)?.lhr.runtimeError?.message ?? 'no result';
      if (tries === TRIES) throw new Error(`Lighthouse could not load ${url}: ${reason}`);
      console.log(`  retrying ${url}: ${reason}`);
    }
  }
  return {
    load: async (url) => (await load(url, 1))[0] as Report,
    loadTwice: async (url) => (await load(url, 2)) as [Report, Report],
    close: () => browser.close(),
  };
}
