import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HastPluginDefinition } from 'satteri';
import { LINE_ATTRIBUTE } from './attribute.ts';

/**
 * Marks each block of an MDX text with its position in the file, for {@link attribute}.
 *
 * @param root the project folder
 */
export const markTextLines = (root: string): HastPluginDefinition => ({
  name: 'edit-text-lines',
  options: { position: true },
  before(tree, context) {
    if (!context.fileURL) return;
    const file = relative(root, fileURLToPath(context.fileURL)).replaceAll('\\', '/');
    for (const node of tree.children)
      if ((node.type === 'element' || node.type === 'mdxJsxFlowElement') && node.position)
        context.setProperty(node, LINE_ATTRIBUTE, `${file}:${node.position.start.line}`);
  },
});
