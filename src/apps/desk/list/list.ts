import { atom } from 'nanostores';
import { failureFrom, type Failure } from '../failure.ts';
import { readCounts, readList, type Key } from '../requests.ts';
import type { Counts, Entry } from '../shapes.ts';
import { speak } from '../../spoken.ts';
import { append, merge, replaced, without } from './merge.ts';
import { $place } from './navigation.ts';
import { filterOf } from './place.ts';

/** How many rows a page has. */
const PAGE = 50;
/** More are not read at once (desk_list). */
const MOST = 200;

export interface List {
  entries: readonly Entry[];
  /** Whether older ones may follow. */
  hasMore: boolean;
  loading: 'all' | 'more' | undefined;
  failure: Failure | undefined;
}

const EMPTY: List = { entries: [], hasMore: false, loading: 'all', failure: undefined };
export const $list = atom<List>(EMPTY);
/** Undefined until they are known. */
export const $counts = atom<Counts | undefined>(undefined);

/** Counts the questions, so that a late answer to an old one is dropped. */
let asked = 0;

const put = (change: Partial<List>) => $list.set({ ...$list.get(), ...change });

/** Reads how many requests are unread, and how many are dead letters. */
async function count(): Promise<void> {
  try {
    $counts.set(await readCounts());
  } catch {
    // The list says what is wrong.
  }
}

/** Reads the list anew, for other filters or another search. */
export async function load(): Promise<void> {
  const question = ++asked;
  put({ loading: 'all', failure: undefined });
  try {
    const [entries] = await Promise.all([readList(filterOf($place.get()), PAGE), count()]);
    if (question === asked) $list.set({ ...EMPTY, entries, hasMore: entries.length === PAGE, loading: undefined });
  } catch (error) {
    if (question === asked) $list.set({ ...EMPTY, loading: undefined, failure: failureFrom(error) });
  }
}

/** Adds the next page. Returns its first row. */
export async function loadMore(): Promise<Entry | undefined> {
  const question = ++asked;
  put({ loading: 'more', failure: undefined });
  try {
    const page = await readList(filterOf($place.get()), PAGE, $list.get().entries.at(-1));
    if (question !== asked) return undefined;
    put({ entries: append($list.get().entries, page), hasMore: page.length === PAGE, loading: undefined });
    return page[0];
  } catch (error) {
    if (question === asked) put({ loading: undefined, failure: failureFrom(error) });
    return undefined;
  }
}

/** Reads the newest rows again, and says what is new. A failure is not shown: the next time is soon. */
export async function refresh(): Promise<void> {
  const { entries, loading, failure } = $list.get();
  // What is being read is new enough, and other views have no list.
  if (loading) {
    await count();
    return;
  }
  const question = asked;
  const most = Math.min(Math.max(PAGE, entries.length), MOST);
  try {
    const [newest] = await Promise.all([readList(filterOf($place.get()), most), count()]);
    if (question !== asked) return;
    const merged = merge($list.get().entries, newest, most, $place.get().open);
    put({
      entries: merged.entries,
      hasMore: $list.get().hasMore || (entries.length < PAGE && newest.length === most),
      failure: undefined,
    });
    const { length } = merged.arrived;
    // After a failure, everything would be new.
    if (length > 0 && !failure) speak(length === 1 ? '1 new request' : `${length} new requests`);
  } catch (error) {
    console.warn('The list could not be refreshed:', error);
  }
}

/** Shows a row as it is now. */
export const showEntry = (entry: Entry): void => put({ entries: replaced($list.get().entries, entry) });
/** Takes a row that is gone off the list. */
export const dropEntry = (key: Key): void => put({ entries: without($list.get().entries, key) });

/** Forgets everything, at the sign-out. */
export function forgetList(): void {
  asked++;
  $list.set(EMPTY);
  $counts.set(undefined);
}
