import { copyFileOf } from '../../schemas/copy-files.ts';
import { differencesOf } from '../core/differences.ts';
import { read } from '../core/write.ts';
import type { Difference } from '../protocol.ts';
import type { CopySource } from './copy-source.ts';
import { formOf, titleOf } from './entries.ts';

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
  return differencesOf(was, is, formOf(file)).map(({ where, ...values }) => ({
    file,
    where: where === '' ? name : `${name} › ${where}`,
    ...values,
  }));
}
