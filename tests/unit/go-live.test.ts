import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LATE_WORDS } from '../../src/build/go-live.ts';

it.each(LATE_WORDS)('docs/deploy.md says how $what goes live', ({ what, command, order }) => {
  const run = order === 'before' ? `\`${command}\`, then publish` : `publish, then \`${command}\``;
  expect(readFileSync('docs/deploy.md', 'utf8').replaceAll(/ +/g, ' ')).toContain(`| ${what} | ${run} |`);
});
