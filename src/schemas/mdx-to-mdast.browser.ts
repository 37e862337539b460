import type { Paragraph, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { gfm } from 'micromark-extension-gfm';
import { mdxExpression } from 'micromark-extension-mdx-expression';
import { mdxJsx } from 'micromark-extension-mdx-jsx';
import { mdxMd } from 'micromark-extension-mdx-md';
import { mdxjsEsm } from 'micromark-extension-mdxjs-esm';
import type { MdastNode } from 'satteri';
import { notesOnly as acorn } from './notes-only.ts';

/** What can begin right below a list or a quote, without an empty line, and go on in the next line. */
const GO_ON = [mdxExpression({ acorn }), mdxJsx()];
const OTHERS = [gfm(), mdxjsEsm({ acorn }), mdxMd()];
const MDAST = [gfmFromMarkdown(), mdxFromMarkdown()];

type Extension = (typeof GO_ON)[number];
type Construct = Exclude<NonNullable<Extension['flow']>[string], readonly unknown[] | undefined>;

/** A text with such a place is parsed again without its line breaks. Once is enough for those that are known. */
const MOST_ATTEMPTS = 10;

/**
 * Has this parser read on where it would give up, and tells where: in lines that belong to a list or a quote and are not
 * marked so. The parser of the site reads on.
 */
function readingOn(extension: Extension, places: Set<number>): Extension {
  const reading = (construct: Construct): Construct => ({
    ...construct,
    tokenize(effects, ok, nok) {
      const get = (lines: Record<string, boolean>, line: string) => {
        if (lines[line]) places.add(this.now().offset);
        return false;
      };
      const parser = Object.create(this.parser, { lazy: { value: new Proxy(this.parser.lazy, { get }) } }) as unknown;
      const context = Object.create(this, { parser: { value: parser } }) as typeof this;
      return construct.tokenize.call(context, effects, ok, nok);
    },
  });
  const flow = Object.entries(extension.flow ?? {}).map(([code, constructs = []]) => [
    code,
    [constructs].flat().map(reading),
  ]);
  return { ...extension, flow: Object.fromEntries(flow) as Extension['flow'] };
}

/** The text without the line breaks before these places, up to the end of the note or the tag. */
function joined(text: string, places: readonly number[]): string {
  let result = '';
  let done = 0;
  for (const place of places) {
    if (place < done) continue;
    const start = done + text.slice(done, place).trimEnd().length;
    const length = text.slice(place).search(/[}>]/);
    const end = length === -1 ? text.length : place + length;
    result += text.slice(done, start) + text.slice(start, end).replaceAll(/[\r\n]/g, ' ');
    done = end;
  }
  return result + text.slice(done);
}

/** The number of the line at each place of a text, its end included. */
function linesOf(text: string): number[] {
  let line = 1;
  return `${text} `.split('').map((character) => (character === '\n' ? line++ : line));
}

/** Numbers the lines as they are in the text. */
function numberLines(node: Root | RootContent, lines: readonly number[]): void {
  const { position } = node;
  if (position) for (const point of [position.start, position.end]) point.line = lines[point.offset ?? 0] ?? point.line;
  if ('children' in node) for (const child of node.children) numberLines(child, lines);
}

function parse(text: string): Root {
  let attempt = text;
  for (let left = MOST_ATTEMPTS; left > 0; left -= 1) {
    const places = new Set<number>();
    const extensions = [...OTHERS, ...GO_ON.map((extension) => readingOn(extension, places))];
    try {
      const tree = fromMarkdown(attempt, { extensions, mdastExtensions: MDAST });
      if (places.size === 0) {
        if (attempt !== text) numberLines(tree, linesOf(text));
        return tree;
      }
    } catch (error) {
      if (places.size === 0) throw error;
    }
    attempt = joined(
      attempt,
      [...places].sort((a, b) => a - b),
    );
  }
  throw new Error('Too many attempts');
}

/** Several notes in a line, which are a paragraph here, and blocks of their own for the parser of the site. */
const isOfNotes = (node: RootContent): node is Paragraph =>
  node.type === 'paragraph' &&
  node.children.some(({ type }) => type === 'mdxTextExpression') &&
  node.children.every(
    (one) => one.type === 'mdxTextExpression' || (one.type === 'text' && /^[ \t\r\n]*$/.test(one.value)),
  );

/**
 * Parses MDX as src/schemas/mdx-to-mdast.node.ts does, for a browser: the parser of the site is a program for Node. Texts
 * that the rules allow have the same blocks. In others, code may end elsewhere, and need not be valid:
 * src/schemas/text-rules.ts refuses them.
 *
 * @throws Error if it is not valid MDX
 */
export function mdxToMdast(text: string): MdastNode {
  const tree = parse(`${text}\n`);
  const children = tree.children.flatMap((node): RootContent[] =>
    isOfNotes(node)
      ? node.children.flatMap((child) =>
          child.type === 'mdxTextExpression' ? { ...child, type: 'mdxFlowExpression' } : [],
        )
      : [node],
  );
  return { ...tree, children };
}
