import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { copyProject } from '../setup/project-copy.ts';

// In the system's folder for temporary files, another user of the machine could put code that these programs run.
it('a copy of the project is below the project, where programs search for settings', () => {
  const copy = copyProject();
  copy.remove();
  expect(copy.folder).toContain(`${projectFolder}/.local/`);
});

it('the commands that switch on a cache of compiled code keep it in the project', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap((script) => script.split(' && '));
  expect(commands.filter((command) => /\b(?:astro|prettier|tsc|vite)\b/.test(command)).length).toBeGreaterThan(4);
  for (const command of commands)
    if (/\b(?:astro|prettier|tsc|vite)\b/.test(command))
      expect(command).toMatch(/^node --env-file=tools\/own-caches\.env node_modules\//);
  expect(readFileSync('tools/own-caches.env', 'utf8')).toContain('NODE_COMPILE_CACHE=.local/');
});

it.each(['NODE_COMPILE_CACHE', 'PLAYWRIGHT_TRANSFORM_CACHE_DIR'])(
  'compiled code of the tests is cached in the project: %s',
  (name) => {
    expect(process.env[name]).toMatch(/\/\.local\/[\w-]+$/);
  },
);
