import { mdxToMdast, type MdastNode } from 'satteri';
import { invisibleMistake } from '../../schemas/invisible.ts';
import { CopyError } from '../../schemas/messages.ts';
import { mistakesIn } from '../../schemas/text-rules.ts';
import { limitMistake } from '../../schemas/parser-limits.ts';

interface Text {
  paragraphs: string[];
  parts: { title: string; paragraphs: string[] }[];
}

/** What consists of lines. Anything else is a line, or a part of one. */
const OF_LINES: readonly MdastNode['type'][] = ['blockquote', 'list', 'listItem', 'table', 'mdxJsxFlowElement'];

const childrenOf = (node: MdastNode): readonly MdastNode[] => ('children' in node ? node.children : []);

/** A node and everything below it, without the definitions of footnotes. */
const shownIn = (node: MdastNode): MdastNode[] =>
  node.type === 'footnoteDefinition' ? [] : [node, ...childrenOf(node).flatMap(shownIn)];

const isBreak = (node: MdastNode) => node.type === 'break' || (node.type === 'mdxJsxTextElement' && node.name === 'br');

function wordsIn(node: MdastNode): string {
  if (isBreak(node)) return ' ';
  // Struck out, it is not said any more.
  if (node.type === 'delete') return '';
  // 10³ is not 103.
  const mark = node.type === 'mdxJsxTextElement' && { sup: '^', sub: '_' }[node.name ?? ''];
  if (mark) return `${mark}${childrenOf(node).map(wordsIn).join('')}`;
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return node.value;
  return childrenOf(node)
    .map(wordsIn)
    .join(node.type === 'tableRow' ? ' | ' : '');
}

/** The lines of a node, in which each paragraph, point of a list, row of a table and sample of code is one. */
function linesIn(node: MdastNode): string[] {
  if (node.type === 'footnoteDefinition') return [];
  if (OF_LINES.includes(node.type)) return childrenOf(node).flatMap(linesIn);
  const line = wordsIn(node).replaceAll(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(line) ? [line] : [];
}

/** The footnotes that a text refers to, also in other footnotes. A page shows them at its end. */
function footnotesOf(root: MdastNode): MdastNode[] {
  const all = (node: MdastNode): MdastNode[] => [node, ...childrenOf(node).flatMap(all)];
  const definitions = all(root).filter((node) => node.type === 'footnoteDefinition');
  const used = new Set<MdastNode>([root]);
  // What is added in the loop gets its turn, too.
  for (const node of used)
    for (const { type, ...reference } of [node, ...childrenOf(node)].flatMap(shownIn)) {
      const definition =
        type === 'footnoteReference' &&
        definitions.find(({ identifier }) => 'identifier' in reference && identifier === reference.identifier);
      if (definition) used.add(definition);
    }
  return [...used].slice(1);
}

function parsed(mdx: string, file: string): MdastNode {
  const refused = limitMistake(mdx);
  if (refused !== undefined) throw new CopyError(file, [refused]);
  try {
    return mdxToMdast(`${mdx}\n`, { features: { frontmatter: false } });
  } catch (error) {
    throw new CopyError(file, [`its text can't be read (${error instanceof Error ? error.message : String(error)}).`]);
  }
}

/**
 * The text before the first heading of an MDX text, and below each heading, as plain text. It is made from the tree of
 * the text, as the page is: a second reading of the source would show notes that the page hides.
 *
 * @param mdx with its placeholders filled in
 * @param file path from the project's folder, for the message
 * @throws CopyError if it can't be parsed, or has words that a page would not show
 */
export function readText(mdx: string, file: string): Text {
  const tree = parsed(mdx, file);
  const text: Text = { paragraphs: [], parts: [] };
  for (const node of [...childrenOf(tree), ...footnotesOf(tree).flatMap(childrenOf)]) {
    if (node.type === 'heading') text.parts.push({ title: linesIn(node).join(' '), paragraphs: [] });
    else (text.parts.at(-1) ?? text).paragraphs.push(...linesIn(node));
  }
  const words = [text, ...text.parts].flatMap((part) => ['title' in part ? part.title : '', ...part.paragraphs]);
  const hidden = words.flatMap((line) => invisibleMistake(line) ?? []);
  if (hidden.length > 0)
    throw new CopyError(
      file,
      hidden.map((mistake) => `its text ${mistake}`),
    );
  // The agent's knowledge is also pushed without a build, which would refuse these.
  const refused = mistakesIn(mdx, tree);
  if (refused.length > 0) throw new CopyError(file, refused);
  return text;
}
