import { join } from 'node:path';
import { applyPatch, createPatch } from 'diff';
import { localFolder } from '../../local/folder.ts';
import { differencesOf } from '../../../src/editing/core/differences.ts';
import { stepsBetween } from '../../../src/editing/core/refine.ts';
import { undoing } from '../../../src/editing/core/undo.ts';
import { applyAll, sameValue, type Data } from '../../../src/editing/core/values.ts';
import { read, write } from '../../../src/editing/core/write.ts';
import type { Change, Clash, Difference, Save } from '../../../src/editing/protocol.ts';
import { readEntries, writeAtOnce } from './disk.ts';
import { formOf, titleOf } from './entries.ts';
import { copyFileOf } from '../../../src/schemas/copy-files.ts';

/** How many saves can be undone. */
const KEPT = 50;

/** Comments are restored for this many removed and added lines: the time to compare texts grows with the square. */
const MOST_LINES = 1000;

/** One change of a file. */
export interface Edit {
  file: string;
  /** The file's text; null where there is none. */
  before: string | null;
  after: string | null;
  /** The steps from one to the other, if there is a file before and after. */
  changes?: readonly Change[];
}

interface Kept extends Edit {
  save: number;
  at: number;
  undone: boolean;
}

const path = () => join(localFolder(), 'edit', 'saves.json');

/** If they are lost, what was saved is in the files. */
const kept = (): Kept[] => readEntries(path());
/** Others must not read words that are not published. */
const keep = (saves: readonly Kept[]): void => writeAtOnce(path(), JSON.stringify(saves.slice(-KEPT)), 0o600);

/** The differences between two versions of a copy file, in words. */
export function describe(file: string, before: string | null, after: string | null): Difference[] {
  const isMdx = file.endsWith('.mdx');
  const [was, is] = [before, after].map((source) => (source === null ? undefined : read(source, isMdx).data));
  const name = `${copyFileOf(file)?.group ?? ''}: ${titleOf(file, is ?? was ?? {})}`;
  return differencesOf(was, is, formOf(file)).map(({ where, ...values }) => ({
    file,
    where: where === '' ? name : `${name} › ${where}`,
    ...values,
  }));
}

/** Stores a save so that it can be undone, also after a restart of the dev server. Returns its number. */
export function remember(edit: Edit): number {
  const saves = kept();
  const save = (saves.at(-1)?.save ?? 0) + 1;
  keep([...saves, { ...edit, save, at: Date.now(), undone: false }]);
  return save;
}

/** The stored saves, newest first. */
export const lastSaves = (): Save[] =>
  kept()
    .toReversed()
    .map(({ save, file, at, before, after, undone }) => ({
      save,
      file,
      at,
      undone,
      title: titleOf(file, read(after ?? before ?? '', file.endsWith('.mdx')).data),
      changes: describe(file, before, after),
    }));

const dataOf = (file: string, text: string): Data => read(text, file.endsWith('.mdx')).data;

/** The steps from one text of a file to the next. Those that were recorded tell how the entries of lists have moved. */
function stepsOf(file: string, before: string, after: string, recorded: readonly Change[] = []): readonly Change[] {
  const [was, is] = [dataOf(file, before), dataOf(file, after)];
  return sameValue(applyAll(was, recorded), is) ? recorded : stepsBetween(was, is);
}

/** Everything that has happened to a file since one of its saves, whoever changed it. */
function stepsSince({ save, file, after }: Kept, current: string): Change[] {
  const steps: Change[] = [];
  let text = after ?? current;
  const to = (next: string, recorded?: readonly Change[]) => {
    steps.push(...stepsOf(file, text, next, recorded));
    text = next;
  };
  for (const later of kept()) {
    if (later.file !== file || later.save <= save || later.before === null || later.after === null) continue;
    to(later.before);
    to(later.after, later.changes);
  }
  to(current);
  return steps;
}

/**
 * The edit that undoes a save. Later saves are kept, whatever they changed around it.
 *
 * @param current the file's text; null if there is none
 * @returns or the values that have changed again since, if there are any; or why it can't be undone
 */
export function undoOf(number: number, current: string | null): Edit | { clashes: Clash[] } | { refused: string } {
  const found = kept().find(({ save }) => save === number);
  if (!found || found.undone) return { refused: 'This save is already undone.' };
  const { file, before, after } = found;
  if (before === null || after === null || current === null)
    return current === after
      ? { file, before: current, after: before }
      : { refused: 'The whole file has changed since. Undo its later saves first, or change it by hand.' };
  const now = dataOf(file, current);
  const own = stepsOf(file, before, after, found.changes);
  const result = undoing(dataOf(file, before), own, stepsSince(found, current), now);
  if ('clashes' in result) return result;
  const { changes } = result;
  const edit = (text: string): Edit => ({ file, before: current, after: text, changes });
  if (current === after) return edit(before);
  // Restores comments and line breaks as well, where the lines around are unchanged.
  const patch = createPatch(file, after, before, undefined, undefined, { maxEditLength: MOST_LINES });
  const patched = patch !== undefined && applyPatch(current, patch);
  if (patched !== false && isData(file, patched, applyAll(now, changes))) return edit(patched);
  const written = write(current, file.endsWith('.mdx'), changes, formOf(file));
  return 'refused' in written ? written : edit(written.text);
}

/** Whether a text can be read and has this data. */
function isData(file: string, text: string, data: Data): boolean {
  try {
    return sameValue(dataOf(file, text), data);
  } catch {
    return false;
  }
}

/** The file that a save changed; undefined if there is no such save. */
export const fileOfSave = (save: number): string | undefined => kept().find((one) => one.save === save)?.file;

export function markUndone(save: number): void {
  keep(kept().map((one) => (one.save === save ? { ...one, undone: true } : one)));
}
