import { matchesGlob } from 'node:path';
import { PROPOSALS } from '../../../src/lib/proposal-branches.ts';
import { filesBetween, mergeBaseOf } from './history.ts';
import type { Pull } from './records.ts';
import { MAIN, type Repository } from './repository.ts';

/**
 * The repository's own rules, as docs/deploy.md has them set up at GitHub. They hold even for a token that was stolen:
 * main changes by pull requests only, which are squashed (merge.ts); one that changes a file with an owner needs a review
 * of its newest commit by somebody else; and editors make and change no branch but those of proposals.
 */
const NEEDS_PULL = 'Changes must be made through a pull request.';
const RESTRICTED = 'Repository rule violations found\n\nCannot update this protected ref.';

/** What GitHub says of a commit on a branch; undefined if an editor may make one there. */
export function updateRefusal(branch: string): string | undefined {
  if (branch === MAIN) return NEEDS_PULL;
  return branch.startsWith(PROPOSALS) ? undefined : RESTRICTED;
}

/** What GitHub says of a new branch; undefined if an editor may make it. */
export const creationRefusal = (branch: string): string | undefined =>
  branch.startsWith(PROPOSALS)
    ? undefined
    : 'Repository rule violations found\n\nCannot create ref due to creations being restricted.';

/** The patterns without an owner in CODEOWNERS: a proposal may change such files without a review. */
export const WITHOUT_OWNER = [
  '/content/**/*.mdx',
  '/content/**/*.yaml',
  '/public/pictures/*.webp',
  '/public/pictures/*.jpg',
  '/public/pictures/*.png',
] as const;
/** The patterns behind them, with an owner: hidden files, and what is in folders with the name of a file. */
export const OWNED = ['/content/**/.*', '/content/**/*.*/', '/public/pictures/.*', '/public/pictures/*/'] as const;

/** A glob, unlike a pattern of CODEOWNERS, matches neither hidden files nor all that is in a folder. */
const hasNoOwner = (path: string) =>
  WITHOUT_OWNER.some((pattern) => matchesGlob(`/${path}`, pattern)) && !matchesGlob(`/${path}`, '/content/**/*.*/**');

/**
 * The paths for which a commit of a pull request needs a review, and has none.
 *
 * @param head the commit; its branch can move while this is worked out
 */
export async function unreviewed(repository: Repository, { approved }: Pull, head: string): Promise<string[]> {
  const main = await repository.head(MAIN);
  if (!main || approved.includes(head)) return [];
  const base = await mergeBaseOf(repository, main, head);
  const files = await filesBetween(repository, base ?? main, head);
  // One that was moved into content/ is gone from where it was.
  const paths = files.flatMap(({ filename, previous_filename }) => [filename, previous_filename ?? filename]);
  return [...new Set(paths)].filter((path) => !hasNoOwner(path));
}
