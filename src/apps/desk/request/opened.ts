import { atom } from 'nanostores';
import { Failure, failureFrom } from '../failure.ts';
import { dropEntry, showEntry } from '../list/list.ts';
import { isSame } from '../list/place.ts';
import { me } from '../session/session.ts';
import { readEntry, readRequest, type Key } from '../requests.ts';
import type { Detail, Entry } from '../shapes.ts';
import { followOwn } from './conflict.ts';

/** What somebody can do with a request. */
export type Deed = 'state' | 'assign' | 'answered' | 'note' | 'booking';

/** Why something could not be done. After a conflict, `current` is what the request is like since. */
interface Trouble {
  what: Deed;
  failure: Failure;
  current: Entry | undefined;
}

/** The open request, as far as it is known. */
export interface Opened {
  key: Key;
  detail?: Detail;
  /** Why it can't be shown. */
  failure?: Failure;
  busy?: Deed;
  trouble?: Trouble;
  /** Who changed it while it was open. */
  changedBy?: string;
}

export const $opened = atom<Opened | null>(null);

/** Our own changes of the open request, from one version to the next. */
let own = new Map<number, number>();

/** Changes the open request, unless another one was opened in the meantime. */
function put(key: Key, change: (opened: Opened) => Opened): boolean {
  const opened = $opened.get();
  if (!opened || !isSame(opened.key, key)) return false;
  $opened.set(change(opened));
  return true;
}

const gone = () => new Failure('gone', 'This request is no longer stored. It was erased, or its time was over.');

/** Opens a request. From then on it counts as read, and the log has who opened it. */
export async function open(key: Key): Promise<void> {
  own = new Map();
  $opened.set({ key });
  await read(key);
}

/** Reads the open request again: something about it has changed. */
export async function reread(): Promise<void> {
  const key = $opened.get()?.key;
  if (key) await read(key, true);
}

async function read(key: Key, isAgain = false): Promise<void> {
  try {
    const detail = await readRequest(key);
    if (!detail) {
      dropEntry(key);
      put(key, () => ({ key, failure: gone() }));
      return;
    }
    const isOpen = put(key, ({ failure: _, changedBy, ...opened }) => {
      const news = newsOf(opened.detail?.entry, detail.entry) ?? changedBy;
      return { ...opened, detail, ...(news !== undefined && { changedBy: news }) };
    });
    if (isOpen) showEntry(detail.entry);
  } catch (error) {
    // What is on the screen stays there; the next time is soon.
    if (!isAgain) put(key, (opened) => ({ ...opened, failure: failureFrom(error) }));
  }
}

/** Who has changed a request that is open, if that was somebody else. */
function newsOf(before: Entry | undefined, after: Entry): string | undefined {
  const isNews = before !== undefined && after.version > followOwn(before.version, own);
  return isNews && after.changed_by !== null && after.changed_by !== me() ? after.changed_by : undefined;
}

export function close(): void {
  $opened.set(null);
}

/** The version that whoever began something at `version` has seen. */
export const seenSince = (version: number): number => followOwn(version, own);

/** Forgets what went wrong, and who changed it: somebody has read it. */
export function dismiss(): void {
  const opened = $opened.get();
  if (!opened) return;
  const { trouble: _trouble, changedBy: _changedBy, ...rest } = opened;
  $opened.set(rest);
}

/**
 * Changes the open request, and shows it as it is then. After a conflict nothing has changed: the message says what it
 * is like now.
 *
 * @param version the one that was seen
 * @param act returns the row of the list after the change, or nothing if that is as before
 * @returns whether it worked
 */
export async function change(
  what: Deed,
  version: number,
  act: (key: Key, version: number) => Promise<Entry | undefined>,
): Promise<boolean> {
  const opened = $opened.get();
  if (!opened?.detail || opened.busy !== undefined) return false;
  const { key } = opened;
  dismiss();
  put(key, (now) => ({ ...now, busy: what }));
  try {
    const entry = await act(key, version);
    if (entry) own.set(version, entry.version);
    put(key, ({ busy: _, ...now }) => now);
    if (entry) showChange(key, entry);
    void read(key, true);
    return true;
  } catch (error) {
    const failure = failureFrom(error);
    const current = failure.kind === 'conflict' ? await readNow(key) : undefined;
    put(key, ({ busy: _, ...now }) => ({
      ...now,
      ...(failure.kind === 'gone' ? { failure } : { trouble: { what, failure, current } }),
    }));
    if (failure.kind === 'gone') dropEntry(key);
    if (current) {
      showChange(key, current);
      void read(key, true);
    }
    return false;
  }
}

/** What a request is like now, if that can be read. */
async function readNow(key: Key): Promise<Entry | undefined> {
  try {
    return (await readEntry(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Shows the row of the list as it is after a change. */
function showChange(key: Key, entry: Entry): void {
  showEntry(entry);
  put(key, (now) => ({ ...now, ...(now.detail && { detail: { ...now.detail, entry } }) }));
}
