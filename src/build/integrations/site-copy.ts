import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../lib/project-folder.ts';
import { checkCopy, CopyError, parseCopy } from '../../schemas/messages.ts';
import { siteSchema, type Site } from '../../schemas/site.ts';

const FILE = 'content/site.yaml';

/** The last result, cached by text: every MDX file of a build needs it. */
let last: { text: string; site: Site } | undefined;

/**
 * Reads content/site.yaml, for code that runs before Astro's collections exist.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if it is missing or does not match its schema
 */
export function readSite(root = projectFolder): Site {
  const path = join(root, FILE);
  if (!existsSync(path)) throw new CopyError(FILE, ['it is missing. Put it back under this name.']);
  const text = readFileSync(path, 'utf8');
  if (last?.text !== text) last = { text, site: checkCopy(siteSchema, parseCopy(text, FILE), FILE) };
  return last.site;
}
