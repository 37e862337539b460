import { GraphqlRefusal } from './refusal.ts';
import { GitError, HOST, type Repository } from './repository.ts';

/** What a commit changes. */
export interface FileChanges {
  additions: readonly { path: string; contents: Buffer }[];
  deletions: readonly { path: string }[];
}

export interface NewCommit {
  branch: string;
  /** Where the branch must be. */
  expected: string;
  changes: FileChanges;
  message: string;
  author: { name: string; email: string };
  at: number;
}

const refusedPath = (path: string) =>
  new GraphqlRefusal('UNPROCESSABLE', `A path was requested for addition or deletion that is not valid: ${path}`);

/** Git itself would take a file `.GIT/config`, which some systems then write into their repository. */
function isPath(path: string): boolean {
  const parts = path.split('/');
  return parts.every((part) => part !== '' && !/^\.{1,2}$|^\.git$/i.test(part)) && !/\p{Cc}/u.test(path);
}

/** Whether a path is that of a folder, or below a file that stays: git would delete these without a word. */
async function isTaken(repository: Repository, { expected, changes }: NewCommit, path: string): Promise<boolean> {
  if ((await repository.object(`${expected}:${path}`))?.type === 'tree') return true;
  const deleted = changes.deletions.map((deletion) => deletion.path);
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const above = path.slice(0, at);
    if (!deleted.includes(above) && (await repository.object(`${expected}:${above}`))?.type === 'blob') return true;
  }
  return false;
}

/** Part of what git reads: a text or the content of a file, after its length. */
const data = (content: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`data ${Buffer.byteLength(content)}\n`), Buffer.from(content), Buffer.from('\n')]);

const quoted = (path: string): string => `"${path.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;

/** A commit as `git fast-import` reads it: one process for any number of files. */
function streamOf({ branch, expected, changes, message, author, at }: NewCommit): Buffer {
  const time = `${Math.floor(at / 1000)} +0000`;
  return Buffer.concat([
    Buffer.from(`commit refs/heads/${branch}\nauthor ${author.name} <${author.email}> ${time}\n`),
    Buffer.from(`committer ${HOST.name} <${HOST.email}> ${time}\n`),
    data(message),
    Buffer.from(`from ${expected}\n`),
    ...changes.deletions.map(({ path }) => Buffer.from(`D ${quoted(path)}\n`)),
    ...changes.additions.flatMap(({ path, contents }) => [
      Buffer.from(`M 100644 inline ${quoted(path)}\n`),
      data(contents),
    ]),
    Buffer.from('done\n'),
  ]);
}

/**
 * Adds a commit to a branch.
 *
 * @returns the new commit
 * @throws GraphqlRefusal when the branch is elsewhere, or a path can't be changed
 */
export async function writeCommit(repository: Repository, commit: NewCommit): Promise<string> {
  const { branch, expected, changes } = commit;
  const { git } = repository;
  if ((await repository.head(branch)) !== expected)
    throw new GraphqlRefusal(
      'STALE_DATA',
      `Expected branch to point to "${expected}" but it did not.  Pull and try again.`,
    );
  const { additions, deletions } = changes;
  const paths = [...additions, ...deletions].map(({ path }) => path);
  const wrong = paths.find((path, index) => !isPath(path) || paths.indexOf(path) !== index);
  if (wrong !== undefined) throw refusedPath(wrong);

  for (const { path } of deletions)
    if ((await repository.object(`${expected}:${path}`))?.type !== 'blob')
      throw new GraphqlRefusal(
        'NOT_FOUND',
        `A path was requested for deletion which does not exist as of commit oid \`${expected}\``,
      );
  for (const { path } of additions) if (await isTaken(repository, commit, path)) throw refusedPath(path);

  try {
    await git.run(['fast-import', '--quiet', '--done'], { input: streamOf(commit) });
  } catch (error) {
    const head = (await repository.head(branch)) ?? 'nothing';
    // Somebody was first while this was written: git moves no branch to where their commit would be lost.
    if (!(error instanceof GitError) || head === expected) throw error;
    throw new GraphqlRefusal('STALE_DATA', `Ref refs/heads/${branch} is at ${head} but expected ${expected}`);
  }
  return (await repository.head(branch)) ?? '';
}
