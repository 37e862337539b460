import { COPY_FILES } from '../../schemas/copy-files.ts';
import { checkCopy, CopyError, parseCopy } from '../../schemas/messages.ts';
import type { Site } from '../../schemas/site.ts';
import type { CopySource } from './copy-source.ts';

const { path: FILE, schema } = COPY_FILES.site;

/** The last result, cached by text: every entry of a list needs it. */
let last: { text: string; site: Site } | undefined;

/**
 * The company's name, the figures and the menus of the site.
 *
 * @throws CopyError if content/site.yaml is missing or does not match its schema
 */
export function siteOf(source: CopySource): Site {
  const text = source.read(FILE);
  if (text === null) throw new CopyError(FILE, ['it is missing. Put it back under this name.']);
  if (last?.text !== text) last = { text, site: checkCopy(schema, parseCopy(text, FILE), FILE) };
  return last.site;
}
