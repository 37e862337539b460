import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkCopy, parseCopy } from '../schemas/messages.ts';
import { siteSchema, type Site } from '../schemas/site.ts';

/**
 * content/site.yaml for code that runs before Astro's collections exist.
 *
 * @throws CopyError when it is not as its schema wants it
 */
export function readSite(): Site {
  const file = fileURLToPath(new URL('../../content/site.yaml', import.meta.url));
  return checkCopy(siteSchema, parseCopy(readFileSync(file, 'utf8'), 'content/site.yaml'), 'content/site.yaml');
}
