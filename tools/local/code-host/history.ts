import { GitError, type Repository } from './repository.ts';

/** A file that differs between two commits, as GitHub describes it. */
export interface ChangedFile {
  sha: string;
  filename: string;
  previous_filename?: string;
  status: 'added' | 'removed' | 'modified' | 'renamed' | 'changed';
  additions: number;
  deletions: number;
  changes: number;
}

const STATES: Record<string, ChangedFile['status']> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
  T: 'changed',
};

/** Where two commits meet; undefined if they have no common history. */
export async function mergeBaseOf({ git }: Repository, one: string, other: string): Promise<string | undefined> {
  try {
    return (await git.run(['merge-base', one, other])).trim();
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/** The commits that lead to `to` and not to `from`, the oldest first. */
export async function commitsBetween({ git }: Repository, from: string, to: string): Promise<string[]> {
  return (await git.run(['rev-list', '--reverse', '--topo-order', `${from}..${to}`])).split('\n').filter(Boolean);
}

/** The files that differ between two commits, or between a commit and its empty start. */
export async function filesBetween({ git }: Repository, from: string | undefined, to: string): Promise<ChangedFile[]> {
  const commits = from === undefined ? ['--root', to] : [from, to];
  const print = async (form: string) =>
    (await git.run(['diff-tree', '-r', '-z', '-M', '--no-commit-id', form, ...commits])).split('\0');
  const raw = await print('--raw');
  const counted = await print('--numstat');
  const files: ChangedFile[] = [];
  while (raw.length > 1) {
    const [, , before = '', after = '', letter = ''] = raw.shift()?.split(' ') ?? [];
    const [added = '', removed = ''] = counted.shift()?.split('\t') ?? [];
    const isRenamed = letter.startsWith('R');
    const old = raw.shift() ?? '';
    const name = isRenamed ? (raw.shift() ?? '') : old;
    // The two names of one that was renamed.
    if (isRenamed) counted.splice(0, 2);
    // A picture has no lines: git counts "-".
    const [additions, deletions] = [Number(added) || 0, Number(removed) || 0];
    files.push({
      sha: letter === 'D' ? before : after,
      filename: name,
      ...(isRenamed && { previous_filename: old }),
      status: STATES[letter.charAt(0)] ?? 'changed',
      additions,
      deletions,
      changes: additions + deletions,
    });
  }
  return files;
}
