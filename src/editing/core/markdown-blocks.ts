import { mdxToMdast } from '#mdx-to-mdast';
import { limitMistake } from '../../schemas/parser-limits.ts';
import { RefusedError } from './refused-error.ts';
import { firstSign, lineEnd, lineStart } from './source-lines.ts';
import { joinSource, splitSource } from './source-parts.ts';

/** A paragraph, heading, list or other block. */
export interface Block {
  /** Offset in the source; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The number of its first line, from 1. */
  readonly line: number;
  /** Its Markdown, with `\n` line breaks whatever the file uses. */
  readonly text: string;
}

/** A parsed Markdown text. */
export interface MarkdownText {
  readonly blocks: readonly Block[];
  /** The comments and imports between the blocks. */
  readonly unlisted: readonly string[];
}

/** The site fills them in before MDX parses the text, so they are part of the text around them. */
const PLACEHOLDER = /\{[a-z]+(?:-[a-z]+)*\}/g;

/** Whether a node is in the file but not shown on the page. */
function isUnlisted(node: { type: string; value?: unknown }): boolean {
  if (node.type === 'mdxjsEsm') return true;
  if (node.type !== 'mdxFlowExpression' || typeof node.value !== 'string') return false;
  const value = node.value.trim();
  return value !== '' && value.replaceAll(/\/\*[^]*?(?:\*\/|$)/g, '').trim() === '';
}

function read(text: string): readonly { type: string; start: number; end: number; line: number; unlisted: boolean }[] {
  const refused = limitMistake(text);
  if (refused !== undefined) throw new RefusedError(`In the text, ${refused}`);
  const masked = text.replaceAll(PLACEHOLDER, (name) => 'x'.repeat(name.length));
  try {
    const tree = mdxToMdast(masked);
    return ('children' in tree ? tree.children : []).flatMap((node) => {
      if (!node.position) return [];
      const { start, end } = node.position;
      return {
        type: node.type,
        start: start.offset ?? 0,
        end: end.offset ?? 0,
        line: start.line,
        unlisted: isUnlisted(node),
      };
    });
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^\d+:\d+: /, '').replace(/ \([\w-]+:[\w-]+\)$/, '') : '';
    throw new RefusedError(
      `The text can't be read (${reason}). Write < as &lt; and { as &#123;, a link as [text](address), and a note as {/* note */}.`,
    );
  }
}

/**
 * Parses the text of an MDX file as the site does.
 *
 * @param text without the file's fields
 * @throws RefusedError when it is not valid MDX
 */
export function readMarkdown(text: string): MarkdownText {
  const nodes = read(text);
  const source = ({ start, end }: { start: number; end: number }) => text.slice(start, end).trimEnd();
  const blocks = nodes
    .filter(({ unlisted }) => !unlisted)
    .map((node) => {
      const begin = lineStart(text, node.start);
      // Include its indentation and trailing whitespace, unless something else is on the same line.
      const start = firstSign(text, begin) === node.start ? begin : node.start;
      const stop = lineEnd(text, node.end);
      const end = text.slice(node.end, stop).trim() === '' ? stop : node.end;
      return { start, end, line: node.line, text: text.slice(start, end).replaceAll('\r\n', '\n') };
    });
  return { blocks, unlisted: nodes.filter(({ unlisted }) => unlisted).map(source) };
}

/**
 * The blocks of the text of an MDX file, as the site shows them, without comments and imports.
 *
 * @param source of the whole file
 * @throws RefusedError when the text is not valid MDX
 */
export function blocksOf(source: string): Block[] {
  const parts = splitSource(source, true);
  const before = joinSource({ ...parts, text: '' });
  const lines = before.split('\n').length - 1;
  return readMarkdown(parts.text).blocks.map(({ start, end, line, text }) => ({
    start: start + before.length,
    end: end + before.length,
    line: line + lines,
    text,
  }));
}
