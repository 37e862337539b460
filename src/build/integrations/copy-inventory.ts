import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { projectFolder } from '../../lib/project-folder.ts';
import { inventoryMistakes } from '../../schemas/inventory.ts';
import { CopyError } from '../../schemas/messages.ts';

/** A link would publish or change a file elsewhere, and tools obey hidden settings, some of which run code. */
function notPlain(path: string, entry: Dirent): string[] {
  if (!entry.isFile() && !entry.isDirectory())
    return [`${path}: it is neither a file nor a folder, but a link, for example. Replace it with a file.`];
  if (entry.isDirectory() && /.\./.test(entry.name))
    return [`${path}: it is a folder, but has the name of a file. Rename or remove it.`];
  // macOS writes this one wherever somebody looks.
  const isHidden = entry.name.startsWith('.') && !(entry.name === '.DS_Store' && entry.isFile());
  return isHidden ? [`${path}: its name starts with a dot. Remove it, or close the program that keeps it there.`] : [];
}

/**
 * Checks that content/ consists of files that the site uses, and that none is missing. Otherwise a file with a wrong
 * name would be ignored silently.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if a file is missing or unused, hidden, a link, or a folder with the name of a file
 */
export function checkInventory(root = projectFolder): void {
  const content = join(root, 'content');
  if (!lstatSync(content).isDirectory())
    throw new CopyError('content', ['it is a link. Replace it with the folder that it leads to.']);
  const entries = readdirSync(content, { recursive: true, withFileTypes: true }).map((entry) => ({
    entry,
    path: relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'),
  }));
  const files = entries.filter(({ entry }) => entry.isFile() && !entry.name.startsWith('.')).map(({ path }) => path);
  const mistakes = [...entries.flatMap(({ path, entry }) => notPlain(path, entry)).sort(), ...inventoryMistakes(files)];
  if (mistakes.length > 0) throw new CopyError('content', mistakes);
}
