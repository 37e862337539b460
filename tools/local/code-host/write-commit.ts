import { GraphqlRefusal } from './refusal.ts';
import { GitError, signedBy, type Repository } from './repository.ts';

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

/**
 * Adds a commit to a branch.
 *
 * @returns the new commit
 * @throws GraphqlRefusal when the branch is elsewhere, or a path can't be changed
 */
export async function writeCommit(repository: Repository, commit: NewCommit): Promise<string> {
  const { branch, expected, changes, message, author, at } = commit;
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

  const tree = await repository.withIndex(async (env) => {
    await git.run(['read-tree', expected], { env });
    const lines: string[] = [];
    for (const { path } of deletions) {
      if ((await repository.object(`${expected}:${path}`))?.type !== 'blob')
        throw new GraphqlRefusal(
          'NOT_FOUND',
          `A path was requested for deletion which does not exist as of commit oid \`${expected}\``,
        );
      lines.push(`0 ${'0'.repeat(40)}\t${path}\0`);
    }
    for (const { path, contents } of additions) {
      if (await isTaken(repository, commit, path)) throw refusedPath(path);
      const oid = (await git.run(['hash-object', '-w', '--stdin'], { input: contents })).trim();
      lines.push(`100644 ${oid}\t${path}\0`);
    }
    await git.run(['update-index', '-z', '--index-info'], { env, input: lines.join('') });
    return (await git.run(['write-tree'], { env })).trim();
  });
  const oid = (
    await git.run(['commit-tree', tree, '-p', expected, '-F', '-'], { env: signedBy(author, at), input: message })
  ).trim();
  try {
    await repository.move(branch, expected, oid);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    // Somebody was first while this was written.
    const head = (await repository.head(branch)) ?? 'nothing';
    throw new GraphqlRefusal('STALE_DATA', `Ref refs/heads/${branch} is at ${head} but expected ${expected}`);
  }
  return oid;
}
