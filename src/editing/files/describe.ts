import { COPY_FOLDERS, copyFileOf } from '../../schemas/copy-files.ts';
import { differencesOf } from '../core/differences.ts';
import { read } from '../core/write.ts';
import type { Difference } from '../protocol.ts';
import type { CopySource } from './copy-source.ts';
import { entry, formOf, titleOf } from './entries.ts';

/** The title of a file that a field refers to; its name if it can't be read. */
function titleOfReference(source: CopySource, folder: string, name: string): string {
  try {
    return entry(source, `${folder}${name}${COPY_FOLDERS.get(folder)?.extension ?? ''}`).title;
  } catch {
    return name;
  }
}

/**
 * The differences between two versions of a copy file, in words.
 *
 * @param before its text; null where there is no file
 * @throws RefusedError if one of them can't be read
 */
export function describe(source: CopySource, file: string, before: string | null, after: string | null): Difference[] {
  const isMdx = file.endsWith('.mdx');
  const [was, is] = [before, after].map((text) => (text === null ? undefined : read(text, isMdx).data));
  const name = `${copyFileOf(file)?.group ?? ''}: ${titleOf(source, file, is ?? was ?? {})}`;
  const found = differencesOf(was, is, formOf(file), (...reference) => titleOfReference(source, ...reference));
  return found.map(({ where, ...values }) => ({ file, where: where === '' ? name : `${name} › ${where}`, ...values }));
}

/** What has become of a picture, in words. */
export const describePicture = (file: string, deed: 'added' | 'replaced' | 'removed'): Difference => ({
  file,
  where: 'Pictures',
  says: `${file.replace(/^.*\//, '')} ${deed}`,
});
