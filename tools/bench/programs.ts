import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { findBrowser } from '../../tests/setup/find-browser.ts';

const browserVersion = () => {
  const path = findBrowser();
  if (path === undefined) return 'none';
  return execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
};

/** What the measurements depend on besides the machine: names and versions. */
export function programsInUse(): [string, string][] {
  const { version } = createRequire(import.meta.url)('lighthouse/package.json') as { version: string };
  return [
    ['browser', browserVersion()],
    ['Lighthouse', version],
  ];
}
