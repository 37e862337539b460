import type { Change, Entry } from '../protocol.ts';
import { ask, messageOf, Refused, Unreachable } from './api.ts';
import { begin } from './requests.ts';
import { focusSoon } from './shadow.ts';
import { ofFile } from './as-typed.ts';
import { $asking, $entries, $pending, drafts, say, setTrouble, type NotDone } from './state.ts';
import { unseenChanges } from './unseen.ts';
import { withoutBlanks } from './values.ts';

/**
 * Saves the draft of a file. If the open form doesn't show all of it, asks first.
 *
 * @param unseen whether to save what the form doesn't show, too
 */
export async function save(file: string, unseen = false): Promise<void> {
  const draft = drafts.get(file);
  const pending = $pending.get();
  if (draft && pending && pending.file !== file)
    say(`“${pending.title}” is not saved yet. Save “${draft.title}” after that.`, 'bad');
  if (!draft || pending) return;
  const asks = !unseen && unseenChanges(file).length > 0;
  $asking.set(asks ? file : null);
  if (asks) {
    focusSoon('save-all');
    return;
  }
  const { changes } = draft;
  const sent = [...(draft.sent ?? []), changes];
  drafts.put({ ...draft, sealed: changes.length, sent, at: Date.now() });
  setTrouble(file, undefined);
  await begin(
    'save',
    { file, title: draft.title, sent: changes },
    { file, hash: draft.hash, changes: withoutBlanks(ofFile(draft).changes) },
  );
}

/**
 * Saves changes at once, without a form that could show them first.
 *
 * @param not how a refusal is called
 */
export const saveNow = ({ file, title, hash }: Entry, changes: Change[], not: NotDone): Promise<void> =>
  begin('save', { file, title, not }, { file, hash, changes });

/** Creates a file in a folder from the draft of its form. */
export async function create(draftName: string, folder: string, name: string, from: string): Promise<void> {
  if ($pending.get()) return;
  const draft = drafts.get(draftName);
  const sent = draft?.changes ?? [];
  if (draft) drafts.put({ ...draft, sealed: sent.length });
  setTrouble(draftName, undefined);
  const base = draft?.base ?? $entries.get()[draftName]?.data;
  await begin(
    'create',
    { file: draftName, title: name, sent, hash: draft?.hash ?? from },
    { folder, name, ...(from !== '' && { from, ...(base && { base }) }), changes: withoutBlanks(sent) },
  );
}

/** Deletes a file. */
export async function remove(file: string): Promise<void> {
  if ($pending.get()) return;
  try {
    const { hash, title } = await ask('entry', { file });
    await begin('delete', { file, title, not: 'deleted' }, { file, hash });
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreachable) say(messageOf(error), 'bad');
    else throw error;
  }
}

/** Undoes a save. */
export const undo = (saveNumber: number, file: string, title: string): Promise<void> =>
  begin('undo', { file, title, undoing: saveNumber, not: 'undone' }, { save: saveNumber });
