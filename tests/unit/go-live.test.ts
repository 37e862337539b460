import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandsAfter, LATE_WORDS } from '../../src/build/go-live.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { readOutcome } from '../../src/build/knowledge/outcome.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { temporaryFolder } from '../setup/stack.ts';

it.each(LATE_WORDS)('docs/deploy.md says how $what goes live', ({ what, command, order }) => {
  const run = order === 'before' ? `\`${command}\`, then publish` : `publish, then \`${command}\``;
  expect(readFileSync('docs/deploy.md', 'utf8').replaceAll(/ +/g, ' ')).toContain(`| ${what} | ${run} |`);
});

it('a changed question about calls goes live with `assistant -- push`, with its figures filled in', () => {
  const changed = temporaryFolder();
  cpSync('content', join(changed, 'content'), { recursive: true });
  const file = join(changed, 'content/assistant/outcome.yaml');
  const question = 'What kind of visitor was it?';
  writeFileSync(file, readFileSync(file, 'utf8').replace(question, 'Who asked {company}?'));
  expect(commandsAfter(projectFolder, changed).map(({ command }) => command)).toContain('npm run assistant -- push');
  expect(readOutcome(changed).fields[0]?.question).toBe(`Who asked ${readSite().name}?`);
});
