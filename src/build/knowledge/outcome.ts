import { projectFolder } from '../../lib/project-folder.ts';
import type { OutcomeCopy } from '../../schemas/assistant.ts';
import { fillPlaceholders } from '../../schemas/copy.ts';
import { readSite } from '../integrations/site-copy.ts';
import { loadCopy } from '../load-copy.ts';

/**
 * Reads content/assistant/outcome.yaml, with the figures filled in.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError if the file does not match its schema
 */
export const readOutcome = (root = projectFolder): OutcomeCopy =>
  fillPlaceholders(loadCopy('outcome', root).data, readSite(root));
