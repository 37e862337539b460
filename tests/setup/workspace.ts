import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../src/lib/project-folder.ts';

/** What programs make. A workspace has its own. */
const MADE = ['node_modules', '.git', '.local', '.astro', 'dist', 'test-results', 'playwright-report'];
/** In a folder of packages: Astro and Vite keep caches there, which must not be shared. */
const CACHES = ['.astro', '.vite', '.vite-temp', '.cache'];

/** Links each package of the project into another folder. */
export function linkPackages(folder: string): void {
  const packages = join(projectFolder, 'node_modules');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(packages))
    if (!CACHES.includes(name) && !existsSync(join(folder, 'node_modules', name)))
      symlinkSync(join(packages, name), join(folder, 'node_modules', name));
}

/**
 * Makes a folder the project as it is now, with the words of tests/content in the place of content/: whoever edits a
 * word breaks no test that is not about words. What programs made in it since the last time is kept.
 */
export function openWorkspace(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!MADE.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
  for (const name of readdirSync(projectFolder)) {
    // A developer's keys stay where they are: tests never reach a hosted service.
    if (MADE.includes(name) || name === 'content' || /^\.env(?!\.example)/.test(name)) continue;
    cpSync(join(projectFolder, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  cpSync(join(projectFolder, 'tests/content'), join(folder, 'content'), { recursive: true, preserveTimestamps: true });
  linkPackages(folder);
  // The functions import their words as a module.
  execFileSync(process.execPath, ['src/build/integrations/email-copy.ts'], { cwd: folder, stdio: 'inherit' });
}
