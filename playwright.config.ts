import { defineConfig } from 'playwright/test';
import { headlessShell, launchOptions } from './tests/setup/find-browser.ts';

/** Tests of video calls. The pictures of the people in one call take both cores of a small machine. */
const VIDEO_CALLS = /meet[\w-]*\.spec\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.local/test-results',
  fullyParallel: true,
  workers: 2,
  // With two calls at once, each takes three times as long, and pictures may freeze.
  projects: [
    { name: 'video calls', testMatch: VIDEO_CALLS, workers: 1 },
    { name: 'pages', testIgnore: VIDEO_CALLS },
  ],
  // No retries: a test that needs them gets fixed.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // CI keeps the report.
  reporter: [['list'], ...(process.env['CI'] ? ([['html', { open: 'never' }]] as const) : [])],
  globalSetup: './tests/setup/e2e.ts',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // Recording traces takes a fifth of the test time. To trace a failing test, use --trace retain-on-failure.
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(headlessShell()),
  },
});
