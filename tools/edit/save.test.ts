import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession } from './page/session.ts';
import { lastSaves, markUndone, remember, without } from './server/history.ts';
import { propose } from './server/proposal.ts';

const FILE = 'content/forms/toasts.yaml';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edit-saves-'));
  vi.stubEnv('LOCAL_DIR', join(folder, '.local'));
  beginSession(folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('undoing a save', () => {
  /** Two values, far enough apart not to be one change. */
  const source = (a: number, b: number) => `a: ${a}\n${'# in between\n'.repeat(6)}b: ${b}\n`;
  const [first, second, third] = [source(1, 1), source(2, 1), source(2, 2)];

  it('keeps later saves', () => {
    const save = remember(FILE, first, second);
    remember(FILE, second, third);
    expect(without(save, third)).toEqual({ file: FILE, text: source(1, 2) });
    expect(without(save, second)).toEqual({ file: FILE, text: first });
  });

  it('is refused if the same words have changed again, and the second time', () => {
    const save = remember(FILE, first, second);
    expect(without(save, source(3, 1))).toBeUndefined();
    markUndone(save);
    expect(lastSaves()).toMatchObject([{ save, undone: true }]);
    expect(without(save, second)).toBeUndefined();
  });

  it('restores a deleted file and deletes a created one', () => {
    expect(without(remember(FILE, first, null), null)).toEqual({ file: FILE, text: first });
    expect(without(remember(FILE, null, first), first)).toEqual({ file: FILE, text: null });
  });
});

describe('a proposal', () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

  beforeEach(() => {
    // Ignore this machine's Git settings and user.
    for (const name of ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM']) vi.stubEnv(name, '/dev/null');
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'Somebody');
    git('config', 'user.email', 'somebody@localhost');
    mkdirSync(join(folder, 'content/forms'), { recursive: true });
    write('.gitignore', '.local\n');
    write('README.md', 'A site\n');
    write(FILE, 'a: 1\n');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'The site as it is');
  });

  it('commits only content, on a new branch', async () => {
    write(FILE, 'a: 2\n');
    write('README.md', 'Something else\n');
    write('secret.txt', 'Something new\n');
    git('add', 'README.md');
    const { branch } = await propose({ message: 'Edit a word' });
    expect(branch).toMatch(/^words\/\d{4}-\d\d-\d\d-edit-a-word$/);
    expect(git('diff', '--name-only', 'main', branch).trim()).toBe(FILE);
    expect(git('status', '--porcelain')).toBe('M  README.md\n?? secret.txt\n');

    write(FILE, 'a: 3\n');
    expect(await propose({ message: 'Edit it again' })).toMatchObject({ branch });
    expect(git('log', '--format=%s', `main..${branch}`).trim().split('\n')).toEqual(['Edit it again', 'Edit a word']);
  });

  it('is refused if nothing has changed', async () => {
    write('README.md', 'Something else\n');
    await expect(propose({ message: 'Nothing' })).rejects.toThrow('Nothing has changed since the last commit.');
  });
});
