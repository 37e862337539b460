import { cpSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import getPort from 'get-port';
import type { Page, Request } from 'playwright/test';
import { WITH_FILM } from '../../src/build/budgets/limits.ts';
import { excess, weigh } from '../../src/build/budgets/page-weight.ts';
import { compressSite } from '../../tools/local/compress-site.ts';
import { serveSite } from '../../tools/local/site-server.ts';
import { expect, PAGES, running, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { launchOptions } from '../setup/find-browser.ts';
import { temporaryFolder } from '../setup/stack.ts';

// The headless shell requests no favicon.
test.use({ launchOptions: launchOptions() });

// One worker, since all tests share a server.
test.describe.configure({ mode: 'default' });

/** A copy of the site with everything a published one has, compressed as a host does it. */
let folder: string;
let siteUrl: string;
let server: Server;

test.beforeAll(async () => {
  folder = temporaryFolder();
  cpSync(running.hostedVoiceFolder, folder, { recursive: true });
  await compressSite(folder);
  const port = await getPort();
  server = await serveSite(folder, port);
  siteUrl = `http://localhost:${port}`;
});
test.beforeEach(({ hosts }) => {
  hosts.push(new URL(siteUrl).host);
});
test.afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Everything the browser downloads for a page until the network is idle: path and bytes as sent. */
async function download(page: Page, path: string): Promise<{ path: string; bytes: number }[]> {
  const requests = new Map<string, Request>();
  page.on('requestfinished', (request) => requests.set(new URL(request.url()).pathname, request));
  await page.goto(siteUrl + path, { waitUntil: 'networkidle' });
  // On a busy machine, the browser asks for it only later.
  await expect.poll(() => requests.has('/favicon.svg')).toBe(true);
  return Promise.all(
    [...requests].map(async ([path, request]) => ({ path, bytes: (await request.sizes()).responseBodySize })),
  );
}
const bytesOf = (downloads: readonly { bytes: number }[]) => downloads.reduce((sum, { bytes }) => sum + bytes, 0);

for (const path of PAGES) {
  test(
    `a first visit to ${path} downloads what the build measured, and stays within the budget`,
    EXHAUSTIVE,
    async ({ page }) => {
      const downloads = await download(page, path);
      const weight = weigh(folder, path === '/' ? 'index.html' : `${path.slice(1)}.html`, new Map());
      const weighed = weight.parts
        .filter(({ kind }) => kind !== 'inline' && kind !== 'film')
        .map(({ kind, file, bytes }) => ({ path: kind === 'document' ? path : `/${file}`, bytes }));
      const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path);
      expect(downloads.toSorted(byPath)).toEqual(weighed.toSorted(byPath));
      expect(excess(weight, new Map())).toEqual([]);
    },
  );
}

test.describe('with its film', () => {
  test.use({ film: true });
  test('the home page stays within its budget, with one request more', EXHAUSTIVE, async ({ page }) => {
    const downloads = await download(page, '/');
    await expect(page.locator('#splash video')).toHaveCount(0);
    expect(downloads.filter(({ path }) => /\.(webm|mp4)$/.test(path))).toHaveLength(1);
    expect(downloads.length).toBeLessThanOrEqual(WITH_FILM.requests);
    expect(bytesOf(downloads)).toBeLessThanOrEqual(WITH_FILM.total);
  });
});
