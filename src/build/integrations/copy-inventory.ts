import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { projectFolder } from '../../lib/project-folder.ts';
import { COPY_SCHEMAS, schemaPath } from '../../schemas/copy-schemas.ts';
import { CopyError } from '../../schemas/messages.ts';

const paths = Object.keys(COPY_SCHEMAS);

/** Each folder in which a file may be added, with what its files end in: `content/home/` has `.mdx`. */
const OPEN = new Map(paths.flatMap((path) => (path.includes('*') ? [path.split('*') as [string, string]] : [])));

function misplaced(file: string): string[] {
  if (schemaPath(file)) return [];
  const extension = OPEN.get(file.replace(/[^/]*$/, ''));
  return extension
    ? [`${file}: its name must end in ${extension}; nothing else in this folder is shown.`]
    : [`${file}: nothing shows this file. Remove it. Files can be added in ${[...OPEN.keys()].join(', ')}.`];
}

/**
 * Makes sure that each file of content/ is one that something shows, and that none is missing. A file with a wrong name
 * would otherwise be passed over without a word.
 *
 * @param root the folder that holds content/; the project's own, unless it is given
 * @throws CopyError when a file is missing, or is one that nothing shows
 */
export function checkInventory(root = projectFolder): void {
  const files = readdirSync(join(root, 'content'), { recursive: true, withFileTypes: true })
    // What begins with a dot is an editor's or the system's.
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length).replaceAll('\\', '/').replace(/^\//, ''));
  const missing = paths.filter((path) => !path.includes('*') && !files.includes(path));
  const mistakes = [
    ...missing.map((path) => `${path} is missing. Put it back under this name.`),
    ...files.sort().flatMap(misplaced),
  ];
  if (mistakes.length > 0) throw new CopyError('content', mistakes);
}

/** Stops a build, or dev, in which a file of content/ is missing or has a name that nothing shows. */
export function copyInventory(): AstroIntegration {
  return { name: 'copy-inventory', hooks: { 'astro:config:setup': () => checkInventory() } };
}
