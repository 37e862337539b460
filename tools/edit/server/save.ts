import { nameMistake } from '../../../src/schemas/file-name.ts';
import { read, write } from '../../../src/editing/core/write.ts';
import type { Mistake, Outcome, Questions } from '../../../src/editing/protocol.ts';
import { pathsOfCopy, type CheckedSite } from './checked-site.ts';
import { copyPath, hashOf, readCopyFile, writeCopyFile } from './disk.ts';
import { entry, entryOf, formOf } from './entries.ts';
import { type Edit, fileOfSave, markUndone, remember, undoOf } from './history.ts';
import { mistakesIn } from './mistakes.ts';
import { COPY_FILES, COPY_FOLDERS, isFree } from '../../../src/schemas/copy-files.ts';
import { QuestionError } from './question-error.ts';
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

/**
 * Writes an edit, and renders the pages. Whatever fails, the file is put back.
 *
 * @returns the number of the save, or why there is none
 */
async function tryOut({ site, pages }: Server, edit: Edit, shown: readonly string[]): Promise<number | NotKept> {
  const { file, before, after } = edit;
  const path = copyPath(file);
  const put = (text: string | null) => site.change(path, () => writeCopyFile(file, text));
  return site.reloads.hold(async () => {
    await pages.read();
    // Another program may have changed it while the pages were read.
    if (readCopyFile(file) !== before) return { changed: true };
    try {
      await put(after);
      const broken = await pages.tryOut(shown);
      if (broken === undefined) return remember(edit);
      // Its places are found while it is there.
      const unsaved = 'failure' in broken ? broken : asFormMistakes(broken.mistakes, file);
      if ('failure' in broken) site.reloads.hush(broken.failure);
      await put(before);
      await site.refresh();
      for (const path of shown) await render(site, path);
      return unsaved;
    } catch (error) {
      await put(before);
      throw error;
    }
  });
}

async function finish(server: Server, edit: Edit, page: string): Promise<Outcome> {
  const { file, before, after } = edit;
  const isMdx = file.endsWith('.mdx');
  if (after !== null) {
    const mistakes = mistakesIn(file, read(after, isMdx).data, after);
    if (mistakes.length > 0) return { end: 'mistakes', mistakes };
  }
  const state = after ?? before ?? '';
  const saved = entryOf(file, state);
  const save =
    before === after
      ? 0
      : await tryOut(server, edit, [...new Set([page, ...pagesOf(file, before), ...pagesOf(file, after)])]);
  if (typeof save === 'number') return { end: 'saved', entry: saved, save };
  if ('changed' in save) return { end: 'conflict', theirs: entry(file) };
  return 'failure' in save ? { end: 'broken', message: save.failure } : { end: 'mistakes', mistakes: save };
}

/** The pages that show a file with this text. A published text has another than one that is not. */
function pagesOf(file: string, text: string | null): string[] {
  if (file === COPY_FILES.site.path) return pathsOfCopy();
  const page = text === null ? undefined : entryOf(file, text).page;
  return page === undefined ? [] : [page];
}

/** Changes a file, unless it has changed since it was read. */
export async function save(server: Server, { file, hash, changes, page }: Asked<'save'>): Promise<Outcome> {
  const before = readCopyFile(file);
  if (before === null || hashOf(before) !== hash) return { end: 'conflict', theirs: entry(file) };
  const result = write(before, file.endsWith('.mdx'), changes, formOf(file));
  if ('refused' in result) return { end: 'refused', message: result.refused };
  return finish(server, { file, before, after: result.text, changes }, page);
}

/** What is wrong with a new file's name, or undefined. */
function newNameMistake(folder: string, name: string): Mistake | undefined {
  const message = nameMistake(name);
  if (message !== undefined) return { path: ['(name)'], message: `N${message.slice('its n'.length)}` };
  if (readCopyFile(`${folder}${name}${COPY_FOLDERS.get(folder)?.extension ?? ''}`) !== null)
    return { path: ['(name)'], message: 'A file with this name already exists. Choose another.' };
  return undefined;
}

/** Creates a file, as a copy of another or from the changes alone. */
export async function create(server: Server, { folder, name, from, changes, page }: Asked<'create'>): Promise<Outcome> {
  const extension = COPY_FOLDERS.get(folder)?.extension;
  if (extension === undefined)
    throw new QuestionError(
      `No files can be added to ${folder}. Files can be added in ${[...COPY_FOLDERS.keys()].join(', ')}.`,
    );
  const mistake = newNameMistake(folder, name);
  if (mistake) return { end: 'mistakes', mistakes: [mistake] };
  const file = `${folder}${name}${extension}`;
  const isMdx = extension === '.mdx';
  const model = from === undefined ? (isMdx ? '---\n---\n' : '') : readCopyFile(from);
  if (model === null) throw new QuestionError(`${from ?? ''} no longer exists.`, 404);
  const result = write(model, isMdx, changes, formOf(file));
  if ('refused' in result) return { end: 'refused', message: result.refused };
  return finish(server, { file, before: null, after: result.text }, page);
}

/** Deletes a file that the site does not need. It can be undone. */
export async function remove(server: Server, { file, hash, page }: Asked<'delete'>): Promise<Outcome> {
  if (!isFree(file))
    throw new QuestionError(`The site needs ${file}. Its words can be changed, but it can't be deleted.`);
  const before = readCopyFile(file);
  if (before === null || hashOf(before) !== hash) return { end: 'conflict', theirs: entry(file) };
  return finish(server, { file, before, after: null }, page);
}

/** Undoes one save and keeps later ones. */
export async function undo(server: Server, { save: number, page }: Asked<'undo'>): Promise<Outcome> {
  const file = fileOfSave(number);
  if (file === undefined) throw new QuestionError('This save can no longer be undone.', 404);
  const edit = undoOf(number, readCopyFile(file));
  if ('refused' in edit) return { end: 'refused', message: edit.refused };
  if ('clashes' in edit) return { end: 'clash', theirs: entry(file), clashes: edit.clashes };
  const outcome = await finish(server, edit, page);
  if (outcome.end === 'saved') markUndone(number);
  return outcome;
}
