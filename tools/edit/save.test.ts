import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { write } from '../../src/editing/core/write.ts';
import type { Change } from '../../src/editing/protocol.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { beginSession } from './page/session.ts';
import { undoOf as undoOfSaves } from '../../src/editing/files/undo.ts';
import { kept, lastSaves, markUndone, remember } from './server/history.ts';
import { proposal, propose } from './server/proposal.ts';

const undoOf = (save: number, current: string | null) => undoOfSaves(kept(), save, current);

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
  const source = (a: string, b: string) => `invalidEmail:\n  title: ${a} # ours\n  text: ${b}\n`;
  const before = source('One', 'Two');
  const set = (key: string, value: string): Change => ({ do: 'set', path: ['invalidEmail', key], value });
  /** Remembers a save as the editor's server does, and returns its number and the new text. */
  function saved(text: string, ...changes: Change[]): [number, string] {
    const after = write(text, false, changes);
    if ('refused' in after) throw new Error(after.refused);
    return [remember({ file: FILE, before: text, after: after.text, changes }), after.text];
  }

  it('keeps later saves, of the line below as well, and comments', () => {
    const [save, first] = saved(before, set('title', 'Changed'));
    const [, second] = saved(first, set('text', 'Changed too'));
    expect(undoOf(save, second)).toMatchObject({ before: second, after: source('One', 'Changed too') });
    expect(undoOf(save, first)).toMatchObject({ after: before });
  });

  it('shows what has changed again since, and undoes nothing', () => {
    const [save, first] = saved(before, set('title', 'Changed'), set('text', 'Changed'));
    const [, second] = saved(first, set('title', 'Again'));
    expect(undoOf(save, second)).toEqual({
      clashes: [{ path: ['invalidEmail', 'title'], before: 'One', now: 'Again' }],
    });
  });

  it('keeps what was changed by hand', () => {
    const [save, first] = saved(before, set('title', 'Changed'));
    expect(undoOf(save, `# New\n${first}`)).toMatchObject({ after: `# New\n${before}` });
  });

  it('is refused the second time', () => {
    const [save, first] = saved(before, set('title', 'Changed'));
    markUndone(save);
    expect(lastSaves()).toMatchObject([{ save, undone: true }]);
    expect(undoOf(save, first)).toEqual({ refused: 'This save is already undone.' });
  });

  it('restores a deleted file and deletes a created one, unless it has changed since', () => {
    const gone = remember({ file: FILE, before, after: null });
    expect(undoOf(gone, null)).toMatchObject({ after: before });
    const made = remember({ file: FILE, before: null, after: before });
    expect(undoOf(made, before)).toMatchObject({ after: null });
    expect(undoOf(made, source('Other', 'Two'))).toMatchObject({
      refused: expect.stringMatching(/Undo its later/) as string,
    });
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

  const none = () => Promise.resolve([]);

  it('is not made of words that would stop a build', { tags: ['exhaustive'] }, async () => {
    write(FILE, 'a: 2\n');
    const mistakes = [{ path: ['a'], message: 'Is wrong.' }];
    expect(await propose({ message: 'Edit a word' }, () => Promise.resolve(mistakes))).toEqual({ mistakes });
    expect(git('status', '--porcelain', '--branch')).toBe(`## main\n M ${FILE}\n`);
  });

  it('commits only content, on a new branch', async () => {
    write(FILE, 'a: 2\n');
    write('README.md', 'Something else\n');
    write('secret.txt', 'Something new\n');
    git('add', 'README.md');
    const { branch } = (await propose({ message: 'Edit a word' }, none)) as { branch: string };
    expect(branch).toMatch(/^words\/\d{4}-\d\d-\d\d-edit-a-word-[\da-f]{6}$/);
    expect(git('diff', '--name-only', 'main', branch).trim()).toBe(FILE);
    expect(git('status', '--porcelain')).toBe('M  README.md\n?? secret.txt\n');

    write(FILE, 'a: 3\n');
    expect(await propose({ message: 'Edit it again' }, none)).toMatchObject({ branch });
    expect(git('log', '--format=%s', `main..${branch}`).trim().split('\n')).toEqual(['Edit it again', 'Edit a word']);
  });

  it(
    'names what its words still need to go live, whatever was proposed on its branch before',
    { tags: ['exhaustive'] },
    async () => {
      cpSync(join(projectFolder, 'content'), join(folder, 'content'), { recursive: true });
      git('add', 'content');
      git('commit', '--quiet', '--message', 'All words');
      const change = (file: string, from: RegExp, to: string) =>
        write(file, readFileSync(join(folder, file), 'utf8').replace(from, to));
      const functions = { command: 'npm run backend -- functions', order: 'before' };
      const assistant = { command: 'npm run assistant -- push', order: 'after' };

      change('content/forms/consultation.yaml', /^submit: .*/m, 'submit: Send it');
      const first = await propose({ message: 'A button' }, none);
      expect(first).toMatchObject({ commands: [] });
      change('content/emails/team.yaml', /: .*\n/, ': Other words\n');
      expect(await propose({ message: 'A mail' }, none)).toMatchObject({ commands: [functions] });
      change('content/home/hero.mdx', /^heading: .*/m, 'heading: Another headline');
      const { branch } = first as { branch: string };
      expect(await propose({ message: 'A headline' }, none)).toMatchObject({
        branch,
        commands: [functions, assistant],
      });
      expect(await proposal()).toMatchObject({
        differences: [],
        proposed: { branch, commands: [functions, assistant] },
      });
      expect(git('status', '--porcelain')).toBe('');
    },
  );

  it('is refused if nothing has changed', { tags: ['exhaustive'] }, async () => {
    write('README.md', 'Something else\n');
    await expect(propose({ message: 'Nothing' }, none)).rejects.toThrow('Nothing has changed since the last commit.');
  });
});
