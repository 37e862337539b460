import { defineConfig } from 'vitest/config';

/**
 * Whether content/ is held to the words that the specification of the site quotes (tests/words). A company that has
 * words of its own sets it to false; nothing else does.
 */
const HOLD_SPEC_WORDS = true as boolean;

/** A tool's tests lie beside it; these need services. */
const CONTRACT = 'tools/**/*.contract{,.exhaustive}.test.ts';

export default defineConfig({
  test: {
    projects: [
      // One environment for all files: loading the modules anew for each takes as long as the tests.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [CONTRACT],
          pool: 'threads',
          isolate: false,
          // On a busy machine too.
          testTimeout: 30_000,
        },
      },
      // These look at content/ itself.
      {
        extends: true,
        test: {
          name: 'words',
          include: HOLD_SPEC_WORDS ? ['tests/words/**/*.test.ts'] : [],
          pool: 'threads',
          isolate: false,
        },
      },
      // Each file starts services of its own. Like above, one environment for all files of a process.
      {
        extends: true,
        test: {
          name: 'contract',
          // Much of their time is waiting for mail.
          maxWorkers: 3,
          include: ['tests/contract/**/*.test.ts', CONTRACT],
          pool: 'forks',
          isolate: false,
          globalSetup: ['tests/setup/contract.ts'],
          setupFiles: ['tests/setup/log-check.contract.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
    tags: [{ name: 'exhaustive', description: 'Not in the gate: only in `npm run test:all`.' }],
    // The words may be held no longer.
    passWithNoTests: !HOLD_SPEC_WORDS,
    maxWorkers: 2,
  },
});
