import { atom, computed } from 'nanostores';
import type { Entry, Folder, Listed, Mistake, Path } from '../protocol.ts';
import { openDrafts } from './drafts.ts';
import { keptAtom } from './kept.ts';
import { samePath, type Place } from './tokens.ts';

/** The form of a file, or of some of its fields. */
export interface FormPanel {
  kind: 'form';
  file: string;
  /** The fields that are shown; with `all`, the field that is scrolled to. */
  paths: readonly Path[];
  all: boolean;
  /** Texts of other files that stand in the same place of the page. */
  others?: readonly Place[];
  /** Whether it stands at the left, because its text is at the right. */
  left?: boolean;
  /** The panel from which it was opened. */
  back?: Panel;
}

/** The form for a file that is still to be made. */
export interface NewPanel {
  kind: 'new';
  folder: string;
  /** The file that is copied; '' for one that begins empty. */
  from: string;
  name: string;
}

/** What is open beside the page. */
export type Panel =
  | FormPanel
  | NewPanel
  | { kind: 'choice'; places: readonly Place[]; left?: boolean }
  /** `at` is the id of the row from which a form was opened. */
  | { kind: 'texts'; at?: string }
  | { kind: 'content'; query: string; at?: string }
  | { kind: 'saves' }
  | { kind: 'propose' };

/** Something that the dev server was told to do, and whose end is still to come. It may come after a reload. */
export interface Pending {
  id: string;
  kind: 'save' | 'create' | 'delete' | 'undo';
  /** The file; of a new one, the name of its draft. */
  file: string;
  title: string;
}

/** What is said of something that has ended. */
interface Notice {
  tone: 'good' | 'bad';
  text: string;
}

/** Whether something went well, and no more is to be said of it. */
export const isShort = ({ tone, text }: Notice): boolean => tone === 'good' && text.length < 30;

/** What a refused save has left to say. */
interface Trouble {
  mistakes?: readonly Mistake[];
  /** How the file stands now, after somebody else has changed it. */
  theirs?: Entry;
  message?: string;
}

/** In `edit` a click opens a form; in `browse` it does what it always does. */
export const $mode = keptAtom<'edit' | 'browse'>('mode', 'edit');
export const $panel = keptAtom<Panel | null>('panel', null);
/** The names that were given to new files, by their folders. */
export const $newNames = keptAtom<Readonly<Record<string, string>>>('new-names', {});
export const $pending = keptAtom<Pending | null>('pending', null);
export const $notice = keptAtom<Notice | null>('notice', null);
/** The dialog in which somebody was editing, as `/flow#consultation`. */
export const $dialog = keptAtom<string>('dialog', '');

const local = () => {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
};
export const drafts = openDrafts(typeof window === 'undefined' ? undefined : local());
export const $unsaved = computed(drafts.$all, (all) => Object.values(all).filter(({ at }) => at > 0));

/** The files as they were last read, by their names. The one whose form is open outlives a reload. */
export const $entries = keptAtom<Readonly<Record<string, Entry>>>('entries', {});
export const $content = atom<{ files: Listed[]; folders: Folder[] } | null>(null);
/** How many differences there are to propose; null while that is not known. */
export const $differences = atom<number | null>(null);
/** What is wrong with what was last sent, by file. */
export const $troubles = keptAtom<Readonly<Record<string, Trouble>>>('troubles', {});

/** The entries of lists of the open form that show their fields. */
export const $unfolded = keptAtom<readonly Path[]>('unfolded', []);

/** Shows what is folded away around places. */
export function unfold(places: readonly Path[]): void {
  const around = places.flatMap((place) =>
    place.flatMap((part, at) => (typeof part === 'number' ? [place.slice(0, at + 1)] : [])),
  );
  const missing = around.filter((path) => !$unfolded.get().some((open) => samePath(open, path)));
  if (missing.length > 0) $unfolded.set([...$unfolded.get(), ...missing]);
}

/** What is outlined on the page. */
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

/** Notes what is wrong with what was last sent of a file; undefined if nothing is any more. */
export function setTrouble(file: string, trouble: Trouble | undefined): void {
  const { [file]: _before, ...rest } = $troubles.get();
  $troubles.set(trouble ? { ...rest, [file]: trouble } : rest);
}

/** Tells whoever edits how something has ended. */
export const say = (text: string, tone: Notice['tone'] = 'good'): void => $notice.set({ tone, text });

/** What a screen reader is told, though everybody else sees it. */
export const $spoken = atom('');
