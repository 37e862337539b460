import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The browser that Playwright downloaded, if it did. */
export function downloadedBrowser(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

const inPath = (names: readonly string[]) =>
  (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

/** Chromium or Chrome on this machine: the one that BROWSER_PATH names, or an installed one. */
export const systemBrowser = (): string | undefined =>
  process.env['BROWSER_PATH'] ?? [...inPath(NAMES), ...MAC].find(isProgram);

/** Chromium as visitors have it, or undefined if there is none yet (see install-browser.ts). */
export const findBrowser = (): string | undefined => systemBrowser() ?? downloadedBrowser();

/**
 * Chromium without windows, for most tests: a page takes a third of the time, but there is no back/forward cache, no
 * prerendering and no favicon. Undefined if it is not installed.
 */
export const headlessShell = (): string | undefined =>
  process.env['BROWSER_PATH'] ?? inPath(['chromium-headless-shell']).find(isProgram);

/** The arguments of Chromium in tests: no outside services, and a fake microphone for calls. */
export const BROWSER_ARGUMENTS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // As on a screen: otherwise the headless shell rounds the width of each letter.
  '--font-render-hinting=none',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
];

/** The options with which Playwright launches a browser for tests. */
export const launchOptions = (executablePath = findBrowser()) => ({
  args: BROWSER_ARGUMENTS,
  ...(executablePath && { executablePath }),
});
