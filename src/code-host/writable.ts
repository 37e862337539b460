import { PROPOSALS } from '../lib/proposal-branches.ts';
import { COPY_FOLDERS, NAMED } from '../schemas/copy-files.ts';
import { nameMistake } from '../schemas/file-name.ts';
import { PICTURES, promisedFormat } from '../schemas/picture-file.ts';
import { CodeHostError } from './errors.ts';
import type { FileChange } from './code-host.ts';

const IN_FOLDER = /^(.*\/)([^/]+)(\.\w+)$/;

/** Whether the editor may write a file: one with a schema in `content/`, or a picture with a plain name. */
export function isWritable(path: string): boolean {
  if (NAMED.includes(path)) return true;
  if (path.startsWith(`${PICTURES}/`)) return promisedFormat(path.slice(PICTURES.length + 1)) !== undefined;
  const [, folder = '', name = '', extension] = IN_FOLDER.exec(path) ?? [];
  return (
    COPY_FOLDERS.get(folder)?.extension === extension && extension !== undefined && nameMistake(name) === undefined
  );
}

/**
 * Refuses a commit to any branch but a proposal's, and of any file but copy and pictures.
 *
 * @throws CodeHostError
 */
export function checkWritable(branch: string, files: readonly FileChange[]): void {
  if (!branch.startsWith(PROPOSALS)) throw new CodeHostError(`The editor only writes to branches ${PROPOSALS}….`);
  for (const { path, content } of files) {
    const isPicture = path.startsWith('public/');
    if (!isWritable(path) || (content !== null && isPicture !== content instanceof Uint8Array))
      throw new CodeHostError(
        `${path} can’t be changed here: only the site’s words and pictures can. Nothing was saved.`,
      );
  }
}
