import { closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../lib/project-folder.ts';
import { CopyError } from '../../schemas/messages.ts';
import { BEGINNING, formatOf, PICTURES, promisedFormat } from '../../schemas/picture-file.ts';

/** The largest picture that is published (bytes): more than the editor makes of any. */
const LARGEST_BYTES = 10_000_000;

/** The first bytes of a file. */
function beginningOf(path: string): Uint8Array {
  const bytes = Buffer.alloc(BEGINNING);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** What is wrong with an entry of the folder, or undefined. */
function mistakeOf(name: string, path: string, isFile: boolean): string | undefined {
  if (name === '.DS_Store' && isFile) return undefined;
  if (!isFile) return 'it is no picture, but a folder or a link, for example. Remove it.';
  const promised = promisedFormat(name);
  if (promised === undefined)
    return 'only pictures can be here. Remove it, or give it a name such as team-photo.webp, .jpg or .png.';
  if (formatOf(beginningOf(path)) !== promised)
    return 'it is not what its name says. Export the picture again as WebP, JPEG (.jpg) or PNG.';
  return lstatSync(path).size > LARGEST_BYTES
    ? 'it is larger than 10 MB. Add it in the editor, which scales pictures down, or export it smaller.'
    : undefined;
}

/**
 * Checks that public/pictures/ consists of pictures. Everything in public/ is published on the site's origin as it is: a
 * page or a drawing would run scripts there, a link would publish a file of this machine, and tools run settings that
 * they find.
 *
 * @param root the folder that contains public/; defaults to the project folder
 * @throws CopyError naming everything else
 */
export function checkPictures(root = projectFolder): void {
  const folder = join(root, PICTURES);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory())
    throw new CopyError(PICTURES, ['it is a link. Replace it with the folder that it leads to.']);
  const mistakes = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const mistake = mistakeOf(entry.name, join(folder, entry.name), entry.isFile());
    return mistake === undefined ? [] : [`${PICTURES}/${entry.name}: ${mistake}`];
  });
  if (mistakes.length > 0) throw new CopyError(PICTURES, mistakes.sort());
}
