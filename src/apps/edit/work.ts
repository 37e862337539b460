import { keptAtom } from '../../editing/client/kept.ts';
import { readEntry, refresh } from '../../editing/client/entries.ts';
import { openPlaces } from '../../editing/client/panels.ts';
import { resume } from '../../editing/client/requests.ts';
import { readSite } from '../../editing/client/site.ts';
import { $content, $entries, $panel, $troubles, drafts, say } from '../../editing/client/state.ts';
import { textsAtAddress, type AddressedTexts } from '../../editing/core/place-address.ts';
import type { EditHost } from './host/edit-host.ts';
import { $answered, $mine, readMine, readOthers, said } from './proposal/proposal.ts';
import { openForOthers } from './tabs.ts';

/** The branch that this tab has worked on, also before it was loaded again; '' for none. */
const $lastBranch = keptAtom('branch', '');

/** What a session that ended has said about itself is no news to the next one. */
function forgetFailures(): void {
  const troubles = Object.entries($troubles.get()).filter(([, { message }]) => message === undefined);
  $troubles.set(Object.fromEntries(troubles));
}

const open = ({ file, paths }: AddressedTexts) => openPlaces(paths.map((path) => ({ file, path })));

/** Opens the texts that the address leads to, if it leads to some. They leave the address, so that a reload opens none. */
function followAddress(): boolean {
  const texts = textsAtAddress(location.hash);
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  if (texts) open(texts);
  return texts !== undefined;
}

/** Continues the proposal of before. Where that is not known, somebody with earlier ones is asked. */
async function goOn(host: EditHost): Promise<void> {
  const last = $lastBranch.get();
  await readMine(host);
  const mine = $mine.get();
  if (!mine) {
    say(
      'Your earlier proposals could not be read. Load this page again before you save: a save begins a new one.',
      'bad',
    );
    return;
  }
  if (mine.length === 0 || host.$work.get().branch !== undefined) return;
  const isKnown = mine.some(({ branch }) => branch === last);
  if (isKnown && (await host.choose(last).then(() => true, said))) return;
  await new Promise<void>((answered) => $answered.set(answered));
  $answered.set(undefined);
}

/** Reads what there is, and goes on where somebody was before the page was loaded again. */
async function catchUp(host: EditHost): Promise<void> {
  await goOn(host);
  // The result of a save decides what the forms show.
  await resume();
  const panel = $panel.get();
  if (!followAddress() && panel?.kind === 'form') void readEntry(panel.file);
  void readSite();
  void readOthers(host);
  await refresh();
}

/**
 * Begins to edit with a code host that somebody has signed in to.
 *
 * @returns a function that ends it
 */
export function beginEditing(host: EditHost): () => void {
  forgetFailures();
  $content.set(null);
  $mine.set(undefined);
  // Another tab may have been used while this one was at its sign-in.
  drafts.catchUp();
  void catchUp(host);
  const onStorage = ({ key, storageArea }: StorageEvent) => {
    if (key !== null && storageArea === localStorage) drafts.follow(key);
  };
  addEventListener('storage', onStorage);
  addEventListener('hashchange', followAddress);
  const stopListening = openForOthers(open);
  // What was merged is on the site now, and others may have changed more.
  const stopFollowing = host.$work.listen(({ ended, lost, branch }, before) => {
    $lastBranch.set(branch ?? '');
    if ((ended && ended !== before?.ended) || lost !== before?.lost) void refresh();
  });
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('hashchange', followAddress);
    stopListening();
    stopFollowing();
    $answered.set(undefined);
  };
}

/** Closes everything. What was written and not saved is kept. */
export function closeAll(): void {
  $panel.set(null);
  $entries.set({});
}
