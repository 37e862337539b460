import type { Data } from '../core/values.ts';
import { isGroup } from '../core/values.ts';
import type { Field } from '../core/field.ts';
import { TEXT, type Entry, type Folder } from '../protocol.ts';
import { ask, messageOf } from './api.ts';
import { discard, takeEntry } from './entries.ts';
import { initialValue } from './initial-value.ts';
import { draftNameOf, filesOf, nameForCopy } from './new-file.ts';
import { openPanel } from './panels.ts';
import { $content, $newNames, $panel, drafts, setTrouble, unfold, type NewPanel } from './state.ts';

/**
 * Opens the form of a new file, also in the place of another one of the same folder.
 *
 * @param from the file to copy; '' to start empty, undefined to continue the existing draft
 */
export function openNew(folder: Folder, from: string | undefined): void {
  const name = from
    ? nameForCopy(from, filesOf(folder.folder, $content.get()?.files ?? []))
    : ($newNames.get()[folder.folder] ?? '');
  if (from) drafts.drop(draftNameOf(folder.folder));
  const open = $panel.get();
  const panel: NewPanel = { kind: 'new', folder: folder.folder, from: from ?? '', name };
  openPanel(panel);
  // A form that is open already does not begin by itself.
  if (open?.kind === 'new' && open.folder === folder.folder) goOn(folder, panel);
}

/** The required fields of a variant, as empty as possible. */
const fieldsOf = (form: Field): Data => {
  const value = initialValue(form);
  return isGroup(value) ? value : {};
};

/** Starts a file with the required fields of a variant. */
export function beginEmpty(folder: Folder, form: Field = folder.form): void {
  const file = draftNameOf(folder.folder);
  const title = `a new entry in ${folder.group}`;
  const base: Data = folder.text ? { [TEXT]: [] } : {};
  begin({ file, title, hash: '', data: base, form: folder.form });
  const changes = Object.entries(fieldsOf(form)).map(([key, value]) => ({ do: 'set', path: [key], value }) as const);
  // Show what has to be filled in.
  unfold(changes.flatMap(({ path, value }) => (Array.isArray(value) ? value.map((_, index) => [...path, index]) : [])));
  // at: 0, because nothing has been typed yet.
  drafts.put({ file, title, hash: '', base, changes, sealed: 0, at: 0 });
}

/** Starts a file as a copy of another. */
async function beginCopy(folder: Folder, from: string): Promise<void> {
  const file = draftNameOf(folder.folder);
  try {
    const { data, form, title } = await ask('entry', { file: from });
    const panel = $panel.get();
    // Somebody has gone on to another form, or begun to write.
    if (panel?.kind !== 'new' || panel.folder !== folder.folder || panel.from !== from || isWritten(folder.folder))
      return;
    begin({ file, title: `a copy of “${title}”`, hash: from, data, form });
  } catch (error) {
    setTrouble(file, { message: messageOf(error) });
  }
}

function begin(entry: Entry): void {
  drafts.drop(entry.file);
  setTrouble(entry.file, undefined);
  takeEntry(entry);
}

/** Continues the draft from before a reload, or starts a new one. */
export function goOn(folder: Folder, { from }: NewPanel): void {
  const file = draftNameOf(folder.folder);
  const draft = drafts.get(file);
  if (draft) takeEntry({ file, title: draft.title, hash: draft.hash, data: draft.base, form: folder.form });
  else if (from !== '') void beginCopy(folder, from);
  else beginEmpty(folder);
}

/** Starts over from another file, or empty. */
export function startFrom(folder: Folder, panel: NewPanel, from: string): void {
  const there = filesOf(folder.folder, $content.get()?.files ?? []);
  $panel.set({ ...panel, from, name: panel.name === '' && from !== '' ? nameForCopy(from, there) : panel.name });
  if (from === '') beginEmpty(folder);
  else {
    drafts.drop(draftNameOf(folder.folder));
    void beginCopy(folder, from);
  }
}

/** Whether starting over would lose something that was typed. */
export const isWritten = (folder: string): boolean => (drafts.get(draftNameOf(folder))?.at ?? 0) > 0;

/** Forgets the draft of a folder's new file, and the name that was typed for it. */
export function forgetNew(folder: string): void {
  discard(draftNameOf(folder));
  const { [folder]: _, ...names } = $newNames.get();
  $newNames.set(names);
}
