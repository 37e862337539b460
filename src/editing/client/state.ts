import { atom, computed } from 'nanostores';
import { samePath } from '../core/paths.ts';
import type { Change, Clash, Entry, Mistake, Path, Questions } from '../protocol.ts';
import { ask, messageOf } from './api.ts';
import { openDrafts, type Send } from './drafts.ts';
import { keptAtom, storage } from './kept.ts';
import type { CopyPlace } from './tokens.ts';

/** The form of a file, or of some of its fields. */
export interface FormPanel {
  kind: 'form';
  file: string;
  /** The fields to show; with `all`, the field to scroll to. */
  paths: readonly Path[];
  all: boolean;
  /** Texts of other files at the same place of the page. */
  others?: readonly CopyPlace[];
  /** Whether it is on the left, because its text is on the right. */
  left?: boolean;
  /** The panel that it was opened from. */
  back?: Panel;
}

/** The form for a new file. */
export interface NewPanel {
  kind: 'new';
  folder: string;
  /** The file to copy; '' to start empty. */
  from: string;
  name: string;
}

/** The open panel. */
export type Panel =
  | FormPanel
  | NewPanel
  | { kind: 'choice'; places: readonly CopyPlace[]; left?: boolean }
  /** `at` is the id of the row that a form was opened from. */
  | { kind: 'texts'; at?: string }
  | { kind: 'content'; query: string; at?: string }
  | { kind: 'saves' }
  | { kind: 'propose' };

/** What was typed for a proposal, and what was wrong with it. */
export interface ProposalDraft {
  /** The branch for which it was typed; undefined before there is one, and on the disk. */
  branch?: string | undefined;
  message?: string;
  /** What it had been when somebody began to type; '' if it was not proposed. */
  over?: string;
  mistakes?: readonly Mistake[];
}

/** A request without a result yet. The result may arrive after a reload. */
export interface Pending {
  id: string;
  kind: 'save' | 'create' | 'delete' | 'undo';
  /** The number of the save that is being undone. */
  undoing?: number;
  /** The changes of the draft that were sent to be saved. */
  sent?: readonly Change[];
  /** The hash of the draft from which a file is created. */
  hash?: string;
  /** How a refusal is called, if no form says why. */
  not?: NotDone;
  /** The file, or the name of the draft of a new one. */
  file: string;
  title: string;
}

/** A message about a finished action. */
interface Notice {
  tone: 'good' | 'bad';
  text: string;
  /** Why it was not done. */
  refused?: { not: NotDone; mistakes: readonly Mistake[] };
}

/** What was not done because of mistakes. */
export type NotDone = 'saved' | 'proposed' | 'deleted' | 'undone' | 'moved' | 'hidden';

/** Whether a notice is a short success message. */
export const isShort = ({ tone, text }: Notice): boolean => tone === 'good' && text.length < 30;

/** Why a save was refused. */
interface Trouble {
  mistakes?: readonly Mistake[];
  /** The current file, after someone else has changed it. */
  theirs?: Entry;
  message?: string;
}

/** In `edit` mode a click opens a form; in `browse` mode the page works as usual. */
export const $mode = keptAtom<'edit' | 'browse'>('mode', 'edit');
export const $panel = keptAtom<Panel | null>('panel', null);
/** The names typed for new files, by folder. */
export const $newNames = keptAtom<Readonly<Record<string, string>>>('new-names', {});
/** Kept while another panel is open. */
export const $proposal = keptAtom<ProposalDraft>('proposal', {});
export const $pending = keptAtom<Pending | null>('pending', null);

/** Why the save with this number was not undone: values that have changed again since. */
export const $clash = atom<{ save: number; theirs: Entry; clashes: readonly Clash[] } | null>(null);
export const $notice = keptAtom<Notice | null>('notice', null);
/** The dialog being edited, for example `/flow#consultation`. */
export const $dialog = keptAtom<string>('dialog', '');

/** A failure is only told to somebody who has not left the page: leaving it ends its requests. */
const SAY_AFTER_MS = 1000;

const send: Send = (draft, outlives) =>
  ask('draft', draft, outlives).then(
    () => true,
    (error: unknown) => {
      setTimeout(() => say(messageOf(error), 'bad'), SAY_AFTER_MS);
      return false;
    },
  );
export const drafts = typeof window === 'undefined' ? openDrafts(undefined) : openDrafts(storage('localStorage'), send);
/** Whether this tab has asked for the drafts of earlier runs. */
export const $hasTaken = keptAtom('has-taken-drafts', false);
export const $unsaved = computed(drafts.$all, (all) => Object.values(all).filter(({ at }) => at > 0));

/** A file that was read. If its form shows what was typed before a save, `data` is that, and `inFile` what the file has. */
export type OpenEntry = Entry & { inFile?: Entry['data'] };

/** The files as last read, by path. */
export const $entries = keptAtom<Readonly<Record<string, OpenEntry>>>('entries', {});
export const $content = atom<Questions['list']['answer'] | null>(null);
/** The number of differences to propose; null while unknown. */
export const $differences = atom<number | null>(null);
/** The file whose form asks whether to save what it doesn't show, too. */
export const $asking = atom<string | null>(null);
/** What was wrong with the last save, by file. */
export const $troubles = keptAtom<Readonly<Record<string, Trouble>>>('troubles', {});

/** The unfolded list entries of the open form. */
export const $unfolded = keptAtom<readonly Path[]>('unfolded', []);

/** Unfolds the entries around paths. */
export function unfold(places: readonly Path[]): void {
  const around = places.flatMap((place) =>
    place.flatMap((part, at) => (typeof part === 'number' ? [place.slice(0, at + 1)] : [])),
  );
  const missing = around.filter((path) => !$unfolded.get().some((open) => samePath(open, path)));
  if (missing.length > 0) $unfolded.set([...$unfolded.get(), ...missing]);
}

/** The file that the page scrolls to once it has loaded: it was moved, or somebody wants to see it. '' for none. */
export const $toShow = keptAtom<string>('to-show', '');

/** The outlined text on the page. */
interface Outlined {
  element: Element;
  name: string;
}
export const $pointed = atom<Outlined | null>(null);

/** The title of a file in words: `Home page · Hero`. */
export function titleOf(file: string): string {
  const known = $content.get()?.files.find((one) => one.file === file);
  return known ? `${known.group} · ${known.title}` : ($entries.get()[file]?.title ?? file);
}

/** Sets what was wrong with the last save of a file; undefined clears it. */
export function setTrouble(file: string, trouble: Trouble | undefined): void {
  const { [file]: _before, ...rest } = $troubles.get();
  $troubles.set(trouble ? { ...rest, [file]: trouble } : rest);
}

/** Announced by screen readers only; others see the change itself. */
export const $spoken = atom('');

/** Shows a notice. What was announced before it is over. */
export function say(text: string, tone: Notice['tone'] = 'good'): void {
  $spoken.set('');
  $notice.set({ tone, text });
}
