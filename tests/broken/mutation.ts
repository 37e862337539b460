import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrokenPromise } from './promise.ts';

/** A mutation that can't be applied as written. */
export class MutationError extends Error {
  override name = 'MutationError';
}

/**
 * Applies a mutation to a file's text.
 *
 * @throws MutationError if the text to replace does not occur exactly once, or if nothing would change
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
 * Applies a mutation to a file in a folder.
 *
 * @returns a function that restores the file
 * @throws MutationError if it can't be applied
 */
export function breakFile(folder: string, promise: BrokenPromise): () => void {
  const path = join(folder, promise.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(text, promise));
  return () => writeFileSync(path, text);
}
