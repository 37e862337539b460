import { readFileSync } from 'node:fs';
import { normalizePath, type Plugin } from 'vite';
import { projectFolder } from '../../lib/project-folder.ts';
import { fillSource } from '../../schemas/copy.ts';
import { readSite } from './site-copy.ts';

const content = `${normalizePath(projectFolder)}/content/`;
/** An MDX source with the company's name and figures filled in. MDX would read `{company}` as code. */
const fillText = (source: string): string => fillSource(source, readSite());

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
