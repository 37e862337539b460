import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';

/** `npm run test:content`: how the current copy in content/ looks. It needs no backend. */
export default defineConfig({
  ...base,
  testDir: 'tests/layout',
  outputDir: '.local/layout-results',
  globalSetup: './tests/setup/layout.ts',
  // These tests wait only for the page.
  retries: 0,
  // Each test visits all pages.
  timeout: 180_000,
});
