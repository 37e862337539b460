import type { z } from 'zod';
import { showsText } from './copy-schemas.ts';
import { nameMistake } from './file-name.ts';
import { checkCopy, CopyError } from './messages.ts';
import { textMistake, writtenText } from './written-text.ts';

/** A file of a collection, as it was read. */
interface ReadFile {
  /** Path from the project's folder. */
  file: string;
  fields: Record<string, unknown>;
  /** Of an MDX file all of it, as it is written; of a YAML file nothing, for it has no text. */
  source: string | undefined;
}

/**
 * Makes sure that a file of a collection can be shown: its fields are there and in order, and it has a text where the
 * site shows one, and none elsewhere.
 *
 * @param path of its schema, see {@link showsText}
 * @throws CopyError when it can't
 */
export function checkFile({ file, fields, source }: ReadFile, schema: z.ZodType, path: string): void {
  if (source !== undefined && Object.keys(fields).length === 0)
    throw new CopyError(file, [
      "its fields can't be found. They stand at its beginning, between two lines of three hyphens.",
    ]);
  checkCopy(schema, fields, file);
  const mistake = source === undefined ? undefined : textMistake(showsText(path, fields), writtenText(source));
  if (mistake !== undefined) throw new CopyError(file, [mistake]);
}

/** Addresses that entries of a collection can't have, and what has them. */
export type Taken = Readonly<Record<string, string>>;

/**
 * The name of a file without its extension, which is an address too.
 *
 * @param entry the file's name in the folder `base`
 * @throws CopyError when it can't be one, or is taken
 */
export function idOf(base: string, entry: string, taken: Taken): string {
  const id = entry.replace(/\.\w+$/, '');
  const owner = Object.hasOwn(taken, id) ? taken[id] : undefined;
  if (owner) throw new CopyError(`${base}/${entry}`, [`its name is taken by ${owner}. Give the file another name.`]);
  const mistake = nameMistake(id);
  if (mistake !== undefined) throw new CopyError(`${base}/${entry}`, [mistake]);
  return id;
}
