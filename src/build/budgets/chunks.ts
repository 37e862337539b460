import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** A script of the build. */
export interface Chunk {
  /** Path in the folder of the built site. */
  file: string;
  imports: readonly string[];
  /** The files bundled into it, largest first. */
  modules: readonly string[];
}

/** Records which scripts a build emits and what each contains. */
export function chunkCollector(chunks: Map<string, Chunk>): Plugin {
  return {
    name: 'budgets',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        const modules = Object.entries(output.modules)
          .sort(([, a], [, b]) => b.renderedLength - a.renderedLength)
          .map(([id]) => id);
        chunks.set(output.fileName, { file: output.fileName, imports: output.imports, modules });
      }
    },
  };
}

/** Scripts with everything they import: what must be loaded before they can run. */
export function withImports(chunks: ReadonlyMap<string, Chunk>, files: readonly string[]): Set<string> {
  const all = new Set<string>();
  const add = (file: string) => {
    if (all.has(file)) return;
    all.add(file);
    chunks.get(file)?.imports.forEach(add);
  };
  files.forEach(add);
  return all;
}

/** The script whose largest module, in the project or in a package, matches this path. */
export const chunkOf = (chunks: ReadonlyMap<string, Chunk>, module: RegExp): string | undefined =>
  [...chunks.values()].find(({ modules }) => module.test(modules[0] ?? ''))?.file;

/**
 * The size of a built script with brotli, in bytes.
 *
 * @param sizes the sizes of files already seen, so that each is compressed once
 */
export function scriptBytes(folder: string, file: string, sizes: Map<string, number>): number {
  const bytes = sizes.get(file) ?? brotliCompressSync(readFileSync(join(folder, file))).length;
  sizes.set(file, bytes);
  return bytes;
}
