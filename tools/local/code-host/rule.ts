import { filesBetween, mergeBaseOf } from './history.ts';
import type { Pull } from './records.ts';
import { isWords, MAIN, type Repository } from './repository.ts';

/**
 * The repository's own rule, as docs/deploy.md has it set up at GitHub: main changes by pull requests only, and one that
 * changes more than words needs a review by somebody else. It holds even for a token that was stolen.
 */
export const isProtected = (branch: string): boolean => branch === MAIN;

/** What GitHub says of a commit on a protected branch. */
export const NEEDS_PULL = 'Changes must be made through a pull request.';

/** The paths of a pull request for which its newest commit needs a review, and has none. */
export async function unreviewed(repository: Repository, pull: Pull): Promise<string[]> {
  const head = await repository.head(pull.branch);
  const main = await repository.head(MAIN);
  if (!head || !main || pull.approved.includes(head)) return [];
  const base = await mergeBaseOf(repository, main, head);
  const files = await filesBetween(repository, base ?? main, head);
  // One that was moved into content/ is gone from where it was.
  const paths = files.flatMap(({ filename, previous_filename }) => [filename, previous_filename ?? filename]);
  return [...new Set(paths)].filter((path) => !isWords(path));
}
