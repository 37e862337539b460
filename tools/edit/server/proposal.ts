import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandsAfter } from '../../../src/build/go-live.ts';
import { describe, describePicture } from '../../../src/editing/files/describe.ts';
import { branchName, messageOf } from '../../../src/editing/files/message.ts';
import { PROPOSALS } from '../../../src/lib/proposal-branches.ts';
import { QuestionError } from '../../../src/editing/files/question-error.ts';
import { copyFileOf } from '../../../src/schemas/copy-files.ts';
import { editSession } from '../page/session.ts';
import type { Difference, Mistake, Proposal, Proposed, Questions } from '../../../src/editing/protocol.ts';
import { PICTURES } from '../../../src/schemas/picture-file.ts';
import { CONTENT, onDisk, readCopyFile } from './disk.ts';

const run = promisify(execFile);
/** @throws QuestionError with Git's error message */
const git = (...args: readonly string[]): Promise<string> => gitAt({ cwd: editSession().root }, ...args);

async function gitAt(where: { cwd: string; env?: NodeJS.ProcessEnv }, ...args: readonly string[]): Promise<string> {
  try {
    // Otherwise a look at what has changed could stop a commit that somebody makes at the same moment.
    const env = { ...(where.env ?? process.env), GIT_OPTIONAL_LOCKS: '0' };
    const { stdout } = await run('git', args, { ...where, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT')
      throw new QuestionError('Git is not installed on this machine. Ask a developer to install it.');
    throw new QuestionError(`Git says: ${stderr.trim().replace(/^(fatal|error): /, '')}`);
  }
}

/** The content files and pictures that differ from the last commit. */
async function changedFiles(): Promise<string[]> {
  const status = await git(
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--',
    CONTENT,
    PICTURES,
  );
  return status.split('\0').flatMap((line) => (line === '' ? [] : line.slice(3)));
}

const committed = (file: string) => git('show', `HEAD:./${file}`).catch(() => null);

async function differencesIn(file: string): Promise<Difference[]> {
  if (copyFileOf(file) !== undefined) return describe(onDisk, file, await committed(file), readCopyFile(file));
  const isThere = existsSync(join(editSession().root, file));
  const deed = (await committed(file)) === null ? 'added' : isThere ? 'replaced' : 'removed';
  return [describePicture(file, deed)];
}

/** What has changed since the last commit. */
export async function proposal(): Promise<Proposal> {
  const differences = (await Promise.all((await changedFiles()).map(differencesIn))).flat();
  const branch = (await git('branch', '--show-current')).trim();
  return {
    differences,
    message: messageOf(differences),
    ...(branch !== '' && { branch }),
    ...(differences.length === 0 && branch.startsWith(PROPOSALS) && { proposed: await proposedOn(branch) }),
  };
}

/** The Git setting with the commit that a proposal's branch began at. */
const beginningOf = (branch: string) => `branch.${branch}.proposed-from`;

/** What the current branch, a proposal's, proposes. */
async function proposedOn(branch: string): Promise<Proposed> {
  const commit = (await git('rev-parse', '--short', 'HEAD')).trim();
  const begin = (await git('config', '--default', 'HEAD~', '--get', beginningOf(branch))).trim();
  const folders = mkdtempSync(join(tmpdir(), 'proposed-'));
  try {
    const [before, after] = [await contentAt(begin, folders), await contentAt('HEAD', folders)];
    return { branch, commit, commands: commandsAfter(before, after) };
  } finally {
    rmSync(folders, { recursive: true });
  }
}

/** Writes content/ as of a commit. Returns the folder that contains it; one without it if there is no such commit. */
async function contentAt(commit: string, within: string): Promise<string> {
  const folder = mkdtempSync(join(within, 'at-'));
  const [repository, project] = await Promise.all([
    git('rev-parse', '--absolute-git-dir'),
    git('rev-parse', '--show-prefix'),
  ]);
  // With an index of its own: the checkout stays as it is.
  const env = { GIT_DIR: repository.trim(), GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(folder, '.index') };
  const there = { cwd: folder, env: { ...process.env, ...env } };
  try {
    await gitAt(there, 'read-tree', `--prefix=${CONTENT}/`, `${commit}:${project.trim()}${CONTENT}`);
    await gitAt(there, 'checkout-index', '--all');
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
  }
  return folder;
}

/**
 * Commits the changes in content and pictures, and nothing else, to a new branch. Further proposals go to the same
 * branch while it is checked out.
 *
 * @param findMistakes finds what would stop a build of the site
 * @returns the mistakes, if there are any: then nothing is committed
 * @throws QuestionError when there is nothing to propose, or Git fails
 */
export async function propose(
  { message }: Questions['propose']['question'],
  findMistakes: () => Promise<Mistake[]>,
  now = new Date(),
): Promise<Questions['propose']['answer']> {
  const files = await changedFiles();
  if (files.length === 0) throw new QuestionError('Nothing has changed since the last commit.');
  if (message.trim() === '') throw new QuestionError('Describe in a few words what you propose.');
  const mistakes = await findMistakes();
  if (mistakes.length > 0) return { mistakes };
  const current = (await git('branch', '--show-current')).trim();
  const branch = current.startsWith(PROPOSALS) ? current : branchName(PROPOSALS, message.split('\n')[0] ?? '', now);
  if (branch !== current) {
    const begin = await git('rev-parse', 'HEAD');
    await git('switch', '--quiet', '--create', branch);
    await git('config', beginningOf(branch), begin.trim());
  }
  await git('add', '--all', '--', ...files);
  await git('commit', '--quiet', '--message', message, '--only', '--', ...files);
  return proposedOn(branch);
}
