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
import { VFileMessage } from 'vfile-message';
import { notesOnly as acorn } from './notes-only.ts';

const OPTIONS = {
  extensions: [gfm(), mdxjsEsm({ acorn }), mdxExpression({ acorn }), mdxJsx(), mdxMd()],
  mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()],
};

/** How many notes and elements of a text can go on below a list. Each takes another attempt. */
const MOST_ATTEMPTS = 100;

/**
 * The text without the line breaks that this parser gives up on: those in a note or an element that begins right below a list
 * or a quote, without an empty line. The parser of the site reads on.
 */
function joined(text: string, error: unknown): string | undefined {
  if (!(error instanceof VFileMessage) || error.ruleId !== 'unexpected-lazy') return undefined;
  const offset = error.place && 'offset' in error.place ? error.place.offset : undefined;
  if (offset === undefined) return undefined;
  const start = text.slice(0, offset).trimEnd().length;
  const length = text.slice(offset).search(/[}>]/);
  const end = length === -1 ? text.length : offset + length;
  return text.slice(0, start) + text.slice(start, end).replaceAll(/[\r\n]/g, ' ') + text.slice(end);
}

/** Numbers the lines as they are in the text. */
function numberLines(node: Root | RootContent, text: string): void {
  const { position } = node;
  if (position)
    for (const point of [position.start, position.end]) point.line = text.slice(0, point.offset).split('\n').length;
  if ('children' in node) for (const child of node.children) numberLines(child, text);
}

function parse(text: string): Root {
  let attempt = text;
  for (let left = MOST_ATTEMPTS; ; left -= 1) {
    try {
      const tree = fromMarkdown(attempt, OPTIONS);
      if (attempt !== text) numberLines(tree, text);
      return tree;
    } catch (error) {
      const next = joined(attempt, error);
      if (next === undefined || next === attempt || left === 0) throw error;
      attempt = next;
    }
  }
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
