import { defineConfig } from 'oxfmt';

export default defineConfig({
  printWidth: 120,
  singleQuote: true,
  astro: true,
  sortPackageJson: false,
  ignorePatterns: [
    // Whoever edits the words has no formatter: quotes and spaces of their own are no mistake (docs/editing.md).
    'content',
  ],
});
