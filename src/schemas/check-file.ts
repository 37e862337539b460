import { showsText, type CopyFile } from './copy-files.ts';
import { nameMistake } from './file-name.ts';
import { FIELDS_NOT_FOUND } from './frontmatter.ts';
import { checkCopy, CopyError } from './messages.ts';
import { textMistake, bodyText } from './body-text.ts';

/** A file of a collection, as read from disk. */
interface ReadFile {
  /** Path from the project's folder. */
  file: string;
  fields: Record<string, unknown>;
  /** The whole source of an MDX file; undefined for a YAML file, which has no text. */
  source: string | undefined;
}

/**
 * Checks that a file of a collection can be shown: its fields are valid, it has a text if it needs one, and none if the
 * site shows none.
 *
 * @throws CopyError if it can't be shown
 */
export function checkFile({ file, fields, source }: ReadFile, kind: CopyFile): void {
  if (source !== undefined && Object.keys(fields).length === 0) throw new CopyError(file, [FIELDS_NOT_FOUND]);
  checkCopy(kind.schema, fields, file);
  const mistake = source === undefined ? undefined : textMistake(showsText(kind, fields), bodyText(source));
  if (mistake !== undefined) throw new CopyError(file, [mistake]);
}

/**
 * The name of a file without its extension. It is also an address.
 *
 * @param entry the file's name in the folder `base`
 * @param taken the names that other pages have
 * @throws CopyError if it is not a valid address, or another page has it
 */
export function idOf(base: string, entry: string, taken?: readonly string[]): string {
  const id = entry.replace(/\.\w+$/, '');
  const mistake = nameMistake(id, taken);
  if (mistake !== undefined) throw new CopyError(`${base}/${entry}`, [mistake]);
  return id;
}
