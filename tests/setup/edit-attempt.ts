import '../../src/apps/edit/no-eval.ts';
import { formOfFile } from '../../src/editing/core/file-form.ts';
import { read, write } from '../../src/editing/core/write.ts';
import { describe } from '../../src/editing/files/describe.ts';
import { mistakesIn } from '../../src/editing/files/mistakes.ts';
import { TEXT, type Change, type Mistake } from '../../src/editing/protocol.ts';
import { copyFileOf, COPY_FILES } from '../../src/schemas/copy-files.ts';
import { textRuleMistakes } from '../../src/schemas/text-rules.ts';
import { siteOf } from '../../src/editing/files/site-of.ts';

/** An edit of a file. */
export interface Attempt {
  file: string;
  text: string;
  changes: readonly Change[];
}

/** What comes of it. */
export interface Attempted {
  /** The file after it; undefined if it can't be written, or a text would have code. */
  text?: string;
  /** What the schema says of it. */
  mistakes?: Mistake[];
  /** The differences in words. */
  differences?: unknown;
}

/**
 * Makes an edit, as a host of the editor does before it writes. Tests run it in Node and in a browser.
 *
 * @param site content/site.yaml
 */
export function attempted({ file, text, changes }: Attempt, site: string): Attempted {
  const source = {
    files: () => [COPY_FILES.site.path],
    read: (one: string) => (one === COPY_FILES.site.path ? site : null),
    version: () => '',
  };
  const isMdx = file.endsWith('.mdx');
  const result = write(text, isMdx, changes, formOfFile(file));
  if ('refused' in result || (isMdx && textRuleMistakes(result.text, siteOf(source)).length > 0)) return {};
  if (!copyFileOf(file)) return result;
  return {
    ...result,
    mistakes: mistakesIn(source, file, read(result.text, isMdx).data, result.text).filter(
      ({ path }) => path[0] !== TEXT,
    ),
    differences: describe(source, file, text, result.text),
  };
}
