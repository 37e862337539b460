import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { attempts } from '../setup/attempt-draws.ts';
import { attempted, type Attempt, type Attempted } from '../setup/edit-attempt.ts';
import { bundleForBrowser } from '../setup/editing-bundle.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const SEED = 20_270_531;
const EDITS = 10_000;
const AT_ONCE = 500;
const ADDRESS = 'https://editor.test/';
/** As a room has it, and stricter: no script can make code or HTML. */
const POLICY = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

declare global {
  interface Window {
    attempted: typeof attempted;
  }
}

test('ten thousand edits give the same bytes in a browser and in Node', EXHAUSTIVE, async ({ page }) => {
  test.setTimeout(1_200_000);
  const code = await bundleForBrowser('tests/setup/edit-attempt.ts');
  const scripts: Record<string, string> = {
    '/bundle.js': code,
    '/main.js': "import { attempted } from './bundle.js'; window.attempted = attempted;",
  };
  await page.route(`${ADDRESS}**`, (route) => {
    const script = scripts[new URL(route.request().url()).pathname];
    const headers = { 'content-security-policy': POLICY };
    return script === undefined
      ? route.fulfill({ contentType: 'text/html', headers, body: '<script type="module" src="/main.js"></script>' })
      : route.fulfill({ contentType: 'text/javascript', body: script });
  });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.goto(ADDRESS);
  await page.waitForFunction(() => 'attempted' in window);

  const site = readFileSync('content/site.yaml', 'utf8');
  /** As JSON: the type of a value in a file has no end. */
  const inBrowser = (some: Attempt[]): Promise<string> =>
    page.evaluate(
      ([all, text]) => JSON.stringify((JSON.parse(all) as Attempt[]).map((one) => window.attempted(one, text))),
      [JSON.stringify(some), site] as const,
    );
  const drawn = attempts(EDITS, SEED);
  const different: unknown[] = [];
  let written = 0;
  let refusedByOne = 0;
  for (let from = 0; from < drawn.length; from += AT_ONCE) {
    const some = drawn.slice(from, from + AT_ONCE);
    const browser = JSON.parse(await inBrowser(some)) as Attempted[];
    some.forEach((one, index) => {
      const node = JSON.parse(JSON.stringify(attempted(one, site))) as Attempted;
      const other = browser[index];
      if (node.text !== undefined) written += 1;
      if (JSON.stringify(node) === JSON.stringify(other)) return;
      // The parsers differ over some texts that nobody writes; then one of them refuses what the other writes.
      if (node.text === undefined || other?.text === undefined) refusedByOne += 1;
      else different.push({ one, node, other });
    });
  }
  expect(different).toEqual([]);
  expect(written).toBeGreaterThan(EDITS / 3);
  expect(refusedByOne / EDITS).toBeLessThan(0.002);
  expect(refused).toEqual([]);
});
