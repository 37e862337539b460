import { atom, type ReadableAtom } from 'nanostores';
import { blobOid } from '../../../code-host/blob-oid.ts';
import type { Account, Branch, CodeHost, FileChange, HostFile, Pull } from '../../../code-host/code-host.ts';
import { CodeHostError, UnreachableError } from '../../../code-host/errors.ts';
import { isWritable } from '../../../code-host/writable.ts';
import type { CopySource } from '../../../editing/files/copy-source.ts';
import { branchName } from '../../../editing/files/message.ts';
import { PROPOSALS, proposalsOf } from '../../../lib/proposal-branches.ts';
import { compareNames } from '../../../schemas/file-order.ts';
import type { Work } from './edit-host.ts';

/** The branch that is edited, as it was read last: main until the first commit, then a proposal's. */
export interface WorkingCopy {
  readonly $work: ReadableAtom<Work>;
  readonly source: CopySource;
  /** The branch and its files. */
  now(): Branch;
  /** The commit of main at which the proposal began. */
  base(): string;
  /** Reads the branch again if it has moved; main if the branch is gone. */
  read(): Promise<void>;
  /** Goes on with a branch, or with main. */
  choose(branch: string | undefined): Promise<void>;
  /**
   * Commits files to the branch, which is made for the first commit.
   *
   * @throws MovedError if the branch has moved since it was read
   */
  commit(files: readonly FileChange[], message: string): Promise<void>;
  setPull(pull: Pull | undefined): void;
  /**
   * Asks what has become of the proposal of the branch. If it was merged or closed, a new one begins: nobody looks at what
   * is added to the branch of one that has ended.
   *
   * @returns whether a new one begins
   */
  leaveEnded(): Promise<boolean>;
}

/** The files of a branch after a change of them. */
async function changed(before: Branch, head: string, changes: readonly FileChange[]): Promise<Branch> {
  const files = new Map(before.files);
  const pictures = new Set(before.pictures);
  for (const { path, content } of changes) {
    if (content === null) files.delete(path);
    else if (typeof content === 'string') files.set(path, { text: content, oid: await blobOid(content) });
    else pictures.add(path.replace(/^.*\//, ''));
  }
  return { ...before, head, files, pictures };
}

/** Whether a branch has all changes. */
const hasAll = (branch: Branch, changes: readonly FileChange[]): boolean =>
  changes.every(({ path, content }) =>
    content === null || typeof content === 'string'
      ? (branch.files.get(path)?.text ?? null) === content
      : branch.pictures.has(path.replace(/^.*\//, '')),
  );

/** A branch as the editor's content. */
function sourceOf(now: () => Branch): CopySource {
  const file = (path: string): HostFile | undefined => now().files.get(path);
  return {
    files: () => [...now().files.keys()].sort(compareNames),
    read: (path) => file(path)?.text ?? null,
    version: (path) => file(path)?.oid ?? '',
  };
}

/** Reads main, to begin a proposal of an account. */
export async function openWorkingCopy(host: CodeHost, account: Account): Promise<WorkingCopy> {
  const main = await host.main();
  const readMain = async () => {
    const branch = await host.branch(main);
    if (!branch) throw new CodeHostError(`The branch ${main} of the site no longer exists. Ask a developer.`);
    return branch;
  };
  let now = await readMain();
  let base = now.head;
  const begun = { branch: undefined, main, pull: undefined, commits: 0, otherFiles: [] };
  const $work = atom<Work>(begun);

  async function beginAgain(before: Pick<Work, 'ended' | 'lost'> = {}): Promise<void> {
    now = await readMain();
    base = now.head;
    $work.set({ ...begun, ...before });
  }

  const setPull = (pull: Pull | undefined) => $work.set({ ...$work.get(), pull });

  /** Takes a branch as it is now. */
  async function take(branch: Branch, pull: Pull | undefined): Promise<void> {
    const { mergeBase, commits, files } = await host.compare(main, branch.head);
    now = branch;
    base = mergeBase;
    const otherFiles = files.filter((file) => !isWritable(file));
    $work.set({ branch: branch.name, main, pull, commits: commits.length, otherFiles });
  }

  async function begin(message: string): Promise<void> {
    const [subject = ''] = message.split('\n');
    const name = branchName(proposalsOf(account.login), subject, new Date());
    await host.begin(name, now.head);
    now = { ...now, name };
    base = now.head;
    $work.set({ ...$work.get(), branch: name });
  }

  /** After a commit whose response was lost: the branch, if the commit has arrived. */
  async function arrived(name: string, changes: readonly FileChange[]): Promise<Branch | undefined> {
    const branch = await host.branch(name).catch(() => undefined);
    return branch && branch.head !== now.head && hasAll(branch, changes) ? branch : undefined;
  }

  return {
    $work,
    source: sourceOf(() => now),
    now: () => now,
    base: () => base,
    async read() {
      const { branch: name, pull, ended, lost = name } = $work.get();
      const branch = name === undefined ? undefined : await host.branch(name);
      if (!branch) {
        const last = name === undefined ? undefined : await host.pullOf(name);
        const wasLost = { ...(ended && { ended }), ...(lost !== undefined && { lost }) };
        await beginAgain(last && !last.open ? { ended: last } : wasLost);
      } else if (branch.head !== now.head) await take(branch, pull);
    },
    async choose(name) {
      if (name === undefined) return beginAgain();
      const branch = name.startsWith(PROPOSALS) ? await host.branch(name) : undefined;
      if (!branch) throw new CodeHostError(`The proposal ${name} no longer exists. It may be on the site already.`);
      const pull = await host.pullOf(name);
      await (pull && !pull.open ? beginAgain({ ended: pull }) : take(branch, pull));
    },
    async commit(files, message) {
      if ($work.get().branch === undefined) await begin(message);
      const { name, head } = now;
      try {
        const next = await host.commit({ branch: name, head, files, message });
        now = await changed(now, next, files);
        const work = $work.get();
        $work.set({ ...work, commits: work.commits + 1 });
      } catch (error) {
        const branch = error instanceof UnreachableError ? await arrived(name, files) : undefined;
        if (!branch) throw error;
        await take(branch, $work.get().pull);
      }
    },
    setPull,
    async leaveEnded() {
      const { branch } = $work.get();
      const pull = branch === undefined ? undefined : await host.pullOf(branch);
      if (!pull) return false;
      if (!pull.open) await beginAgain({ ended: pull });
      else setPull(pull);
      return !pull.open;
    },
  };
}
