import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { CopyError } from '../../schemas/messages.ts';
import { limitMistake } from '../../schemas/parser-limits.ts';

/** The plugin of @astrojs/mdx that compiles a file. */
const COMPILER = '@mdx-js/rolldown';

/** What the compiler throws for a text that it can't read. */
interface MdxError extends Error {
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

function translate(compiler: Plugin): void {
  const { transform } = compiler;
  if (typeof transform !== 'object') return;
  const compile = transform.handler;
  transform.handler = async function (code, id, ...more) {
    const mistake = limitMistake(code);
    if (mistake !== undefined) throw new CopyError(relative(process.cwd(), id), [mistake]);
    try {
      // Without the line break, the compiler crashes on: export "\
      return await compile.call(this, `${code}\n`, id, ...more);
    } catch (error) {
      if (!isMdxError(error)) throw error;
      throw error.cause instanceof CopyError ? error.cause : inWords(error);
    }
  };
}

/** For a text that MDX can't read or that breaks a rule, reports what is wrong, the file, the line and the fix. */
export const mdxMistakes = (): Plugin => ({
  name: 'mdx-mistakes',
  configResolved: ({ plugins }) => plugins.filter(({ name }) => name === COMPILER).forEach(translate),
});
