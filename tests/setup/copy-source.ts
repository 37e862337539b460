import type { CopySource } from '../../src/editing/files/copy-source.ts';
import { COPY_SOURCES } from './edit-sources.ts';

/**
 * The content of the project in memory.
 *
 * @param changes texts that differ; null is a file that is missing
 */
export function copySource(changes: Readonly<Record<string, string | null>> = {}): CopySource {
  const texts = new Map(COPY_SOURCES.map(({ file, text }) => [file, text]));
  for (const [file, text] of Object.entries(changes)) {
    if (text === null) texts.delete(file);
    else texts.set(file, text);
  }
  return {
    files: () => [...texts.keys()],
    read: (file) => texts.get(file) ?? null,
    version: (file) => (texts.has(file) ? `version of ${texts.get(file) ?? ''}` : ''),
  };
}
