import { join } from 'node:path';
import { describe } from '../../../src/editing/files/describe.ts';
import { titleOf } from '../../../src/editing/files/entries.ts';
import type { Edit, SavedEdit } from '../../../src/editing/files/edit.ts';
import { read } from '../../../src/editing/core/write.ts';
import type { Save } from '../../../src/editing/protocol.ts';
import { localFolder } from '../../local/folder.ts';
import { onDisk, readEntries, writeAtOnce } from './disk.ts';

/** How many saves can be undone. */
const KEPT = 50;

interface Kept extends SavedEdit {
  /** Milliseconds since 1970. */
  at: number;
}

const path = () => join(localFolder(), 'edit', 'saves.json');

/** The stored saves, oldest first. If they are lost, what was saved is in the files. */
export const kept = (): Kept[] => readEntries(path());
/** Others must not read words that are not published. */
const keep = (saves: readonly Kept[]): void => writeAtOnce(path(), JSON.stringify(saves.slice(-KEPT)), 0o600);

/** Stores a save so that it can be undone, also after a restart of the dev server. Returns its number. */
export function remember(edit: Edit): number {
  const saves = kept();
  const save = (saves.at(-1)?.save ?? 0) + 1;
  keep([...saves, { ...edit, save, at: Date.now(), undone: false }]);
  return save;
}

/** The stored saves, newest first. */
export const lastSaves = (): Save[] =>
  kept()
    .toReversed()
    .map(({ save, file, at, before, after, undone }) => ({
      save,
      file,
      at,
      undone,
      title: titleOf(onDisk, file, read(after ?? before ?? '', file.endsWith('.mdx')).data),
      changes: describe(onDisk, file, before, after),
    }));

export function markUndone(save: number): void {
  keep(kept().map((one) => (one.save === save ? { ...one, undone: true } : one)));
}
