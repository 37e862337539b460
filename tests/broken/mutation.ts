import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrokenPromise } from './promise.ts';

/** A slip that can't be made as it is written. */
export class MutationError extends Error {
  override name = 'MutationError';
}

/**
 * A file's text with the slip in it.
 *
 * @throws MutationError when the text to be replaced is not there exactly once, or nothing would change
 */
export function mutated(
  text: string,
  { file, find, replace }: Pick<BrokenPromise, 'file' | 'find' | 'replace'>,
): string {
  const [before, after, ...others] = text.split(find);
  const count = text.split(find).length - 1;
  if (before === undefined || after === undefined || others.length > 0)
    throw new MutationError(`${file} must have this text once, and has it ${count} times: ${find}`);
  if (find === replace) throw new MutationError(`${file}: the replacement is the same as the text: ${find}`);
  return before + replace + after;
}

/**
 * Makes the slip in a folder.
 *
 * @returns what takes it back
 * @throws MutationError when it can't be made
 */
export function breakFile(folder: string, promise: BrokenPromise): () => void {
  const path = join(folder, promise.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(text, promise));
  return () => writeFileSync(path, text);
}
