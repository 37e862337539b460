import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MdastPluginDefinition } from 'satteri';
import { projectFolder } from '../lib/project-folder.ts';
import { CopyError } from '../schemas/messages.ts';
import * as rules from '../schemas/text-rules.ts';
import { readSite } from './integrations/site-copy.ts';

/** What a text of the project can't have, see src/schemas/text-rules.ts. */
export const textRuleMistakes = (source: string): string[] => rules.textRuleMistakes(source, readSite());

/** Refuses such a text in the compiler, which sees exactly what would run. */
export const textRules: MdastPluginDefinition = {
  name: 'text-rules',
  options: { position: true },
  before(root, { fileURL, source }) {
    const mistakes = rules.mistakesIn(source, root);
    if (mistakes.length === 0) return;
    const file = fileURL ? relative(projectFolder, fileURLToPath(fileURL)) : 'The text';
    // As the cause: the compiler changes what its plugins throw.
    throw new Error('Refused text', { cause: new CopyError(file, mistakes) });
  },
};
