import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'astro';
import { readCopyThrough } from '../../../src/build/copy.ts';
import { formOfFile } from '../../../src/editing/core/file-form.ts';
import { blocksOf } from '../../../src/editing/core/markdown-blocks.ts';
import { tokenOf } from '../../../src/editing/core/token.ts';
import { TEXT } from '../../../src/editing/protocol.ts';
import { attribute } from './attribute.ts';
import { marked } from './marks.ts';
import { editSession } from './session.ts';

const session = editSession();
const { requests, root } = session;
const editing = () => requests.getStore()?.editing === true;

readCopyThrough({
  read(data, file) {
    const form = editing() && file !== undefined ? formOfFile(file) : undefined;
    return form && file !== undefined ? marked(data, form, file) : data;
  },
  without: (work) => requests.exit(work),
});

/**
 * For one page, the places of lines such as `content/legal/x.mdx:12`. It reads each file once, since a page can have
 * thousands of blocks.
 */
function placesOfLines(): (line: string) => string | undefined {
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

/** Keeps the error for the editor's render check: the dev server's error page does not contain it. */
async function noted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    session.failure = error instanceof Error ? error.message : String(error);
    throw error;
  }
}

/** Adds the places of its texts to a page that is being edited. */
export const onRequest: MiddlewareHandler = async (_, next) => {
  const response = await noted(next);
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = await noted(() => response.text());
  const page = editing() ? attribute(html, placesOfLines()) : html;
  const headers = new Headers(response.headers);
  // A page on another port must not have its visitor click in a frame of this one.
  headers.set('content-security-policy', "frame-ancestors 'none'");
  return new Response(page, { status: response.status, headers });
};
