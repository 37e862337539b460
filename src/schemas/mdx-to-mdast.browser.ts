import type { MdastNode } from 'satteri';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { gfm } from 'micromark-extension-gfm';
import { mdxjs } from 'micromark-extension-mdxjs';

/** Parses MDX as {@link import('./mdx-to-mdast.node.ts').mdxToMdast} does, without WebAssembly. */
export const mdxToMdast = (text: string): MdastNode =>
  fromMarkdown(`${text}\n`, {
    extensions: [gfm(), mdxjs()],
    mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()],
  }) as unknown as MdastNode;
