import { applyPatch, createPatch } from 'diff';
import { stepsBetween } from '../core/refine.ts';
import { undoing } from '../core/undo.ts';
import { applyAll, sameValue, type Data } from '../core/values.ts';
import { read, write } from '../core/write.ts';
import type { Change, Clash } from '../protocol.ts';
import type { Edit, SavedEdit } from './edit.ts';
import { formOf } from './entries.ts';

/** Comments are restored for this many removed and added lines: the time to compare texts grows with the square. */
const MOST_LINES = 1000;

const dataOf = (file: string, text: string): Data => read(text, file.endsWith('.mdx')).data;

/** The steps from one text of a file to the next. Those that were recorded tell how the entries of lists have moved. */
function stepsOf(file: string, before: string, after: string, recorded: readonly Change[] = []): readonly Change[] {
  const [was, is] = [dataOf(file, before), dataOf(file, after)];
  return sameValue(applyAll(was, recorded), is) ? recorded : stepsBetween(was, is);
}

/** Everything that has happened to a file since one of its saves, whoever changed it. */
function stepsSince(saves: readonly SavedEdit[], { save, file, after }: SavedEdit, current: string): Change[] {
  const steps: Change[] = [];
  let text = after ?? current;
  const to = (next: string, recorded?: readonly Change[]) => {
    steps.push(...stepsOf(file, text, next, recorded));
    text = next;
  };
  for (const later of saves) {
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
 * @param saves all that are known, oldest first
 * @param number of the save
 * @param current the file's text; null if there is none
 * @returns or the values that have changed again since, if there are any; or why it can't be undone
 */
export function undoOf(
  saves: readonly SavedEdit[],
  number: number,
  current: string | null,
): Edit | { clashes: Clash[] } | { refused: string } {
  const found = saves.find(({ save }) => save === number);
  if (!found || found.undone) return { refused: 'This save is already undone.' };
  const { file, before, after } = found;
  if (before === null || after === null || current === null)
    return current === after
      ? { file, before: current, after: before }
      : { refused: 'The whole file has changed since. Undo its later saves first, or change it by hand.' };
  const now = dataOf(file, current);
  const own = stepsOf(file, before, after, found.changes);
  const result = undoing(dataOf(file, before), own, stepsSince(saves, found, current), now);
  if ('clashes' in result) return result;
  const { changes } = result;
  const edit = (text: string): Edit => ({ file, before: current, after: text, changes });
  if (current === after) return edit(before);
  if (changes.length === 0) return { refused: 'Nothing of this save is left, so there is nothing to undo.' };
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
