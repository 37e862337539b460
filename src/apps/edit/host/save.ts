import { blobOid } from '../../../code-host/blob-oid.ts';
import { MovedError, UnreachableError } from '../../../code-host/errors.ts';
import { describe } from '../../../editing/files/describe.ts';
import type { Edit } from '../../../editing/files/edit.ts';
import { createEdit, isOutcome, removeEdit, saveEdit, undoEdit, type Planned } from '../../../editing/files/edits.ts';
import { entryOf } from '../../../editing/files/entries.ts';
import { linksBrokenBy } from '../../../editing/files/links.ts';
import { messageOf } from '../../../editing/files/message.ts';
import { FILE_NAME, type Outcome, type Questions } from '../../../editing/protocol.ts';
import { isPictureOf } from './proposal-mistakes.ts';
import { revertLine, saveNumber, type Saves } from './saves.ts';
import type { WorkingCopy } from './working-copy.ts';

type Asked<Name extends keyof Questions> = Questions[Name]['question'];

/** How often an edit is tried while others write to the same branch. */
const MOST_TRIES = 4;

/** Does what changes files. One thing at a time. */
export interface Saver {
  save(asked: Asked<'save'>): Promise<Outcome>;
  create(asked: Asked<'create'>): Promise<Outcome>;
  remove(asked: Asked<'delete'>): Promise<Outcome>;
  undo(asked: Asked<'undo'>): Promise<Outcome>;
}

/** The message of the commit of an edit. */
function commitMessage(copy: WorkingCopy, { file, before, after }: Edit, lastLine: string): string {
  const differences = describe(copy.source, file, before, after);
  // Only a comment or a line break differs.
  const message = messageOf(differences) || `Edit ${file}`;
  return lastLine === '' ? message : `${message}\n\n${lastLine}`;
}

/** Writes edits as commits. */
export function openSaver(copy: WorkingCopy, saves: Saves): Saver {
  /** What was sent, without a response, and what for: perhaps it was saved. */
  let unsure: { edit: Edit; asked: string } | undefined;

  async function saved({ file, before, after }: Edit, save = saveNumber(copy.$work.get().commits)): Promise<Outcome> {
    const state = after ?? before ?? '';
    return { end: 'saved', entry: entryOf(copy.source, file, state, await blobOid(state)), save };
  }

  /** Whether an outcome only says that the same request has arrived before: the file is not as it was. */
  const hasArrived = ({ edit, asked }: NonNullable<typeof unsure>, again: string, outcome: Outcome): boolean =>
    asked === again &&
    copy.source.read(edit.file) === edit.after &&
    (outcome.end === 'conflict' || (outcome.end === 'mistakes' && outcome.mistakes[0]?.path[0] === FILE_NAME));

  /**
   * Commits an edit. If the branch has moved, the edit is planned again: it stands if its file is as it was.
   *
   * @param question that asks for it
   * @param plan makes the edit from the files as they are now
   */
  async function perform(
    { id: _, page: __, ...question }: { id: string; page: string },
    plan: () => Planned | Promise<Planned>,
    lastLine = () => '',
  ): Promise<Outcome> {
    const asked = JSON.stringify(question);
    await copy.leaveEnded();
    // Main may have moved since it was read; so may a branch to which something was sent.
    let isRead = copy.$work.get().branch === undefined || unsure !== undefined;
    if (isRead) await copy.read();
    const sent = unsure;
    let committed: Edit | undefined;
    for (let tries = 1; ; tries++) {
      // The merge has taken the commit with it.
      if (committed && copy.source.read(committed.file) === committed.after) return saved(committed, 0);
      const planned = await plan();
      // Another tab with this proposal may have saved what this one has not read.
      if (isOutcome(planned) && planned.end === 'conflict' && !isRead) {
        isRead = true;
        await copy.read();
        continue;
      }
      if (isOutcome(planned)) return sent && hasArrived(sent, asked, planned) ? saved(sent.edit) : planned;
      const { file, before, after, changes } = planned;
      if (before === after) return saved(planned, 0);
      if (before !== null && (await blobOid(before)) !== copy.source.version(file))
        return { end: 'refused', message: `${file} has bytes that no text has, so it can’t be edited here.` };
      const mistakes = linksBrokenBy(copy.source, planned, isPictureOf(copy));
      if (mistakes.length > 0) return { end: 'mistakes', mistakes };
      unsure = { edit: planned, asked };
      try {
        await copy.commit([{ path: file, content: after }], commitMessage(copy, planned, lastLine()));
        unsure = undefined;
        committed = planned;
        // Nobody looks at what has arrived while its proposal was merged or closed. Without an answer, it is saved.
        if (copy.$work.get().pull && (await copy.leaveEnded().catch(() => false))) continue;
        saves.remember(file, changes);
        return await saved(planned);
      } catch (error) {
        if (!(error instanceof UnreachableError)) unsure = undefined;
        if (!(error instanceof MovedError) || tries === MOST_TRIES) throw error;
        await copy.read();
      }
    }
  }

  return {
    save: (asked) => perform(asked, () => saveEdit(copy.source, asked)),
    create: (asked) => perform(asked, () => createEdit(copy.source, asked)),
    remove: (asked) => perform(asked, () => removeEdit(copy.source, asked)),
    undo(asked) {
      const { save } = asked;
      let oid = '';
      return perform(
        asked,
        async () => {
          const edits = await saves.edits();
          oid = edits.find((edit) => edit.save === save)?.commit.oid ?? '';
          return undoEdit(copy.source, edits, save);
        },
        () => revertLine(oid),
      );
    },
  };
}
