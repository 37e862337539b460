import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { CopyError } from '../../schemas/messages.ts';

/** The plugin of @astrojs/mdx that compiles a file. */
const COMPILER = '@mdx-js/rolldown';

/** What the compiler throws for a text that it can't read. */
interface MdxError {
  message: string;
  loc: { file: string; line?: number };
}

const isMdxError = (error: unknown): error is MdxError =>
  error instanceof Error && error.name === 'MDXError' && 'loc' in error;

/** The mistake in words for editors, to whom `<` and `{` are ordinary characters. */
function inWords({ message, loc }: MdxError): CopyError {
  const reason = message.replace(/^\d+:\d+: /, '').replace(/ \([\w-]+:[\w-]+\)$/, '');
  return new CopyError(relative(process.cwd(), loc.file), [
    `line ${loc.line ?? '?'} can't be read (${reason}). Write < as &lt; and { as &#123;, a link as [text](address), and a note as {/* note */}.`,
  ]);
}

/** The file of content/ that a module comes from, or undefined. */
const textFile = (id: string | undefined) =>
  /^content\/.+\.mdx$/.exec(relative(process.cwd(), id?.split('?')[0] ?? '').replaceAll('\\', '/'))?.[0];

function translate(compiler: Plugin): void {
  const { transform } = compiler;
  if (typeof transform !== 'object') return;
  const compile = transform.handler;
  transform.handler = async function (...file) {
    try {
      return await compile.apply(this, file);
    } catch (error) {
      throw isMdxError(error) ? inWords(error) : error;
    }
  };
}

/** For a text that MDX can't read, reports what is wrong, in which file and line, and how to fix it. */
export function mdxMistakes(): Plugin {
  const resolving = new Set<string>();
  return {
    name: 'mdx-mistakes',
    // Before MDX, which would wrap our message in its own.
    enforce: 'pre',
    // Pictures and other files that a text refers to by path.
    async resolveId(source, importer, options) {
      const file = textFile(importer);
      const key = `${file} ${source.replace(/^\.\//, '')}`;
      // Other plugins resolve the same path again. An error thrown in there would lose its message.
      if (!file || resolving.has(key)) return null;
      resolving.add(key);
      const found = await this.resolve(source, importer, { ...options, skipSelf: true }).finally(() =>
        resolving.delete(key),
      );
      if (found) return found;
      throw new CopyError(file, [
        `the text uses ${source}, but there is no such file. Put pictures in public/ and write ![What it shows](/name.png).`,
      ]);
    },
    configResolved: ({ plugins }) => plugins.filter(({ name }) => name === COMPILER).forEach(translate),
  };
}
