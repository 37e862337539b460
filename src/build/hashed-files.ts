import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HASHED } from './headers.ts';

/** The paths of the files with a hash in their names, sorted: `/_astro/Page.B43kKKk.js`. */
export const hashedPaths = (folder: string): string[] =>
  readdirSync(join(folder, HASHED), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name).slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/'),
    )
    .sort();

/** Files that can name others. */
const TEXT = /\.(?:html|js|css)$/;

/**
 * The files with a hash in their names that a page needs, at once or later, with all that these need. A file needs
 * those whose names are in its text.
 *
 * @param folder a built site
 * @param page the page in it: `flow.html`
 * @returns their paths, sorted
 */
export function hashedPathsOf(folder: string, page: string): string[] {
  const all = hashedPaths(folder);
  const needed = new Set<string>();
  const read = (file: string): void => {
    if (!TEXT.test(file)) return;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const path of all) {
      if (needed.has(path) || !text.includes(basename(path))) continue;
      needed.add(path);
      read(path);
    }
  };
  read(page);
  return [...needed].sort();
}
