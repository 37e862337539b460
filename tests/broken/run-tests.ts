import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Guard, Suite } from './promise.ts';

/** How one test ended. */
export interface Result {
  suite: Suite;
  /** From the project's folder. */
  file: string;
  /** With the titles of all that it is in. */
  title: string;
  passed: boolean;
  /** Why it failed, in a line. */
  why?: string;
}

/** How a run of tests ended: tests that have run, and what kept others from running. */
export interface Run {
  results: Result[];
  /** What the runner printed, for when nothing has run. */
  output: string;
}

/** A run that takes longer hangs. */
const LONGEST_MS = 15 * 60_000;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The first line that says something. */
const firstLine = (text: string): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .find(Boolean) ?? '';

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
}
interface PlaywrightReport {
  suites: PlaywrightSuite[];
}

function vitestResults(suite: Suite, workspace: string, report: VitestReport): Result[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({
        suite,
        file: relative(workspace, name),
        title: fullName,
        passed: status === 'passed',
        ...(status === 'failed' && { why: firstLine(failureMessages?.[0] ?? '') }),
      })),
  );
}

function playwrightResults(suites: readonly PlaywrightSuite[], above: readonly string[] = []): Result[] {
  return suites.flatMap((suite) => {
    const titles = suite.title === suite.file ? above : [...above, suite.title];
    const own = suite.specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status !== 'skipped')
        .map(({ status, results }) => {
          const message = results.find(({ error }) => error)?.error?.message;
          // A test that passes at the second try does not hold what it is about: `flaky` is passed.
          const passed = status !== 'unexpected';
          return {
            suite: 'e2e' as const,
            file: `tests/e2e/${suite.file}`,
            title: [...titles, title].join(' '),
            passed,
            ...(!passed && { why: firstLine(message ?? '') }),
          };
        }),
    );
    return [...own, ...playwrightResults(suite.suites ?? [], titles)];
  });
}

function commandOf(suite: Suite, guards: readonly Guard[], report: string, retries: number): string[] {
  const files = [...new Set(guards.map(({ file }) => file))];
  const titles = [...new Set(guards.flatMap(({ title }) => title ?? []))].map(escaped).join('|');
  if (suite === 'e2e')
    return [
      'node_modules/playwright/cli.js',
      'test',
      ...files,
      '--grep-invert=exhaustive',
      ...(titles ? [`--grep=${titles}`] : []),
      `--retries=${retries}`,
      '--reporter=json',
      '--quiet',
    ];
  return [
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${suite}`,
    ...files,
    '--tags-filter=!exhaustive',
    '--exclude=**/*.exhaustive.test.ts',
    ...(titles ? [`--testNamePattern=${titles}`] : []),
    '--reporter=json',
    `--outputFile=${report}`,
  ];
}

/**
 * Runs tests of one suite. All of the guards name a part of their file, or none does.
 *
 * @param retries how often a browser test that fails is tried again
 */
export async function runTests(
  workspace: string,
  suite: Suite,
  guards: readonly Guard[],
  retries: number,
): Promise<Run> {
  const report = join(workspace, '.local/report.json');
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const child = spawn(process.execPath, commandOf(suite, guards, report, retries), {
    cwd: workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    env: {
      ...process.env,
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // Of what a slip has changed, the site is built only for a test that asks for it.
      BUILD_WHEN_ASKED: '1',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  await new Promise((done, failed) => child.once('close', done).once('error', failed));
  if (!existsSync(report)) return { results: [], output };
  const written: unknown = JSON.parse(readFileSync(report, 'utf8'));
  return {
    results:
      suite === 'e2e'
        ? playwrightResults((written as PlaywrightReport).suites)
        : vitestResults(suite, workspace, written as VitestReport),
    output,
  };
}

/** Those of the results that a guard names. */
export const resultsOf = (results: readonly Result[], { suite, file, title = '' }: Guard): Result[] =>
  results.filter((result) => result.suite === suite && result.file === file && result.title.includes(title));
