import { defineConfig } from 'playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from './tests/setup/find-browser.ts';

const browser = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.local/test-results',
  fullyParallel: true,
  workers: 2,
  // Two cores carry two browsers, a database and a site. A broken promise fails twice; what passes at the second try is
  // listed as flaky.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  // The report has the traces of what failed: CI keeps it.
  reporter: [['list'], ...(process.env['CI'] ? ([['html', { open: 'never' }]] as const) : [])],
  globalSetup: './tests/setup/e2e.ts',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // Recording takes a fifth of the time: only what has failed is recorded, when it is tried again.
    trace: 'on-first-retry',
    launchOptions: { args: BROWSER_ARGUMENTS, ...(browser ? { executablePath: browser } : {}) },
  },
});
