import { readFileSync } from 'node:fs';
import { normalizePath, type Plugin } from 'vite';
import { projectFolder } from '../../lib/project-folder.ts';
import { fillMarkdown } from '../../schemas/copy.ts';
import { splitFrontmatter } from '../../schemas/frontmatter.ts';
import { readSite } from './site-copy.ts';

const content = `${normalizePath(projectFolder)}/content/`;
/** An MDX source with the company's name and figures filled in. MDX would read `{company}` as code. */
export function fillText(source: string): string {
  const { text } = splitFrontmatter(source);
  return source.slice(0, source.length - text.length) + fillMarkdown(text, readSite());
}

/** Makes `{company}`, `{students-trained}` … work in the text of every MDX file of content/. */
export const copyPlaceholders = (): Plugin => ({
  name: 'copy-placeholders',
  load: {
    filter: { id: /\.mdx$/ },
    handler(id) {
      if (!id.startsWith(content)) return undefined;
      this.addWatchFile(`${content}site.yaml`);
      return fillText(readFileSync(id, 'utf8'));
    },
  },
});
