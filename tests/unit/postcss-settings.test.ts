import tailwind from '@astrojs/tailwind';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { temporaryFolder } from '../setup/stack.ts';

/** A folder below one in which somebody else has put settings, with nothing of the project but its package.json. */
function projectBelowOthers(): string {
  const others = temporaryFolder();
  const project = join(others, 'project');
  mkdirSync(project);
  copyFileSync(join(projectFolder, 'package.json'), join(project, 'package.json'));
  writeFileSync(join(others, 'pnpm-workspace.yaml'), '');
  writeFileSync(join(others, 'postcss.config.mjs'), 'globalThis.settingsOfOthers = true; export default {};');
  return project;
}

// The empty `postcss` of package.json ends the search.
it('a build runs no settings of PostCSS that lie above the project, such as in the folder for temporary files', async () => {
  const project = projectBelowOthers();
  const { hooks } = tailwind();
  await (hooks['astro:config:setup'] as (options: unknown) => Promise<void>)({
    config: { root: pathToFileURL(`${project}/`), vite: {} },
    updateConfig: () => undefined,
    injectScript: () => undefined,
  });
  await resolveConfig({ configFile: false, root: project }, 'build');
  expect(globalThis).not.toHaveProperty('settingsOfOthers');
});
