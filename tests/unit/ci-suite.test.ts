import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Each test starts Git about eight times, possibly on a busy machine. */
const PATIENCE_MS = 60_000;

let folder: string;
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
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
  for (const file of ['content/site.yaml', 'content/home/10-hero.mdx', 'src/page.ts']) write(file, `${file}\n`);
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
  return run('bash', resolve('.ci/suite')).trim();
}

it.each<[string, string, () => void]>([
  ['content', 'changed copy', () => write('content/site.yaml', 'name: Acme\n')],
  ['content', 'an added section', () => write('content/home/85-more.mdx', 'more\n')],
  ['content', 'a removed section', () => rmSync(join(folder, 'content/home/10-hero.mdx'))],
  ['gate', 'copy and code', () => ['content/site.yaml', 'src/page.ts'].forEach((file) => write(file, 'new\n'))],
  ['gate', 'a folder that only starts with this name', () => write('content-old/site.yaml', 'new\n')],
  ['gate', 'a folder with this name elsewhere', () => write('tests/content/site.yaml', 'new\n')],
  ['gate', 'code moved into content/', () => renameSync(join(folder, 'src/page.ts'), join(folder, 'content/page.mdx'))],
  ['gate', 'a file with an odd name', () => write('content/a\nb.yaml', 'new\n')],
  ['gate', 'no change at all', () => undefined],
])('%s for %s', { timeout: PATIENCE_MS }, (suite, _, change) => {
  expect(suiteOf(change)).toBe(suite);
});
