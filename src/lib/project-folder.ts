import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. In code that has been bundled it leads elsewhere; `process.cwd()` serves there. */
export const projectFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
