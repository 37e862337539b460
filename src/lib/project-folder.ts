import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that contains package.json. It is wrong in bundled code, which uses `process.cwd()` instead. */
export const projectFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
