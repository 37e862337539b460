import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { authorOf, type User } from './accounts.ts';
import type { Host } from './host.ts';
import type { Pull } from './records.ts';
import { RestRefusal } from './refusal.ts';
import { GitError, MAIN, signedBy } from './repository.ts';
import { unreviewed } from './rule.ts';

/** GitHub's status for a pull request that can't be merged. */
const refused = (message: string) => new RestRefusal(405, message);

/**
 * Squashes a pull request into one commit on main, if the repository's rules allow it. They keep main a line: with commits
 * of a branch in its history, a later branch could be compared with one of those, which hides code from the rule.
 *
 * @param expected the newest commit of the pull request, if whoever merges knows which they mean
 * @returns the new commit
 * @throws RestRefusal when it can't be merged
 */
export async function merge(
  { repository, records, now, onPush }: Host,
  pull: Pull,
  by: User,
  expected?: string,
): Promise<string> {
  const { git } = repository;
  if (pull.merged || pull.state === 'closed') throw refused('Pull Request is not mergeable');
  if (pull.draft) throw refused('Pull Request is still a draft');
  const head = await repository.head(pull.branch);
  const main = await repository.head(MAIN);
  if (!head || !main) throw refused('Pull Request is not mergeable');
  if ((expected ?? head) !== head)
    throw new RestRefusal(409, 'Head branch was modified. Review and try the merge again.');
  if ((await unreviewed(repository, pull, head)).length > 0)
    throw refused('At least 1 approving review is required by reviewers with write access.');

  // Merging needs files. A clone has them without touching what anybody works on.
  const clone = mkdtempSync(join(git.folder, 'merge-'));
  const inClone = { env: { ...signedBy(authorOf(by), now()), GIT_DIR: join(clone, '.git'), GIT_WORK_TREE: clone } };
  let commit: string;
  try {
    await git.run(['clone', '--quiet', '--shared', '--no-checkout', git.folder, clone], {
      env: { GIT_DIR: undefined },
    });
    await git.run(['checkout', '--quiet', '--detach', main], inClone);
    await git.run(['merge', '--quiet', '--squash', head], inClone);
    await git.run(['commit', '--quiet', '--allow-empty', '--message', `${pull.title} (#${pull.number})`], inClone);
    commit = (await git.run(['rev-parse', 'HEAD'], inClone)).trim();
    await git.run(['push', '--quiet', git.folder, `${commit}:refs/heads/${MAIN}`], inClone);
  } catch (error) {
    throw error instanceof GitError ? refused('Pull Request is not mergeable') : error;
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
  records.changePull(pull, { state: 'closed', merged: commit });
  onPush(MAIN, commit);
  return commit;
}
