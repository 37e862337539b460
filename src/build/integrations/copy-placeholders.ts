import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { projectFolder } from '../../lib/project-folder.ts';
import { fillSource } from '../../schemas/copy.ts';
import { emptyFields, FIELDS_NOT_FOUND, hasOddFields } from '../../schemas/frontmatter.ts';
import { CopyError } from '../../schemas/messages.ts';
import { readSite } from './site-copy.ts';

const content = `${normalizePath(projectFolder)}/content/`;

/**
 * Makes `{company}`, `{students-trained}` … work in the text of every MDX file of content/: MDX would read them as code.
 *
 * The compiler gets no fields. Pages have them from the collections, which check them first; the compiler would import
 * what a field `layout` names, and the dev server compiles a file whose fields were refused.
 */
export const copyPlaceholders = (): Plugin => ({
  name: 'copy-placeholders',
  load: {
    filter: { id: /\.mdx$/ },
    handler(id) {
      if (!id.startsWith(content)) return undefined;
      this.addWatchFile(`${content}site.yaml`);
      const source = readFileSync(id, 'utf8');
      if (hasOddFields(source)) throw new CopyError(relative(projectFolder, id), [FIELDS_NOT_FOUND]);
      return fillSource(emptyFields(source), readSite());
    },
  },
});
