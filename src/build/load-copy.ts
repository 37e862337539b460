import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { projectFolder } from '../lib/project-folder.ts';
import { bodyText, textMistake } from '../schemas/body-text.ts';
import { idOf } from '../schemas/check-file.ts';
import { COPY_FILES, nameOf, showsText, type CopyFile, type CopyName, type CopyOf } from '../schemas/copy-files.ts';
import { compareNames } from '../schemas/file-order.ts';
import { splitFrontmatter } from '../schemas/frontmatter.ts';
import { withoutHidden } from '../schemas/hidden.ts';
import { checkCopy, CopyError, parseCopy } from '../schemas/messages.ts';

/** A copy file, loaded without Astro's collections. Its placeholders are not filled in. */
export interface LoadedCopy<Name extends CopyName> {
  /** The file's name without its extension. */
  id: string;
  /** Path from the project's folder. */
  file: string;
  data: CopyOf<Name>;
  /** The Markdown below the fields of an MDX file. */
  text: string;
}

function load<Name extends CopyName>(name: Name, file: string, root: string): LoadedCopy<Name> {
  const source = readFileSync(join(root, file), 'utf8');
  const { fields, text } = file.endsWith('.mdx') ? splitFrontmatter(source) : { fields: source, text: '' };
  const data = checkCopy(COPY_FILES[name].schema, parseCopy(fields, file), file) as CopyOf<Name>;
  const mistake = file.endsWith('.mdx') ? textMistake(showsText(COPY_FILES[name], data), bodyText(source)) : undefined;
  if (mistake !== undefined) throw new CopyError(file, [mistake]);
  return { id: nameOf(file), file, data, text };
}

/**
 * Loads the file of a collection that has only one.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if the file does not match its schema
 */
export const loadCopy = <Name extends CopyName>(name: Name, root = projectFolder): LoadedCopy<Name> =>
  load(name, COPY_FILES[name].path, root);

/**
 * Loads all files of a collection, sorted by name, without what is hidden. See {@link loadCopy}.
 *
 * @throws CopyError also if the name of a file is not valid, or taken by a page
 */
export function loadEntries<Name extends CopyName>(name: Name, root = projectFolder): LoadedCopy<Name>[] {
  const { path, taken }: CopyFile = COPY_FILES[name];
  const folder = dirname(path);
  // Git keeps no folder whose last file was removed.
  return (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [])
    .filter((file) => extname(file) === extname(path))
    .sort(compareNames)
    .map((file) => ({ ...load(name, `${folder}/${file}`, root), id: idOf(folder, file, taken) }))
    .map((entry) => ({ ...entry, data: withoutHidden(entry.data) }));
}
