import { beforeChanges, throughChanges } from '../core/shifted-paths.ts';
import { stepsBetween } from '../core/refine.ts';
import { applyAll, sameValue, type Data } from '../core/values.ts';
import { TEXT, type Entry, type KeptDraft, type Path } from '../protocol.ts';

/** The words of a text in one list, whatever its paragraphs are. */
function withWords(data: Data): Data {
  const text = data[TEXT];
  if (!Array.isArray(text)) return data;
  return {
    ...data,
    [TEXT]: text.flatMap((block) => (typeof block === 'string' && block.match(/\S+/g)) || []),
  };
}

/**
 * The version of a file that a draft goes on from, after a part of it was saved. A paragraph that was typed with an empty
 * line is several in the file, but stays one in the form: whoever is typing in it goes on in the same field.
 *
 * @param written the data that was sent
 * @param saved the file after that; nothing follows from one with other words
 */
export function versionOf(written: Data, saved: Entry): Pick<KeptDraft, 'hash' | 'splits'> | undefined {
  if (!sameValue(withWords(written), withWords(saved.data))) return undefined;
  const splits = stepsBetween(written, saved.data);
  return { hash: saved.hash, ...(splits.length > 0 && { splits }) };
}

/** The data of the file that a draft belongs to, and the changes that lead from it to what the form shows. */
export function ofFile({ base, changes, splits }: KeptDraft): Pick<KeptDraft, 'base' | 'changes'> {
  if (!splits) return { base, changes };
  const data = applyAll(base, splits);
  return { base: data, changes: stepsBetween(data, applyAll(base, changes)) };
}

/** Where a place of the file is in its form; undefined if it is gone. */
export function placeInForm(path: Path, draft: KeptDraft | undefined): Path | undefined {
  if (!draft) return path;
  const typed = beforeChanges(path, draft.splits ?? []);
  if (typed) return throughChanges(typed, draft.changes);
  // A part of a paragraph is in the field of the whole.
  const [list = TEXT, index] = path;
  return typeof index === 'number' && index > 0 ? placeInForm([list, index - 1], draft) : undefined;
}

/** Where a place of a form is in its file; undefined if it is new. */
export function placeInFile(path: Path, draft: KeptDraft | undefined): Path | undefined {
  const typed = beforeChanges(path, draft?.changes ?? []);
  return typed && throughChanges(typed, draft?.splits ?? []);
}
