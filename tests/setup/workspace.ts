import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { COPY_FILES } from '../../src/schemas/copy-files.ts';
import { linkPackages } from '../../tools/local/project-copy.ts';

/** Folders that programs create. A workspace has its own. */
export const GENERATED = [
  'node_modules',
  '.git',
  '.local',
  '.astro',
  'dist',
  'dist-desk',
  'dist-meet',
  'test-results',
  'playwright-report',
];
/**
 * Copies the current project into a folder, with tests/content instead of content/, so that editing copy breaks only
 * tests about wording. What programs have created in the folder since the last time is kept.
 */
export function openWorkspace(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!GENERATED.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
  for (const name of readdirSync(projectFolder)) {
    // A developer's keys are not copied: tests never reach a hosted service.
    if (GENERATED.includes(name) || name === 'content' || /^\.env(?!\.example)/.test(name)) continue;
    cpSync(join(projectFolder, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  cpSync(join(projectFolder, 'tests/content'), join(folder, 'content'), { recursive: true, preserveTimestamps: true });
  // A new page has no frozen words yet.
  for (const { path } of Object.values(COPY_FILES))
    if (!path.includes('*') && !existsSync(join(folder, path))) cpSync(join(projectFolder, path), join(folder, path));
  linkPackages(folder);
  // The functions import their copy as a module.
  execFileSync(process.execPath, ['src/build/integrations/email-copy.ts'], { cwd: folder, stdio: 'inherit' });
}
