import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Field } from '../../src/editing/core/field.ts';
import { formOfFile } from '../../src/editing/core/file-form.ts';
import { fieldWithin, variantOf } from '../../src/editing/core/variant.ts';
import { valueAt } from '../../src/editing/core/values.ts';
import { read, write } from '../../src/editing/core/write.ts';
import { type Change, type Path, TEXT, type Value } from '../../src/editing/protocol.ts';
import type { CopySource } from '../../src/editing/files/copy-source.ts';
import { mistakesIn } from '../../src/editing/files/mistakes.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { compareNames } from '../../src/schemas/file-order.ts';
import { WORDS } from '../setup/edit-draws.ts';
import { placesIn } from '../setup/edit-sources.ts';

/** What an edit does to a file: its new text, or null if it deletes the file. */
export interface DraftFile {
  file: string;
  text: string | null;
}

/** An edit of content/: what somebody did, and the resulting files. */
export interface Draft {
  what: string;
  files: DraftFile[];
}

/** An edit that the in-page editor would refuse, too: draw another one. */
export class NoDraftError extends Error {
  override name = 'NoDraftError';
}

/** Draws one fast-check value after the other; the same seed gives the same values. */
export type Dice = fc.GeneratorValue;
export function diceOf(seed: number): Dice {
  // Adjacent seeds would begin with similar values.
  const [dice] = fc.sample(fc.gen(), { seed: Math.imul(seed, 0x9e3779b1), numRuns: 1 });
  if (!dice) throw new Error('fast-check drew no value.');
  return dice;
}

const evenly = (min: number, max: number) => fc.noBias(fc.integer({ min, max }));

/** A uniformly distributed integer: by default, fast-check prefers the first and the last. */
export const numberFrom = (dice: Dice, min: number, max: number): number => dice(evenly, min, Math.max(min, max));

/** @throws NoDraftError if the list is empty */
export function pick<T>(dice: Dice, list: readonly T[]): T {
  const chosen = list[numberFrom(dice, 0, list.length - 1)];
  if (chosen === undefined) throw new NoDraftError('There is nothing to choose from.');
  return chosen;
}

/** The files in a folder of content/ and its subfolders, ordered by name. */
export const filesIn = (folder: string): string[] =>
  readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:mdx|yaml)$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort(compareNames);

export const sourceOf = (file: string): string => readFileSync(join(projectFolder, file), 'utf8');
const project: CopySource = { files: () => filesIn('content'), read: sourceOf, version: () => '' };
export const dataOf = (file: string) => read(sourceOf(file), file.endsWith('.mdx')).data;

/** A place in a file, with what the schema says about it. */
export interface Spot {
  path: Path;
  field: Field;
  value: Value;
}

/** Every place in the fields of a file. */
export function spotsIn(file: string, data = dataOf(file)): Spot[] {
  const fieldOf = (path: Path) =>
    path.reduce<Field | undefined>(
      (field, key, index) => field && fieldWithin(field, valueAt(data, path.slice(0, index)) ?? null, key),
      formOfFile(file),
    );
  return placesIn(data).flatMap((path) => {
    const field = path[0] === TEXT ? undefined : fieldOf(path);
    const value = valueAt(data, path) ?? null;
    const shape = field?.kind === 'union' ? variantOf(field, value) : field;
    return shape ? [{ path, field: shape, value }] : [];
  });
}

/** A value as a text; empty if it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const PLAIN_WORDS = WORDS.filter((word) => !/[{}]/.test(word));

/** A text, partly rewritten. What is in braces stays. */
export function rewritten(dice: Dice, text: string, limit = Infinity): string {
  const words = text.split(' ');
  const own = [...words.keys()].filter((index) => !/[{}]/.test(words[index] ?? ''));
  const fresh = Array.from({ length: numberFrom(dice, 1, 6) }, () => pick(dice, PLAIN_WORDS));
  const result = words.toSpliced(own.length > 0 ? pick(dice, own) : words.length, 1, ...fresh).join(' ');
  return result.slice(0, limit).trim();
}

/** A value as the description of an edit shows it. */
export function brief(value: unknown): string {
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}

const wayOf = (path: Path) => path.map((part) => (typeof part === 'number' ? part + 1 : part)).join(' › ');

const sentence = (change: Change) => {
  const value = 'value' in change ? ` ${brief(change.value)}` : '';
  const to = change.do === 'move' ? ` to ${change.to + 1}` : '';
  return `${change.do} ${wayOf(change.path)}${value}${to}`;
};

/**
 * Applies changes to a file, as the in-page editor does.
 *
 * @throws NoDraftError if the editor would refuse them
 */
export function changedFile(file: string, changes: readonly Change[], source = sourceOf(file)): DraftFile {
  const isMdx = file.endsWith('.mdx');
  const result = write(source, isMdx, changes, formOfFile(file));
  if ('refused' in result) throw new NoDraftError(result.refused);
  const [mistake] = mistakesIn(project, file, read(result.text, isMdx).data, result.text);
  if (mistake) throw new NoDraftError(`${file}: ${wayOf(mistake.path)} ${mistake.message}`);
  return { file, text: result.text };
}

/** Changes to one file, with their description. */
export function draftOf(file: string, ...changes: Change[]): Draft {
  const changed = changedFile(file, changes);
  if (changed.text === sourceOf(file)) throw new NoDraftError('Nothing would change.');
  return { what: `${file}: ${changes.map(sentence).join('; ')}`, files: [changed] };
}
