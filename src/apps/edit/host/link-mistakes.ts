import { read } from '../../../editing/core/write.ts';
import { mistakesIn } from '../../../editing/files/mistakes.ts';
import type { Mistake } from '../../../editing/protocol.ts';
import type { ChangedFile } from './changes.ts';
import type { WorkingCopy } from './working-copy.ts';

/** What would stop a build of the site in the files that a proposal changes, each with its place. */
export function proposalMistakes(copy: WorkingCopy, files: readonly ChangedFile[]): Mistake[] {
  return files.flatMap(({ file, after }) => {
    if (after === null) return [];
    const { data } = read(after, file.endsWith('.mdx'));
    return mistakesIn(copy.source, file, data, after).map(({ path, message }) => ({
      path: [],
      message,
      elsewhere: { file, path },
    }));
  });
}
