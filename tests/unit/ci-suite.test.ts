import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';

/** Each test starts Git about eight times, possibly on a busy machine. */
const PATIENCE_MS = 60_000;

/** What the workflow runs to choose. */
const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as {
  jobs: { scope: { steps: { run?: string }[] } };
};
const CHOICE = jobs.scope.steps.flatMap((step) => step.run ?? []).join('\n');
const SUITE = readFileSync('.ci/suite', 'utf8');

let folder: string;
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GITHUB_OUTPUT: join(folder, '.git/output') },
  });
const git = (...args: string[]) =>
  run('git', '-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false', ...args);

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const commit = (message: string) => {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', `--message=${message}`);
};

// The base of a pull request, and a later commit by somebody else.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-suite-'));
  git('init', '--quiet', '--initial-branch=main');
  for (const file of ['content/site.yaml', 'content/home/hero.mdx', 'src/page.ts']) write(file, `${file}\n`);
  write('.ci/suite', SUITE);
  commit('Base');
  git('tag', 'base');
  write('README.md', 'of somebody else\n');
  commit('Meanwhile');
}, PATIENCE_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The suite that a pull request has to pass, merged into main as GitHub does it. */
function suiteOf(change: () => void): string {
  git('checkout', '--quiet', '--detach', 'base');
  change();
  commit('Proposal');
  git('checkout', '--quiet', '--detach', 'main');
  git('merge', '--quiet', '--no-ff', '--message=Merge', 'HEAD@{1}');
  rmSync(join(folder, '.git/output'), { force: true });
  run('bash', '-e', '-c', CHOICE);
  return readFileSync(join(folder, '.git/output'), 'utf8').trim();
}

type Case = [suite: string, what: string, change: () => void];
const expectSuite = (suite: string, _what: string, change: () => void) =>
  expect(suiteOf(change)).toBe(`suite=${suite}`);

it.each<Case>([
  ['content', 'changed copy', () => write('content/site.yaml', 'name: Acme\n')],
  ['content', 'an added section', () => write('content/home/85-more.mdx', 'more\n')],
  ['gate', 'copy and code', () => ['content/site.yaml', 'src/page.ts'].forEach((file) => write(file, 'new\n'))],
  ['gate', 'a link', () => symlinkSync('../src/page.ts', join(folder, 'content/home/85-more.mdx'))],
  [
    'gate',
    'copy, and a choice of its own',
    () => ['content/site.yaml', '.ci/suite'].forEach((file) => write(file, 'echo content\n')),
  ],
])('%s for %s', { timeout: PATIENCE_MS }, expectSuite);

it.each<Case>([
  ['content', 'a removed section', () => rmSync(join(folder, 'content/home/hero.mdx'))],
  ['gate', 'a folder that only starts with this name', () => write('content-old/site.yaml', 'new\n')],
  ['gate', 'a folder that only ends with this name', () => write('old content/site.yaml', 'new\n')],
  ['gate', 'a folder with this name elsewhere', () => write('tests/content/site.yaml', 'new\n')],
  ['gate', 'code moved into content/', () => renameSync(join(folder, 'src/page.ts'), join(folder, 'content/page.mdx'))],
  ['gate', 'a file with an odd name', () => write('content/a\nb.yaml', 'new\n')],
  ['gate', 'a hidden file', () => write('content/home/.hero.mdx', 'new\n')],
  ['gate', 'settings of a program', () => write('content/oxfmt.config.ts', 'new\n')],
  ['gate', 'a file that can be run', () => chmodSync(join(folder, 'content/site.yaml'), 0o755)],
  ['gate', 'no change at all', () => undefined],
])('%s for %s', { timeout: PATIENCE_MS, tags: ['exhaustive'] }, expectSuite);
