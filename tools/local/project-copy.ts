import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../src/lib/project-folder.ts';

/** Everything a build is made from, except the packages. */
export const BUILT_FROM = [
  'src',
  'tools',
  'content',
  'functions',
  'public',
  'supabase',
  'astro.config.mjs',
  'tailwind.config.mjs',
  'tsconfig.json',
  'package.json',
];

/** Caches of Astro and Vite in the folder of packages, which must not be shared. */
const CACHES = ['.astro', '.vite', '.vite-temp', '.cache'];

/** Links each package of the project into another folder. */
export function linkPackages(folder: string): void {
  const packages = join(projectFolder, 'node_modules');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(packages))
    if (!CACHES.includes(name) && !existsSync(join(folder, 'node_modules', name)))
      symlinkSync(join(packages, name), join(folder, 'node_modules', name));
}
