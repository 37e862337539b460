import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { CopyError } from '../../schemas/messages.ts';
import { checkPage, type CheckedPage } from '../page-check/checked-page.ts';
import { missingFiles, onceEach, siteMistakes } from '../page-check/site-mistakes.ts';
import { checkText, TEXT_PATH } from '../page-check/text-links.ts';
import { builtRooms, pageFiles } from '../page-files.ts';
import { contentLocation } from './content-location.ts';

/** Reads pages of a folder, by path: `/`, `/flow`. */
const readPages = (folder: string, files: readonly string[], origin: string): Map<string, CheckedPage> =>
  new Map(
    files.map((file) => {
      const path = `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`;
      return [path, checkPage(path, readFileSync(join(folder, file), 'utf8'), origin)];
    }),
  );

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // There is none, or no file can have such a name.
    return false;
  }
}

/** Tells whether a path is a file. The answers are kept, because every page refers to the same files. */
function fileFinder(folder: string): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const found = known.get(path) ?? isFile(join(folder, path));
    known.set(path, found);
    return found;
  };
}

/**
 * What is wrong with the pages of a built site: broken links, anchors, files and canonical URLs, duplicate ids, and
 * pages without a title, a description, landmarks or exactly one main heading. One line for each mistake, with the fix;
 * a mistake on several pages is listed once. The rooms are applications: only their files are checked.
 *
 * @param folder the folder of the built site
 * @param origin where it will be published, for example https://example.com
 * @param locate tells where in content/ a text is, see {@link contentLocation}
 */
export function findMistakes(folder: string, origin: string, locate: (text: string) => string = () => ''): string[] {
  const pages = readPages(folder, pageFiles(folder), origin);
  const rooms = readPages(
    folder,
    builtRooms(folder).map(({ page }) => page),
    origin,
  );
  const exists = fileFinder(folder);
  const text = join(folder, TEXT_PATH);
  if (isFile(text)) pages.set(TEXT_PATH, checkText(readFileSync(text, 'utf8'), origin));
  const mistakes = [...siteMistakes(pages, exists), ...missingFiles(new Map([...pages, ...rooms]), exists)];
  return onceEach(mistakes).map(
    ({ where, message, written }) =>
      `${where}: ${message}${written === undefined || where === TEXT_PATH ? '' : locate(written)}`,
  );
}

/** Stops a build with broken pages, for example after an edit of the copy. */
export function pageCheck(): AstroIntegration {
  let origin = '';
  return {
    name: 'page-check',
    hooks: {
      'astro:config:done'({ config }) {
        if (config.site !== undefined) origin = new URL(config.site).origin;
      },
      'astro:build:done'({ dir }) {
        const mistakes = findMistakes(fileURLToPath(dir), origin, contentLocation);
        if (mistakes.length > 0) throw new CopyError('content', mistakes);
      },
    },
  };
}
