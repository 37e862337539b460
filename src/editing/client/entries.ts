import { related } from '../core/paths.ts';
import { throughChanges } from '../core/shifted-paths.ts';
import type { Change, Entry, Path } from '../protocol.ts';
import { ask, messageOf } from './api.ts';
import { hasArrived, ofFile, shownFrom } from './as-typed.ts';
import { addChange } from './changes.ts';
import type { Draft } from './drafts.ts';
import { meetings, resolved, type Meeting } from './conflicts.ts';
import { follow } from './follow.ts';
import {
  $content,
  $differences,
  $entries,
  $hasTaken,
  $notice,
  $panel,
  drafts,
  say,
  setTrouble,
  unfold,
  $troubles,
  $unfolded,
  type OpenEntry,
} from './state.ts';
import { stepsBetween } from '../core/refine.ts';
import { applyAll, type Data } from '../core/values.ts';
import { draftNameOf } from './new-file.ts';
import { withoutBlanks } from './values.ts';

/** Stores the current state of a file. */
export function takeEntry(entry: OpenEntry): void {
  $entries.set({ ...$entries.get(), [entry.file]: entry });
}

/** What the form of a file shows. */
export const shownIn = (file: string) => shownFrom($entries.get()[file], drafts.get(file));

/** The data that a form shows: the file with its draft applied. */
export function formData(file: string): Data | undefined {
  const shown = shownIn(file);
  return shown && applyAll(shown.base, shown.changes);
}

/** Whether the form of a file is open, or that of a new one, by the name of its draft. */
export function isOpen(file: string): boolean {
  const panel = $panel.get();
  return panel?.kind === 'new' ? draftNameOf(panel.folder) === file : panel?.kind === 'form' && panel.file === file;
}

/** Has a form that is opened again show the file, and no longer what was typed before. */
export function forgetTyped(file: string): void {
  const { inFile, ...entry } = $entries.get()[file] ?? {};
  if (inFile && 'file' in entry) takeEntry({ ...entry, data: inFile });
}

/** Makes one change in the form of a file. Nothing is sent. */
export function change(file: string, made: Change): void {
  const entry = $entries.get()[file];
  const shown = shownIn(file);
  const draft =
    drafts.get(file) ?? (entry && shown && { file, title: entry.title, hash: entry.hash, ...shown, sealed: 0, at: 0 });
  if (!draft) return;
  const changes = addChange(draft.base, draft.changes, made, draft.sealed);
  if (changes.length === 0) {
    if (entry && draft.inFile) takeEntry({ ...entry, hash: draft.hash, data: draft.base, inFile: draft.inFile });
    drafts.drop(file);
  } else if (!drafts.put({ ...draft, changes, at: Date.now() }))
    say('This browser can’t keep drafts: save before you reload or leave the page.', 'bad');
  forgetMistakes(file, made);
  if (made.do !== 'set') followPaths(file, (path) => throughChanges(path, [made]));
  if (made.do === 'insert') unfold([made.path]);
  if ($notice.get()?.tone === 'good') $notice.set(null);
}

/**
 * Makes the open form follow its list entries when they move.
 *
 * @param through where a path is now; undefined if it is gone
 */
function followPaths(file: string, through: (path: Path) => Path | undefined): void {
  const panel = $panel.get();
  const moved = (paths: readonly Path[]) =>
    paths.flatMap((path) => {
      const place = through(path);
      return place ? [place] : [];
    });
  if (isOpen(file)) $unfolded.set(moved($unfolded.get()));
  if (panel?.kind !== 'form' || panel.file !== file) return;
  const paths = moved(panel.paths);
  $panel.set({ ...panel, paths, all: panel.all || paths.length === 0 });
}

/** Clears the mistakes of a field as soon as it changes. */
function forgetMistakes(file: string, made: Change): void {
  const trouble = $troubles.get()[file];
  if (!trouble?.mistakes) return;
  const place = made.do === 'set' ? made.path : made.path.slice(0, -1);
  const mistakes = trouble.mistakes.filter(({ path }) => !related(path, place) || path.length === 0);
  setTrouble(file, mistakes.length > 0 ? { ...trouble, mistakes } : undefined);
}

/** Discards unsaved changes. */
export function discard(file: string): void {
  drafts.drop(file);
  setTrouble(file, undefined);
}

/** What we have changed of a file that someone else has changed since. */
export function conflictsWith(theirs: Entry, draft: Draft): Meeting[] {
  const { base, changes } = ofFile(draft);
  return meetings(base, changes, theirs.data);
}

/** Applies our changes to a file that someone else has changed since. On a conflict, the form asks which to keep. */
export function meet(theirs: Entry): void {
  const { file } = theirs;
  const draft = drafts.get(file);
  const known = $entries.get()[file];
  // A form that stays open keeps its fields.
  if (!known?.inFile || known.hash !== theirs.hash || !isOpen(file)) takeEntry(theirs);
  if (!draft) return setTrouble(file, undefined);
  // It may have been read with what is being saved: the answer decides what has become of that.
  if (draft.sealed > 0) return;
  if (draft.hash === theirs.hash) {
    // The mistakes in our draft remain; only the conflict is over.
    if ($troubles.get()[file]?.theirs) setTrouble(file, undefined);
    return;
  }
  if (takeArrived(theirs, draft)) return;
  const met = conflictsWith(theirs, draft);
  if (met.some(({ clash }) => clash)) return setTrouble(file, { theirs });
  settle(theirs, met);
  if (met.length > 0)
    say('Someone else has changed other parts of this file. Your changes still fit: save when you are ready.');
}

/** Recognizes what has arrived before, without an answer. What was typed since stays in the draft. */
function takeArrived(theirs: Entry, draft: Draft): boolean {
  const { file, title, hash, data } = theirs;
  const shown = applyAll(draft.base, draft.changes);
  const sent = draft.sent?.findLast((changes) => hasArrived(data, applyAll(draft.base, withoutBlanks(changes))));
  if (!sent) return false;
  const typed = applyAll(draft.base, sent);
  takeEntry({ ...theirs, data: typed, inFile: data });
  const changes = stepsBetween(typed, shown);
  setTrouble(file, undefined);
  if (changes.length === 0) drafts.drop(file);
  else {
    drafts.put({ file, title, hash, base: typed, inFile: data, changes, sealed: 0, at: Date.now() });
    say('A part of what you wrote was saved before. The rest is not saved yet: save it when you are ready.');
  }
  return true;
}

/** Bases our draft on the current file, with only those of our changes that are kept. */
function settle(theirs: Entry, kept: readonly Meeting[]): void {
  const { file, title, hash, data } = theirs;
  const before = formData(file) ?? data;
  const changes = resolved(kept);
  if (changes.length === 0) drafts.drop(file);
  else drafts.put({ file, title, hash, base: data, changes, sealed: 0, at: Date.now() });
  const after = applyAll(data, changes);
  followPaths(file, (path) => {
    const place = follow(before, after, path);
    return place.isGone ? undefined : place.path;
  });
  setTrouble(file, undefined);
}

/** Ends a conflict with what somebody has decided, and says what is next. */
export function decide(theirs: Entry, kept: readonly Meeting[]): void {
  settle(theirs, kept);
  say(drafts.get(theirs.file) ? 'Your version is in the form again. Press Save to keep it.' : 'Their version is kept.');
}

let taking: Promise<void> | undefined;

/**
 * Takes over the drafts of earlier runs. Only when a tab is new: a save reloads all tabs, perhaps before the server has
 * heard that its draft is gone.
 */
export const takeDrafts = (): Promise<void> =>
  (taking ??= $hasTaken.get()
    ? Promise.resolve()
    : drafts.take(ask('drafts', {})).then(
        () => $hasTaken.set(true),
        (error: unknown) => say(messageOf(error), 'bad'),
      ));

/** Reads a file for its form. If a draft is based on another version, applies its changes to this one. */
export async function readEntry(file: string): Promise<void> {
  // Before somebody types into the form.
  await takeDrafts();
  try {
    const draft = drafts.get(file);
    meet(await ask('entry', { file, ...(draft && { hash: draft.hash }) }));
  } catch (error) {
    setTrouble(file, { message: messageOf(error) });
  }
}

/** Loads the list of all content and the number of differences to propose. */
export async function refresh(): Promise<void> {
  await Promise.all([
    ask('list', {}).then(
      (content) => $content.set(content),
      (error: unknown) => say(messageOf(error), 'bad'),
    ),
    ask('proposal', {}).then(
      ({ differences }) => $differences.set(differences.length),
      () => $differences.set(null),
    ),
  ]);
}

/** Drops files whose forms are closed, so that little has to be stored for a reload. */
export function forgetClosed(): void {
  const panel = $panel.get();
  const kept = panel?.kind === 'form' ? [panel.file] : [];
  $entries.set(Object.fromEntries(Object.entries($entries.get()).filter(([file]) => kept.includes(file))));
}
