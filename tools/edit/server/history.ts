import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyPatch, createPatch } from 'diff';
import { localFolder } from '../../local/folder.ts';
import { differencesOf } from '../../../src/editing/core/differences.ts';
import { read } from '../../../src/editing/core/write.ts';
import type { Difference, Save } from '../../../src/editing/protocol.ts';
import { formOf, titleOf } from './entries.ts';
import { copyFileOf } from '../../../src/schemas/copy-files.ts';

/** How many saves can be undone. */
const KEPT = 50;

interface Kept {
  save: number;
  file: string;
  at: number;
  /** The file's text; null where there was none. */
  before: string | null;
  after: string | null;
  undone: boolean;
}

const path = () => join(localFolder(), 'edit', 'saves.json');

function kept(): Kept[] {
  return existsSync(path()) ? (JSON.parse(readFileSync(path(), 'utf8')) as Kept[]) : [];
}
function keep(saves: readonly Kept[]): void {
  mkdirSync(dirname(path()), { recursive: true });
  writeFileSync(path(), JSON.stringify(saves.slice(-KEPT)));
}

/** The differences between two versions of a copy file, in words. */
export function describe(file: string, before: string | null, after: string | null): Difference[] {
  const isMdx = file.endsWith('.mdx');
  const [was, is] = [before, after].map((source) => (source === null ? undefined : read(source, isMdx).data));
  const name = `${copyFileOf(file)?.group ?? ''}: ${titleOf(file, is ?? was ?? {})}`;
  return differencesOf(was, is, formOf(file)).map(({ where, ...values }) => ({
    file,
    where: where === '' ? name : `${name} › ${where}`,
    ...values,
  }));
}

/** Stores a save so that it can be undone, also after a restart of the dev server. Returns its number. */
export function remember(file: string, before: string | null, after: string | null): number {
  const saves = kept();
  const save = (saves.at(-1)?.save ?? 0) + 1;
  keep([...saves, { save, file, at: Date.now(), before, after, undone: false }]);
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
      title: titleOf(file, read(after ?? before ?? '', file.endsWith('.mdx')).data),
      changes: describe(file, before, after),
    }));

/**
 * A file without one of its saves. Later saves are kept.
 *
 * @param current the file's text; null if there is none
 * @returns undefined when later saves have changed the same lines, or there is no such save
 */
export function without(save: number, current: string | null): { file: string; text: string | null } | undefined {
  const found = kept().find((one) => one.save === save);
  if (!found || found.undone) return undefined;
  const { file, before, after } = found;
  if (current === after) return { file, text: before };
  if (current === null || before === null || after === null) return undefined;
  const text = applyPatch(current, createPatch(file, after, before));
  return text === false ? undefined : { file, text };
}

/** The file that a save changed. */
export const fileOfSave = (save: number): string | undefined => kept().find((one) => one.save === save)?.file;

export function markUndone(save: number): void {
  keep(kept().map((one) => (one.save === save ? { ...one, undone: true } : one)));
}
