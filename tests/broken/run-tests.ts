import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { OWN_CACHES } from '../../tools/own-caches.ts';
import type { Guard, Suite } from './promise.ts';

/** How one test ended. */
export interface Result {
  suite: Suite;
  /** Relative to the project folder. */
  file: string;
  /** Including the titles of the groups that contain it. */
  title: string;
  passed: boolean;
  /** Why it failed, on one line. */
  why?: string;
}

/** How a test run ended: which tests ran, and what kept others from running. */
export interface Run {
  results: Result[];
  /** The runner's output, for when nothing ran. */
  output: string;
}

/** A run that takes longer counts as hung. */
const LONGEST_MS = 15 * 60_000;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The first line that is not empty. */
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
          // A test that passes on a retry has not caught anything: `flaky` counts as passed.
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
    ...(titles ? [`--testNamePattern=${titles}`] : []),
    '--reporter=json',
    `--outputFile=${report}`,
  ];
}

/**
 * Runs tests of one suite. Either all guards have a title, or none has.
 *
 * @param retries how often a failed browser test is retried
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
      ...OWN_CACHES,
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // The mutated site is built only if a test asks for it.
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

/** The results that a guard names. */
export const resultsOf = (results: readonly Result[], { suite, file, title = '' }: Guard): Result[] =>
  results.filter((result) => result.suite === suite && result.file === file && result.title.includes(title));
