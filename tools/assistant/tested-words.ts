import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { localFolder } from '../local/folder.ts';

/** On this machine only: whoever pushes has tested. */
const file = () => join(localFolder(), 'tested-words');

/** Identifies what was tested. */
export const hashOf = (words: unknown): string => createHash('sha256').update(JSON.stringify(words)).digest('hex');

/** Notes that these words have passed. */
export function noteTested(words: string): void {
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), `${words}\n`);
}

/** Whether exactly these words were the last to pass. */
export const isTested = (words: string): boolean => existsSync(file()) && readFileSync(file(), 'utf8').trim() === words;
