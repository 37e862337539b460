import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCopyThrough } from '../../../src/build/copy.ts';
import { formOfFile } from '../../../src/editing/core/file-form.ts';
import { blocksOf } from '../../../src/editing/core/markdown-blocks.ts';
import { tokenOf } from '../../../src/editing/core/token.ts';
import { TEXT } from '../../../src/editing/protocol.ts';
import { attribute } from './attribute.ts';
import { marked } from './marks.ts';
import { editSession } from './session.ts';

/** Whether the page that is being rendered is to say where its texts come from. */
export const isMarked = (): boolean => editSession().requests.getStore()?.editing === true;

/** Marks the copy of pages that are to say where their texts come from. */
export function markCopy(): void {
  readCopyThrough({
    read(data, file) {
      const form = isMarked() && file !== undefined ? formOfFile(file) : undefined;
      return form && file !== undefined ? marked(data, form, file) : data;
    },
    without: (work) => editSession().requests.exit(work),
  });
}

/**
 * For one page, the places of lines such as `content/legal/x.mdx:12`. It reads each file once, since a page can have
 * thousands of blocks.
 */
function placesOfLines(root: string): (line: string) => string | undefined {
  const files = new Map<string, Map<number, number>>();
  return (line) => {
    const [file = '', number] = line.split(':');
    // Of two blocks that begin on one line, the first has it.
    const read = () =>
      new Map(
        blocksOf(readFileSync(join(root, file), 'utf8'))
          .map((block, index) => [block.line, index] as const)
          .reverse(),
      );
    const blocks = files.get(file) ?? read();
    files.set(file, blocks);
    const index = blocks.get(Number(number));
    return index === undefined ? undefined : tokenOf(file, [TEXT, index]);
  };
}

/** A page of marked copy with the places of its texts in attributes instead. */
export const withPlaces = (html: string): string => attribute(html, placesOfLines(editSession().root));
