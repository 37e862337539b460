import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../lib/project-folder.ts';
import { COPY_FILES, COPY_FOLDERS, copyFileOf } from '../../schemas/copy-files.ts';
import { CopyError } from '../../schemas/messages.ts';

function misplaced(file: string): string[] {
  if (copyFileOf(file)) return [];
  const extension = COPY_FOLDERS.get(file.replace(/[^/]*$/, ''))?.extension;
  return extension
    ? [`${file}: its name must end in ${extension}; nothing else in this folder is shown.`]
    : [
        `${file}: the site does not use this file. Remove it. You can add files in ${[...COPY_FOLDERS.keys()].join(', ')}.`,
      ];
}

/**
 * Checks that the site uses every file of content/ and that none is missing. Otherwise a file with a wrong name would
 * be ignored silently.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if a file is missing or unused
 */
export function checkInventory(root = projectFolder): void {
  const files = readdirSync(join(root, 'content'), { recursive: true, withFileTypes: true })
    // Files that start with a dot belong to an editor or the system.
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length).replaceAll('\\', '/').replace(/^\//, ''));
  const missing = Object.values(COPY_FILES)
    .map(({ path }) => path)
    .filter((path) => !path.includes('*') && !files.includes(path));
  const mistakes = [
    ...missing.map((path) => `${path} is missing. Put it back under this name.`),
    ...files.sort().flatMap(misplaced),
  ];
  if (mistakes.length > 0) throw new CopyError('content', mistakes);
}
