import { atom } from 'nanostores';
import type { Check, Preview, Pull } from '../../../code-host/code-host.ts';
import { messageOf } from '../../../editing/client/api.ts';
import { isOpen, readEntry, refresh } from '../../../editing/client/entries.ts';
import { ORDER_FILE } from '../../../editing/client/sections.ts';
import { $entries, $panel, $troubles, say } from '../../../editing/client/state.ts';
import type { EditHost, Own } from '../host/edit-host.ts';
import { heed } from '../session/session.ts';

/** Another open proposal, and the files that it changes. */
export interface Other {
  pull: Pull;
  files: readonly string[];
}

/** What services say about the last commit of the proposal. */
export interface Checked {
  checks: readonly Check[];
  preview: Preview | undefined;
}

/** Whether a check says that something has to be corrected. */
export const hasFailed = (checked: Checked | undefined): boolean =>
  checked?.preview?.state === 'failed' || (checked?.checks ?? []).some(({ state }) => state === 'failure');

/** Open proposals of other people; undefined until they are read. */
export const $others = atom<readonly Other[] | undefined>(undefined);
/** One's own proposals that can be continued; undefined until they are read. */
export const $mine = atom<readonly Own[] | undefined>(undefined);
/** Goes on after the question which proposal to continue; undefined while nobody is asked. */
export const $answered = atom<(() => void) | undefined>(undefined);
export const $checked = atom<Checked | undefined>(undefined);

/** Says a failure, unless it ended the session, which the sign-in says. */
export function said(error: unknown): undefined {
  heed(error);
  say(messageOf(error), 'bad');
}

/** Reads the other proposals. What was read before stays if that fails. */
export async function readOthers(host: EditHost): Promise<void> {
  await host.others().then((others) => $others.set(others), heed);
}

/** Reads one's own proposals. */
export async function readMine(host: EditHost): Promise<void> {
  await host.mine().then((mine) => $mine.set(mine), heed);
}

/** Reads what is known of the last commit. */
export async function readChecks(host: EditHost): Promise<void> {
  await host.refreshChecks().then((checked) => $checked.set(checked), said);
}

/**
 * Continues another proposal, or begins a new one. Drafts stay, and meet the words of the other one.
 *
 * @returns whether it worked
 */
export async function choose(host: EditHost, branch: string | undefined): Promise<boolean> {
  try {
    await host.choose(branch);
  } catch (error) {
    said(error);
    return false;
  }
  // Somebody may have opened a form meanwhile, and be typing in it.
  const panel = $panel.get();
  if (panel?.kind !== 'form' && panel?.kind !== 'new') $panel.set(null);
  const before = $entries.get();
  $entries.set(Object.fromEntries(Object.entries(before).filter(([file]) => isOpen(file))));
  $troubles.set({});
  $checked.set(undefined);
  // The form of a section also shows its place on the home page.
  const reread = panel?.kind === 'form' ? [panel.file, ...(ORDER_FILE in before ? [ORDER_FILE] : [])] : [];
  await Promise.all([refresh(), readMine(host), readOthers(host), ...reread.map(readEntry)]);
  return true;
}

/** The open proposals of others that change a file. */
export const othersWith = (others: readonly Other[] | undefined, file: string): readonly Other[] =>
  (others ?? []).filter(({ files }) => files.includes(file));
