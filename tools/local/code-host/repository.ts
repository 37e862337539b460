import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PICTURES } from '../../../src/schemas/picture-file.ts';
import { GitError, openGit, type Git } from './git.ts';
import { commitOf, openObjectReader, type CommitObject, type GitObject } from './object-reader.ts';

/** The default branch. */
export const MAIN = 'main';

/** What main holds of the project. The rest of its files are code, which needs no code host on this machine. */
export const WORDS = ['content', PICTURES] as const;

const OID = /^[\da-f]{40}$/;
export const isOid = (text: string): boolean => OID.test(text);

/** A bare repository of real git. */
export interface Repository {
  git: Git;
  /** An object by an expression such as `main:content`; undefined if there is none. */
  object(expression: string): Promise<GitObject | undefined>;
  /** undefined if there is no such commit */
  commit(oid: string): Promise<CommitObject | undefined>;
  /** The commit at which a branch is; undefined if there is no such branch. */
  head(branch: string): Promise<string | undefined>;
  /** The branches whose names begin with a text, in alphabetical order. */
  branches(prefix: string): Promise<{ name: string; head: string }[]>;
  /** The commit that a name stands for: of a branch, or of the commit itself. */
  resolve(name: string): Promise<string | undefined>;
  /**
   * Moves a branch, or begins one.
   *
   * @param from where it must be until then; undefined if it must not exist
   * @throws GitError when it is elsewhere, or when git does not allow the name
   */
  move(branch: string, from: string | undefined, to: string): Promise<void>;
  /** Runs something with an index of its own. */
  withIndex<Result>(work: (env: { GIT_INDEX_FILE: string }) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** @throws Fault when git is not installed */
export async function openRepository(folder: string): Promise<Repository> {
  const git = openGit(folder);
  mkdirSync(folder, { recursive: true });
  // Does nothing to one that exists.
  await git.run(['init', '--quiet', '--bare', `--initial-branch=${MAIN}`]);
  const objects = openObjectReader(git);

  async function branches(prefix: string): Promise<{ name: string; head: string }[]> {
    const lines = await git.run(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/']);
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ head: line.slice(0, 40), name: line.slice('refs/heads/'.length + 41) }))
      .filter(({ name }) => name.startsWith(prefix));
  }

  const repository: Repository = {
    git,
    object: (expression) => objects.read(expression),
    async commit(oid) {
      const object = isOid(oid) ? await objects.read(oid) : undefined;
      return object?.type === 'commit' ? commitOf(object) : undefined;
    },
    async head(branch) {
      // `main:content` is an expression, and not the name of a branch.
      const object = branch.includes(':') ? undefined : await objects.read(`refs/heads/${branch}`);
      return object?.type === 'commit' ? object.oid : undefined;
    },
    branches,
    async resolve(name) {
      return (await repository.commit(name)) ? name : repository.head(name);
    },
    async move(branch, from, to) {
      if (from === undefined) await git.run(['check-ref-format', '--branch', branch]);
      await git.run(['update-ref', `refs/heads/${branch}`, to, from ?? '0'.repeat(40)]);
    },
    async withIndex(work) {
      const file = join(folder, `index-${randomUUID()}`);
      try {
        return await work({ GIT_INDEX_FILE: file });
      } finally {
        for (const rest of [file, `${file}.lock`]) rmSync(rest, { force: true });
      }
    },
    close: () => objects.close(),
  };
  return repository;
}

/** Whose commits are not by an account. */
const LOCAL = { name: 'This machine', email: 'local@localhost' };

/** Who stores every commit. */
export const HOST = { name: 'Code host', email: 'noreply@localhost' };

/** The variables with which git makes a commit. */
export const signedBy = (author: { name: string; email: string }, at: number): NodeJS.ProcessEnv => ({
  GIT_AUTHOR_NAME: author.name,
  GIT_AUTHOR_EMAIL: author.email,
  GIT_AUTHOR_DATE: `@${Math.floor(at / 1000)} +0000`,
  GIT_COMMITTER_NAME: HOST.name,
  GIT_COMMITTER_EMAIL: HOST.email,
  GIT_COMMITTER_DATE: `@${Math.floor(at / 1000)} +0000`,
});

/** Has main hold the words of a project: adds a commit if they differ. */
export async function takeWords(repository: Repository, project: string, now: number): Promise<void> {
  const { git } = repository;
  const folders = WORDS.filter((folder) => existsSync(join(project, folder)));
  const tree = await repository.withIndex(async (env) => {
    await git.run(['--work-tree', project, 'add', '--all', '--', ...folders], { env });
    return (await git.run(['write-tree'], { env })).trim();
  });
  const before = await repository.head(MAIN);
  if (before && (await git.run(['rev-parse', `${before}^{tree}`])).trim() === tree) return;
  const message = before ? 'Take over the words of this folder' : 'The words as they are';
  const parents = before ? ['-p', before] : [];
  const env = signedBy(LOCAL, now);
  const oid = (await git.run(['commit-tree', tree, ...parents, '-m', message], { env })).trim();
  await repository.move(MAIN, before, oid);
}

export { GitError };
