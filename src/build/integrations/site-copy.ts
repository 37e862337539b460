import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../lib/project-folder.ts';
import { checkCopy, CopyError, parseCopy } from '../../schemas/messages.ts';
import { siteSchema, type Site } from '../../schemas/site.ts';

const FILE = 'content/site.yaml';

/** The last that was read, by its text: every MDX file of a build asks for it. */
let last: { text: string; site: Site } | undefined;

/**
 * content/site.yaml for code that runs before Astro's collections exist.
 *
 * @param root the folder that holds content/; the project's own, unless it is given
 * @throws CopyError when it is missing, or not as its schema wants it
 */
export function readSite(root = projectFolder): Site {
  const path = join(root, FILE);
  if (!existsSync(path)) throw new CopyError(FILE, ['it is missing. Put it back under this name.']);
  const text = readFileSync(path, 'utf8');
  if (last?.text !== text) last = { text, site: checkCopy(siteSchema, parseCopy(text, FILE), FILE) };
  return last.site;
}
