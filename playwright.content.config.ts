import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';

/** `npm run test:content`: the look of the copy that is in content/ now. It needs no backend. */
export default defineConfig({
  ...base,
  testDir: 'tests/layout',
  outputDir: '.local/layout-results',
  globalSetup: './tests/setup/layout.ts',
  // Nothing here waits for anything but the page.
  retries: 0,
  // Each test looks at all pages.
  timeout: 180_000,
});
