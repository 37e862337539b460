import { COPY_FOLDERS, isFree } from '../../schemas/copy-files.ts';
import { nameMistake } from '../../schemas/file-name.ts';
import { stepsBetween } from '../core/refine.ts';
import { applyAll, sameValue, type Data } from '../core/values.ts';
import { read, write } from '../core/write.ts';
import { type Change, FILE_NAME, type Mistake, type Outcome, type Questions, TEXT } from '../protocol.ts';
import type { CopySource } from './copy-source.ts';
import type { Edit, SavedEdit } from './edit.ts';
import { entry, formOf } from './entries.ts';
import { mistakesIn } from './mistakes.ts';
import { QuestionError } from './question-error.ts';
import { undoOf } from './undo.ts';

type Asked<Name extends keyof Questions, Key extends keyof Questions[Name]['question']> = Pick<
  Questions[Name]['question'],
  Key
>;

/** An edit to write, or why there is none: a conflict, a clash, a refusal or mistakes. */
export type Planned = Edit | Outcome;

/** Whether nothing is to be written. */
export const isOutcome = (planned: Planned): planned is Outcome => 'end' in planned;

/** The edit, unless a build would stop at its file. */
function checked(source: CopySource, edit: Edit): Planned {
  const { file, after } = edit;
  if (after === null) return edit;
  const mistakes = mistakesIn(source, file, read(after, file.endsWith('.mdx')).data, after);
  return mistakes.length > 0 ? { end: 'mistakes', mistakes } : edit;
}

/**
 * The edit that changes a file, unless it has changed since it was read. Its text is the same as before if nothing
 * changes.
 *
 * @throws QuestionError if the file does not exist
 */
export function saveEdit(
  source: CopySource,
  { file, hash, changes }: Asked<'save', 'file' | 'hash' | 'changes'>,
): Planned {
  const before = source.read(file);
  // After the text: if somebody changes the file in between, it is a conflict.
  if (before === null || source.version(file) !== hash) return { end: 'conflict', theirs: entry(source, file) };
  const result = write(before, file.endsWith('.mdx'), changes, formOf(file));
  if ('refused' in result) return { end: 'refused', message: result.refused };
  return checked(source, { file, before, after: result.text, changes });
}

/** What is wrong with a new file's name, or undefined. */
function newNameMistake(source: CopySource, folder: string, name: string): Mistake | undefined {
  if (name === '') return { path: [FILE_NAME], message: 'Give it a name, for example 75-events or our-method.' };
  const { kind, extension = '' } = COPY_FOLDERS.get(folder) ?? {};
  const message = nameMistake(name, kind?.taken);
  if (message !== undefined)
    return { path: [FILE_NAME], message: `N${message.slice('its n'.length).replace('.mdx', '')}` };
  if (source.read(`${folder}${name}${extension}`) !== null)
    return { path: [FILE_NAME], message: 'A file with this name already exists. Choose another.' };
  return undefined;
}

/** The steps to what a form shows: changes of a version of the data that need not be the current one. */
function stepsTo(now: Data, base: Data, changes: readonly Change[]): readonly Change[] {
  const { [TEXT]: text, ...fields } = now;
  // A form without a text has none in its data.
  const shown = text === undefined || TEXT in base ? now : fields;
  return sameValue(shown, base) ? changes : stepsBetween(shown, applyAll(base, changes));
}

/**
 * The edit that creates a file, as a copy of another or from the changes alone.
 *
 * @throws QuestionError if the folder can't have new files, or the file to copy does not exist
 */
export function createEdit(
  source: CopySource,
  { folder, name, from, base, changes }: Asked<'create', 'folder' | 'name' | 'from' | 'base' | 'changes'>,
): Planned {
  const extension = COPY_FOLDERS.get(folder)?.extension;
  if (extension === undefined)
    throw new QuestionError(
      `No files can be added to ${folder}. Files can be added in ${[...COPY_FOLDERS.keys()].join(', ')}.`,
    );
  const mistake = newNameMistake(source, folder, name);
  // With a name that can't be, the rest is checked under another: all mistakes are told at once.
  const file = `${folder}${mistake ? 'new' : name}${extension}`;
  const isMdx = extension === '.mdx';
  const empty = isMdx ? '---\n---\n' : '';
  const model = from === undefined ? empty : (source.read(from) ?? (base && empty));
  if (model === undefined) throw new QuestionError(`${from ?? ''} no longer exists.`, 404);
  const result = write(model, isMdx, (now) => stepsTo(now, base ?? now, changes), formOf(file));
  if ('refused' in result) return { end: 'refused', message: result.refused };
  const planned = checked(source, { file, before: null, after: result.text });
  if (!mistake) return planned;
  return { end: 'mistakes', mistakes: [...('mistakes' in planned ? planned.mistakes : []), mistake] };
}

/**
 * The edit that deletes a file, unless it has changed since it was read.
 *
 * @throws QuestionError if the site needs the file, or it does not exist
 */
export function removeEdit(source: CopySource, { file, hash }: Asked<'delete', 'file' | 'hash'>): Planned {
  if (!isFree(file))
    throw new QuestionError(`The site needs ${file}. Its words can be changed, but it can't be deleted.`);
  const before = source.read(file);
  if (before === null || source.version(file) !== hash) return { end: 'conflict', theirs: entry(source, file) };
  return { file, before, after: null };
}

/**
 * The edit that undoes a save and keeps later ones.
 *
 * @param saves all that are known, oldest first
 * @throws QuestionError if there is no such save
 */
export function undoEdit(source: CopySource, saves: readonly SavedEdit[], number: number): Planned {
  const file = saves.find(({ save }) => save === number)?.file;
  if (file === undefined) throw new QuestionError('This save can no longer be undone.', 404);
  const edit = undoOf(saves, number, source.read(file));
  if ('refused' in edit) return { end: 'refused', message: edit.refused };
  if ('clashes' in edit) return { end: 'clash', theirs: entry(source, file), clashes: edit.clashes };
  return checked(source, edit);
}
