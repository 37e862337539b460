import { applyAll, sameValue, type Data } from '../core/values.ts';
import type { Mistake, Outcome, Questions } from '../protocol.ts';
import { answering, ask, messageOf, Unreachable } from './api.ts';
import { hasArrived, hasWords, placeOfMistake } from './as-typed.ts';
import type { Draft } from './drafts.ts';
import { formData, isOpen, meet, readEntry, refresh, takeEntry } from './entries.ts';
import { forgetNew } from './new-draft.ts';
import { closePanel, openFile } from './panels.ts';
import { $clash, $entries, $notice, $pending, $troubles, drafts, say, setTrouble, type Pending } from './state.ts';
import { withoutBlanks } from './values.ts';

/** Delay before asking the server for the result of a save whose response was lost. */
const ASK_AGAIN_MS = 800;

/** The requests that change files. */
type Deed = 'save' | 'create' | 'delete' | 'undo';

/** Starts a request whose result may arrive after a reload, and waits for it. */
export async function begin<Name extends Deed>(
  kind: Name,
  about: Omit<Pending, 'id' | 'kind'>,
  question: Omit<Questions[Name]['question'], 'id' | 'page'>,
): Promise<void> {
  if ($pending.get()) return;
  const id = crypto.randomUUID();
  // Stored before it is sent: the page may reload before the response arrives.
  $pending.set({ id, kind, ...about });
  $notice.set(null);
  $clash.set(null);
  try {
    finish(id, await ask(kind, { ...question, id, page: location.pathname } as Questions[Name]['question']));
  } catch (error) {
    if (error instanceof Unreachable) await new Promise((later) => setTimeout(later, ASK_AGAIN_MS)).then(resume);
    else failed(messageOf(error));
  }
}

/** Gets the result of a request that was interrupted by a reload or whose response was lost. */
export async function resume(): Promise<void> {
  const pending = $pending.get();
  if (!pending) return;
  try {
    const outcome = await ask('outcome', { id: pending.id });
    if (outcome) finish(pending.id, outcome);
    else await lost(pending);
  } catch (error) {
    failed(messageOf(error));
  }
}

/** Whoever answers does not know the request: it has restarted, or never received it. */
async function lost(pending: Pending): Promise<void> {
  const draft = drafts.get(pending.file);
  if (pending.kind === 'save' && draft) {
    await readEntry(pending.file);
    const now = $entries.get()[pending.file];
    const written = writtenOf(draft, pending);
    // It has arrived, and only its answer was lost.
    if (now && now.hash !== draft.hash && written && hasArrived(now.data, written)) {
      finish(pending.id, { end: 'saved', entry: now, save: 0 });
      return;
    }
  }
  failed(answering().lost);
}

/** @param isAnswered whether it has certainly not been done */
function end(isAnswered: boolean): void {
  const pending = $pending.get();
  $pending.set(null);
  const draft = pending && drafts.get(pending.file);
  if (!draft) return;
  const { sent, ...rest } = draft;
  const left = isAnswered && pending.sent ? sent?.slice(0, -1) : sent;
  drafts.put({ ...rest, ...(left && left.length > 0 && { sent: left }), sealed: 0 });
}

function failed(message: string): void {
  const pending = $pending.get();
  end(false);
  if (pending && pending.not === undefined) {
    setTrouble(pending.file, { message: `${message} What you wrote is kept.` });
    sayIfClosed(pending);
  } else say(message, 'bad');
}

/** Says that a save was refused, if the form that says why is not open any more. */
function sayIfClosed({ file, title, not }: Pending): void {
  if (not === undefined && $troubles.get()[file] && !isOpen(file))
    say(`Not saved: ${title}. Its form says why.`, 'bad');
}

function finish(id: string, outcome: Outcome): void {
  const pending = $pending.get();
  // The result has already been handled.
  if (pending?.id !== id) return;
  if (outcome.end === 'saved') {
    saved(pending, outcome.entry);
    void refresh();
    return;
  }
  end(true);
  if (outcome.end === 'conflict') conflict(pending, outcome);
  else if (outcome.end === 'clash') $clash.set({ save: pending.undoing ?? 0, ...outcome });
  else if (pending.not === undefined)
    setTrouble(
      pending.file,
      outcome.end === 'mistakes' ? { mistakes: inForm(pending.file, outcome.mistakes) } : { message: advice(outcome) },
    );
  else if (outcome.end === 'mistakes')
    $notice.set({
      tone: 'bad',
      text: outcome.mistakes.map(({ message }) => message).join(' '),
      refused: { not: pending.not, mistakes: outcome.mistakes },
    });
  else say(outcome.message, 'bad');
  sayIfClosed(pending);
}

/** Mistakes at the fields of a form, which can have several paragraphs in one. */
function inForm(file: string, mistakes: readonly Mistake[]): Mistake[] {
  const shown = formData(file) ?? {};
  return mistakes.map((mistake) => ({ ...mistake, path: placeOfMistake(mistake.path, shown) }));
}

const advice = ({ end: kind, message }: Outcome & { message: string }): string =>
  kind === 'broken'
    ? `${message} The file is as it was before. What you wrote is kept: change it and save again.`
    : `${message} Nothing was changed, and what you wrote is kept.`;

function conflict(pending: Pending, { theirs }: Outcome & { end: 'conflict' }): void {
  if (pending.kind === 'save' && pending.not === undefined) {
    meet(theirs);
    // Their version has all of it: it arrived before, without an answer.
    if (!drafts.get(theirs.file)) say('Saved.');
    else if (!isOpen(theirs.file)) say(`Not saved: ${pending.title}. Somebody has changed it meanwhile.`, 'bad');
    else if (!$troubles.get()[theirs.file] && !$notice.get())
      say('Another tab has saved first. What you wrote here is not saved yet: save it when you are ready.');
    return;
  }
  takeEntry(theirs);
  say(`${pending.title} has changed in the meantime, so nothing was done. Check it and try again.`, 'bad');
}

/**
 * What was sent of a draft; undefined if none of it is in it. Not what the draft has sealed: another tab may have sent
 * that since. And what was sent is no longer in a draft that was read again meanwhile, or discarded.
 */
function writtenOf({ base, changes }: Draft, { sent = [] }: Pending): Data | undefined {
  const isIn = sent.length > 0 && JSON.stringify(changes.slice(0, sent.length)) === JSON.stringify(sent);
  return isIn ? applyAll(base, withoutBlanks(sent)) : undefined;
}

function saved(pending: Pending, entry: Parameters<typeof takeEntry>[0]): void {
  const { kind, file, title, sent = [] } = pending;
  const draft = drafts.get(file);
  const written = draft && writtenOf(draft, pending);
  // Changes typed while it was being saved stay in the draft. Undoing, and what is saved without a form, send none of it.
  const later = draft?.changes.slice(written ? sent.length : 0) ?? [];
  // Somebody may have begun another new entry in this folder meanwhile.
  const isOther = kind === 'create' && draft && ((sent.length > 0 && !written) || draft.hash !== pending.hash);
  const isKept = later.length > 0 && kind !== 'delete' && !isOther;
  $pending.set(null);
  setTrouble(file, undefined);
  if (!isOther && (!isKept || kind === 'create')) drafts.drop(file);
  if (kind === 'delete') {
    if (isOpen(file)) closePanel();
    return say(`Deleted: ${title}. You can restore it from “Last saves”.`);
  }
  // The form goes on with what was typed, unless the file differs in more than that.
  const typed = written && hasWords(entry.data, written) ? applyAll(draft.base, sent) : undefined;
  const inFile = typed && !sameValue(typed, entry.data) ? { inFile: entry.data } : {};
  if (isKept && draft) {
    const { inFile: _, sent: _sent, ...rest } = draft;
    const based = typed
      ? { ...rest, hash: entry.hash, base: typed, ...inFile }
      : written
        ? { ...rest, base: written }
        : draft;
    drafts.put({ ...based, file: entry.file, changes: later, sealed: 0, at: Date.now() });
  }
  takeEntry(typed && kind === 'save' ? { ...entry, data: typed, ...inFile } : entry);
  if (isKept) meet(entry);
  if (kind === 'create' && !isOther) {
    const isStillOpen = isOpen(file);
    forgetNew(entry.file.replace(/[^/]*$/, ''));
    if (isStillOpen) openFile(entry.file, { all: true });
  }
  const done = { save: 'Saved.', create: `Created: ${entry.title}.`, undo: `Undone: ${title}.` }[kind];
  say(isKept && kind !== 'undo' ? `${done} What you wrote since then is not saved yet.` : done);
}
