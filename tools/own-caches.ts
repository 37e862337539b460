import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { projectFolder } from '../src/lib/project-folder.ts';

const FILE = join(projectFolder, 'tools/own-caches.env');

/** The variables of own-caches.env, for programs that are started in any folder. */
export const OWN_CACHES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(parseEnv(readFileSync(FILE, 'utf8'))).map(([name, cache = '']) => [
    name,
    cache === 'false' ? cache : join(projectFolder, cache),
  ]),
);
