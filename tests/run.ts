/**
 * Runs test suites, one after another, in a copy of the project with the words of tests/content; the suite `content` in
 * the project itself.
 *
 *     node tests/run.ts unit contract e2e     the gate
 *     node tests/run.ts --all unit            a suite with its exhaustive tests
 *     node tests/run.ts e2e splash.spec.ts    one file with all its tests; accepts options of the runner, too
 *
 * A test is exhaustive if its file name or one of its tags contains the word.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../src/lib/project-folder.ts';
import { OWN_CACHES } from '../tools/own-caches.ts';
import { openWorkspace } from './setup/workspace.ts';

const VITEST = 'node_modules/vitest/vitest.mjs';
const vitest = (project: string) => [VITEST, 'run', '--project', project];
const SUITES: Record<string, string[]> = {
  unit: vitest('unit'),
  contract: vitest('contract'),
  e2e: ['node_modules/playwright/cli.js', 'test'],
  content: ['node_modules/playwright/cli.js', 'test', '--config', 'playwright.content.config.ts'],
};
const WITHOUT_EXHAUSTIVE = {
  vitest: ['--tags-filter=!exhaustive', '--exclude=**/*.exhaustive.test.ts'],
  playwright: ['--grep-invert=exhaustive'],
};

const given = process.argv.slice(2);
const all = given.includes('--all');
const words = given.filter((word) => word !== '--all');
const suites = words.filter((word) => word in SUITES);
const further = words.filter((word) => !(word in SUITES));
if (suites.length === 0) {
  console.error(`No suite given. Name at least one: ${Object.keys(SUITES).join(', ')}.`);
  process.exit(1);
}

const workspace = join(projectFolder, '.local/tests');
if (suites.some((suite) => suite !== 'content')) openWorkspace(workspace);

/**
 * The folder for temporary files of tests that start programs in them. Not the system's: programs search the folders above
 * theirs for settings and packages, which are code, and other users of the machine could put some there. The other suites
 * keep the data of PostgreSQL in theirs, whose path must be short.
 */
const temporary = join(projectFolder, '.local/temporary');
mkdirSync(temporary, { recursive: true });

const took: string[] = [];
for (const suite of suites) {
  const began = Date.now();
  const command = SUITES[suite] ?? [];
  // A named file runs with all of its tests.
  const left =
    all || further.some((word) => !word.startsWith('-'))
      ? []
      : WITHOUT_EXHAUSTIVE[command[0] === VITEST ? 'vitest' : 'playwright'];
  const { status } = spawnSync(process.execPath, [...command, ...left, ...further], {
    cwd: suite === 'content' ? projectFolder : workspace,
    stdio: 'inherit',
    env: {
      ...process.env,
      PLAYWRIGHT_HTML_OUTPUT_DIR: join(projectFolder, 'playwright-report'),
      ...(left.length > 0 && { WITHOUT_EXHAUSTIVE: 'yes' }),
      // In the gate, only tests about motion have it.
      MOTION: all ? 'on' : 'off',
      // A folder without a repository of its own is in none.
      ...(suite === 'unit' && { TMPDIR: temporary, GIT_CEILING_DIRECTORIES: temporary }),
      ...OWN_CACHES,
    },
  });
  const isGreen = status === 0;
  took.push(`${suite} ${isGreen ? 'green' : 'RED'} in ${Math.round((Date.now() - began) / 1000)} s`);
  if (isGreen) continue;
  process.exitCode = 1;
  // The gate stops at once; a nightly run reports everything that is red.
  if (!all) break;
}
console.log(`\n${took.join(', ')}.`);
