import { entry, entryOf } from '../../../src/editing/files/entries.ts';
import {
  createEdit,
  isOutcome,
  removeEdit,
  saveEdit,
  undoEdit,
  type Planned,
} from '../../../src/editing/files/edits.ts';
import type { Edit } from '../../../src/editing/files/edit.ts';
import type { Entry, Mistake, Outcome, Questions } from '../../../src/editing/protocol.ts';
import { COPY_FILES } from '../../../src/schemas/copy-files.ts';
import { pathsOfCopy, type CheckedSite } from './checked-site.ts';
import { copyPath, hashOf, onDisk, readCopyFile, writeCopyFile } from './disk.ts';
import { kept, markUndone, remember } from './history.ts';
import { asFormMistakes } from './page-mistakes.ts';
import { render, type Site } from './render-check.ts';

type Asked<Name extends keyof Questions> = Questions[Name]['question'];

/** The dev server, and what its pages say. */
export interface Server {
  site: Site;
  pages: CheckedSite;
}

/** Why an edit was not kept. */
type NotKept = { failure: string } | { changed: true } | Mistake[];

/** The edit that is tried out. */
let trial: Edit | undefined;

/** A copy file as it is, or was before what is tried out. */
export const entryBefore = (file: string): Entry =>
  trial?.file === file && trial.before !== null
    ? entryOf(onDisk, file, trial.before, hashOf(trial.before))
    : entry(onDisk, file);

/**
 * Writes an edit, and renders the pages. Whatever fails, the file is put back.
 *
 * @returns the number of the save, or why there is none
 */
async function tryOut({ site, pages }: Server, edit: Edit, shown: readonly string[]): Promise<number | NotKept> {
  const { file, before, after } = edit;
  const path = copyPath(file);
  const put = (text: string | null) => site.change(path, () => writeCopyFile(file, text));
  // What another program has written meanwhile stays.
  const putBack = async () => readCopyFile(file) === after && (await put(before));
  return site.reloads.hold(async () => {
    await pages.read();
    // Another program may have changed it while the pages were read.
    if (readCopyFile(file) !== before) return { changed: true };
    trial = edit;
    try {
      await put(after);
      const broken = await pages.tryOut(shown);
      if (broken === undefined) return readCopyFile(file) === after ? remember(edit) : { changed: true };
      // Its places are found while it is there.
      const unsaved = 'failure' in broken ? broken : asFormMistakes(broken.mistakes, file);
      if ('failure' in broken) site.reloads.hush(broken.failure);
      await putBack();
      await site.refresh();
      for (const path of shown) await render(site, path);
      return unsaved;
    } catch (error) {
      await putBack();
      throw error;
    } finally {
      trial = undefined;
    }
  });
}

async function finish(server: Server, planned: Planned, page: string): Promise<Outcome> {
  if (isOutcome(planned)) return planned;
  const { file, before, after } = planned;
  const state = after ?? before ?? '';
  const saved = entryOf(onDisk, file, state, hashOf(state));
  const save =
    before === after
      ? 0
      : await tryOut(server, planned, [...new Set([page, ...pagesOf(file, before), ...pagesOf(file, after)])]);
  if (typeof save === 'number') return { end: 'saved', entry: saved, save };
  if ('changed' in save) return { end: 'conflict', theirs: entry(onDisk, file) };
  return 'failure' in save ? { end: 'broken', message: save.failure } : { end: 'mistakes', mistakes: save };
}

/** The pages that show a file with this text. A published text has another than one that is not. */
function pagesOf(file: string, text: string | null): string[] {
  if (file === COPY_FILES.site.path) return pathsOfCopy();
  const page = text === null ? undefined : entryOf(onDisk, file, text, '').page;
  return page === undefined ? [] : [page];
}

/** Changes a file, unless it has changed since it was read. */
export const save = (server: Server, { page, ...asked }: Asked<'save'>): Promise<Outcome> =>
  finish(server, saveEdit(onDisk, asked), page);

/** Creates a file, as a copy of another or from the changes alone. */
export const create = (server: Server, { page, ...asked }: Asked<'create'>): Promise<Outcome> =>
  finish(server, createEdit(onDisk, asked), page);

/** Deletes a file that the site does not need. It can be undone. */
export const remove = (server: Server, { page, ...asked }: Asked<'delete'>): Promise<Outcome> =>
  finish(server, removeEdit(onDisk, asked), page);

/** Undoes one save and keeps later ones. */
export async function undo(server: Server, { save: number, page }: Asked<'undo'>): Promise<Outcome> {
  const outcome = await finish(server, undoEdit(onDisk, kept(), number), page);
  if (outcome.end === 'saved') markUndone(number);
  return outcome;
}
