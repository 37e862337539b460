import { defineConfig } from 'vitest/config';

/**
 * Whether content/ must use the words that the site's specification quotes (tests/words). Set it to false once the
 * company has its own words. What visitors have to know of their data is always checked.
 */
const HOLD_SPEC_WORDS = true as boolean;

/** The tests of a tool are next to it. These need services. */
const CONTRACT = 'tools/**/*.contract{,.exhaustive}.test.ts';

export default defineConfig({
  test: {
    projects: [
      // One environment for all files: loading the modules again for each would take as long as the tests.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [CONTRACT],
          pool: 'threads',
          isolate: false,
          // Enough for a busy machine.
          testTimeout: 30_000,
        },
      },
      // These check content/ itself.
      {
        extends: true,
        test: {
          name: 'words',
          include: [`tests/words/${HOLD_SPEC_WORDS ? '**/*' : 'privacy'}.test.ts`],
          pool: 'threads',
          isolate: false,
        },
      },
      // Each file starts its own services. As above, one environment for all files of a process.
      {
        extends: true,
        test: {
          name: 'contract',
          // They spend much of their time waiting for mail.
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
    maxWorkers: 2,
  },
});
