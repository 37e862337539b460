import { cpus, release, totalmem, type } from 'node:os';
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { findBrowser } from '../setup/find-browser.ts';
import { table } from './figures.ts';

const browserVersion = () => {
  const path = findBrowser();
  if (path === undefined) return 'none';
  return execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
};

/** The machine that measures, as a table. */
export function describeMachine(): string {
  const { version } = createRequire(import.meta.url)('lighthouse/package.json') as { version: string };
  return table(
    ['machine', ''],
    [
      ['processor', `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`],
      ['memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
      ['system', `${type()} ${release().split('-')[0] ?? ''}`],
      ['Node', process.versions.node],
      ['browser', browserVersion()],
      ['Lighthouse', version],
    ],
  );
}
