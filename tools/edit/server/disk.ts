import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { copyFileOf } from '../../../src/schemas/copy-files.ts';
import { PICTURES } from '../../../src/schemas/picture-file.ts';
import { compareNames } from '../../../src/schemas/file-order.ts';
import type { CopySource } from '../../../src/editing/files/copy-source.ts';
import { editSession } from '../page/session.ts';
import { QuestionError } from '../../../src/editing/files/question-error.ts';

/** Nothing outside this folder and that of the pictures is ever written. */
export const CONTENT = 'content';

/** Identifies one version of a file; `null` is a missing file. */
export const hashOf = (text: string | null): string =>
  text === null ? '' : createHash('sha256').update(text).digest('hex').slice(0, 16);

/** A folder's path with the links of its nearest existing ancestor resolved. */
function realFolder(path: string): string {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  return join(realpathSync(folder), relative(folder, path));
}

/**
 * The absolute path of a file in a writable folder of the project.
 *
 * @param file relative to the project folder
 * @throws QuestionError when it is outside the folder, also through a link
 */
function within(folder: string, file: string): string {
  const root = realpathSync(editSession().root);
  const path = resolve(root, file);
  const real = existsSync(path) ? realpathSync(path) : join(realFolder(dirname(path)), basename(path));
  if (file.includes('\0') || !real.startsWith(join(root, folder) + sep))
    throw new QuestionError(`${file} is not in ${folder}/. Only files there can be changed here.`, 403);
  return real;
}

/**
 * The absolute path of a copy file.
 *
 * @throws QuestionError when it is not a copy file: outside content/, or without a schema
 */
export function copyPath(file: string): string {
  const path = within(CONTENT, file);
  const plain = relative(realpathSync(editSession().root), path).split(sep).join('/');
  if (plain !== file || copyFileOf(file) === undefined)
    throw new QuestionError(`${file} is not a content file: nothing on the site shows it.`, 403);
  return path;
}

/** The text of a copy file, or null if there is none. */
export function readCopyFile(file: string): string | null {
  const path = copyPath(file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/**
 * Writes atomically: readers see the file before or after, never a part.
 *
 * @param mode its permissions, before the umask
 */
export function writeAtOnce(path: string, content: string | Uint8Array, mode = 0o666): void {
  mkdirSync(dirname(path), { recursive: true });
  // Readers of the folder skip names that begin with a dot.
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  // Never through a link in its place.
  writeFileSync(beside, content, { mode, flag: 'wx' });
  renameSync(beside, path);
}

/** The entries of a list that was written as JSON; none if it can't be read: a power failure may have cut it off. */
export function readEntries<Type>(path: string): Type[] {
  try {
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Type[]) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** @param text null removes the file */
export function writeCopyFile(file: string, text: string | null): void {
  const path = copyPath(file);
  if (text === null) rmSync(path, { force: true });
  else writeAtOnce(path, text);
}

/** @param name of the file in public/pictures/ */
export function writePicture(name: string, bytes: Uint8Array): void {
  writeAtOnce(within(PICTURES, `${PICTURES}/${name}`), bytes);
}

/** Whether a picture with this name exists. */
export const hasPicture = (name: string): boolean => existsSync(within(PICTURES, `${PICTURES}/${name}`));

/** All copy files, in the order of the site, relative to the project folder. */
function copyFilesOnDisk(): string[] {
  return readdirSync(join(editSession().root, CONTENT), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(editSession().root, join(parentPath, name)).split(sep).join('/'))
    .filter((file) => copyFileOf(file) !== undefined)
    .sort(compareNames);
}

/** Identifies one state of content/. */
export const stateOfCopy = (): string =>
  hashOf(
    copyFilesOnDisk()
      .map((file) => file + hashOf(readCopyFile(file)))
      .join(),
  );

/** The copy files of the project folder. */
export const onDisk: CopySource = {
  files: copyFilesOnDisk,
  read: readCopyFile,
  version: (file) => hashOf(readCopyFile(file)),
};
