import type { Listed } from '../../editing/protocol.ts';
import { COPY_FILES, type CopyFile } from '../../schemas/copy-files.ts';

/** The kinds of files in the order of the site: what visitors see first comes first. */
const KINDS = [...new Set(['Home page', 'Pages', ...Object.values<CopyFile>(COPY_FILES).map(({ group }) => group)])];

/** Files by their kind. Those of one kind keep their order. */
export const byKind = (files: readonly Listed[]): Listed[] =>
  [...files].sort((a, b) => KINDS.indexOf(a.group) - KINDS.indexOf(b.group));
