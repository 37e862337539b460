import type { CodeHost, Commit } from '../../../code-host/code-host.ts';
import { describe } from '../../../editing/files/describe.ts';
import type { SavedEdit } from '../../../editing/files/edit.ts';
import { titleOf } from '../../../editing/files/entries.ts';
import { read } from '../../../editing/core/write.ts';
import type { Change, Save } from '../../../editing/protocol.ts';
import { copyFileOf } from '../../../schemas/copy-files.ts';
import type { WorkingCopy } from './working-copy.ts';

/** More files of one commit have no number of their own. The editor's commits change one. */
const MOST_FILES = 1000;

/** Git's own words for a commit that takes another back. */
const REVERTS = /^This reverts commit ([0-9a-f]{40})\.$/m;
/** The last line of the message of a commit that undoes a save. */
export const revertLine = (oid: string): string => `This reverts commit ${oid}.`;

/** A saved edit, and the commit that it is from. */
export interface CommittedEdit extends SavedEdit {
  commit: Commit;
}

/** The saves of a proposal: the commits of its branch. */
export interface Saves {
  /** Oldest first. */
  edits(): Promise<CommittedEdit[]>;
  /** For the editor, newest first. */
  list(): Promise<Save[]>;
  /** Remembers the steps of the last commit. They tell how the entries of lists have moved. */
  remember(file: string, changes: readonly Change[] | undefined): void;
}

/** The number of a save: later commits have higher ones, and more commits don't change those before. */
export const saveNumber = (commit: number, file = 0): number => commit * MOST_FILES + file;

/** The paths at which two commits differ. */
function pathsBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((path) => before.get(path) !== after.get(path));
}

/** Reads the saves of a working copy. */
export function openSaves(host: CodeHost, copy: WorkingCopy): Saves {
  /** By the commit and the file; only of this session. */
  const steps = new Map<string, readonly Change[]>();

  async function edits(): Promise<CommittedEdit[]> {
    const { branch, main } = copy.$work.get();
    if (branch === undefined) return [];
    const { commits } = await host.compare(main, copy.now().head);
    // A merge brings what others have done: nothing that was saved here.
    const own = commits.map((commit, index) => ({ commit, index })).filter(({ commit }) => !commit.isMerge);
    const listings = await host.listings(own.flatMap(({ commit }) => [commit.parent, commit.oid]));
    const found = own.flatMap(({ commit, index }, at) => {
      const [before, after] = [listings[2 * at] ?? new Map(), listings[2 * at + 1] ?? new Map()];
      const files = pathsBetween(before, after).filter((path) => copyFileOf(path) !== undefined);
      return files.slice(0, MOST_FILES).map(async (file, number): Promise<CommittedEdit> => {
        const textAt = (oid: string, listing: ReadonlyMap<string, string>) =>
          listing.has(file) ? host.textAt(oid, file) : null;
        const [was, is] = await Promise.all([textAt(commit.parent, before), textAt(commit.oid, after)]);
        const changes = steps.get(`${commit.oid}:${file}`);
        const save = saveNumber(index + 1, number);
        return { commit, save, file, before: was, after: is, undone: false, ...(changes && { changes }) };
      });
    });
    return withUndone(await Promise.all(found));
  }

  return {
    edits,
    async list() {
      const all = (await edits()).toReversed();
      return all.map(({ save, file, before, after, undone, commit: { at, subject } }) => {
        const common = { save, file, at, undone };
        try {
          const { data } = read(after ?? before ?? '', file.endsWith('.mdx'));
          const changes = describe(copy.source, file, before, after);
          return { ...common, title: titleOf(copy.source, file, data), changes };
        } catch {
          // Somebody has pushed a file that can't be read.
          return { ...common, title: file, changes: [{ file, where: subject }] };
        }
      });
    },
    remember(file, changes) {
      if (changes) steps.set(`${copy.now().head}:${file}`, changes);
    },
  };
}

/** Marks those that a later commit has undone, unless that was undone itself. */
function withUndone(edits: readonly CommittedEdit[]): CommittedEdit[] {
  const undone = new Set<CommittedEdit>();
  for (const edit of edits.toReversed()) {
    const [, oid] = REVERTS.exec(edit.commit.body) ?? [];
    if (oid === undefined || undone.has(edit)) continue;
    const target = edits.find(({ commit, file }) => commit.oid === oid && file === edit.file);
    if (target) undone.add(target);
  }
  return edits.map((edit) => ({ ...edit, undone: undone.has(edit) }));
}
