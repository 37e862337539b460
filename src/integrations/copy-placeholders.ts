import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { fillPlaceholders, placeholderMistake } from '../schemas/copy.ts';
import { CopyError } from '../schemas/messages.ts';
import { readSite } from './site-copy.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const COMMENT = /\{\/\*[^]*?\*\/\}/g;
const FRONTMATTER = /^---\n[^]*?\n---\n/;

/**
 * Puts the company's name and figures into the text of MDX files, where MDX itself would read `{company}` as code.
 *
 * @throws CopyError for a placeholder that does not exist
 */
function fillText(file: string): string {
  const source = readFileSync(file, 'utf8');
  const [frontmatter = ''] = FRONTMATTER.exec(source) ?? [];
  const text = source.slice(frontmatter.length);
  const mistake = placeholderMistake(text.replaceAll(COMMENT, ''));
  if (mistake) throw new CopyError(relative(root, file), [`the text ${mistake}`]);
  return frontmatter + fillPlaceholders(text, readSite());
}

/** Makes `{company}`, `{students-trained}` … work in the text of every MDX file of content/. */
export function copyPlaceholders(): AstroIntegration {
  return {
    name: 'copy-placeholders',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        const load = (id: string) => (id.startsWith(`${root}content/`) ? fillText(id) : undefined);
        updateConfig({
          vite: { plugins: [{ name: 'copy-placeholders', load: { filter: { id: /\.mdx$/ }, handler: load } }] },
        });
      },
    },
  };
}
