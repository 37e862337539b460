/**
 * `npm run meanings`: writes kept-meanings.txt, so that nobody waits for the wordings of content/ and tests/content to be
 * read.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSite } from '../../../src/build/integrations/site-copy.ts';
import { readQuestions } from '../../../src/build/knowledge/questions.ts';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { wordingsOf } from './asked-questions.ts';
import { KEPT_FILE, keyOf, signsOfAll } from './kept-meanings.ts';

const roots = [projectFolder, join(projectFolder, 'tests')];
const wordings = roots.flatMap((root) => wordingsOf(readQuestions(root), readSite(root).name).flat());
const signs = await signsOfAll(wordings);
const lines = [...signs].map(([text, bits]) => `${keyOf(text)} ${Buffer.from(bits).toString('base64url')}\n`);
writeFileSync(KEPT_FILE, lines.sort().join(''));
console.log(`${lines.length} wordings are kept.`);
