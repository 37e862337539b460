/**
 * Makes sure that there is a browser for the tests: this machine's own Chromium, else Playwright's download,
 * else Debian's package if we may install it. Says what to do if none of them works.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { BROWSER_ARGUMENTS, downloadedBrowser, headlessShell, systemBrowser } from './find-browser.ts';

/** Finding it is not enough: a downloaded browser may lack system libraries. */
async function starts(path: string | undefined): Promise<boolean> {
  if (!path) return false;
  try {
    await (await chromium.launch({ executablePath: path, args: BROWSER_ARGUMENTS, timeout: 30_000 })).close();
    return true;
  } catch (error) {
    console.log(`${path} does not start: ${(error as Error).message.split('\n')[0] ?? ''}`);
    return false;
  }
}

function run(command: string, args: string[], minutes: number): void {
  console.log(`> ${command} ${args.join(' ')}`);
  const { status, stderr } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: minutes * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  });
  if (status !== 0)
    console.log(`  did not work: ${/^.*(?:Error|E:).*$/m.exec(stderr)?.[0] ?? `exit code ${status ?? 'none'}`}`);
}

/** Whether this is Debian, and we may install packages. */
const mayInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

const install = (name: string, minutes: number) =>
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], minutes);

const ways: [string, () => string | undefined][] = [
  ["this machine's browser", () => systemBrowser()],
  ["Playwright's browser", () => downloadedBrowser()],
  [
    "Playwright's download",
    () => {
      const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
      run(process.execPath, [cli, 'install', 'chromium'], 10);
      return downloadedBrowser();
    },
  ],
  [
    "Debian's package",
    () => {
      if (!mayInstall()) return undefined;
      run('apt-get', ['update', '-qq'], 5);
      install('chromium', 10);
      return systemBrowser();
    },
  ],
];

/**
 * The site uses Arial, or a font with the same widths, until its own font has loaded (src/styles/fonts/stand-in.css). A
 * machine without such a font would render a page that no visitor sees.
 */
function makeSureOfFont(): void {
  const isThere = () =>
    /Arial|Liberation Sans|Arimo/.test(
      spawnSync('fc-match', ['--format=%{family}', 'Arial'], { encoding: 'utf8' }).stdout,
    );
  if (process.platform !== 'linux' || isThere()) return;
  if (mayInstall()) install('fonts-liberation', 5);
  if (!isThere())
    console.log(
      'This machine has no font with the widths of Arial, so the tests in shift.spec.ts will fail.\n' +
        'Install Liberation (on Debian or Ubuntu: sudo apt-get install fonts-liberation).',
    );
}

let found = false;
for (const [name, way] of ways) {
  const path = way();
  if (!(await starts(path))) continue;
  console.log(`Browser for the tests: ${name} (${path ?? ''})`);
  found = true;
  break;
}
makeSureOfFont();
// The tests also work without it, but take half as long again.
if (!headlessShell() && mayInstall()) install('chromium-headless-shell', 5);
if (!found) {
  console.error(
    'There is no browser for the tests, and none could be installed.\n' +
      'Install Chromium or Chrome (on Debian or Ubuntu: sudo apt-get install chromium), or set its path: BROWSER_PATH=/path/to/chromium npm test',
  );
  process.exit(1);
}
