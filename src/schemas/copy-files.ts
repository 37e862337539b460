import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { glob, type Loader, type LoaderContext } from 'astro/loaders';
import type { z } from 'zod';
import { checkFile, idOf, type Taken } from './check-file.ts';
import { CopyError, yamlMistake } from './messages.ts';

const fromProject = (path: string) => relative(process.cwd(), path);

/** What Astro throws for YAML that can't be read: js-yaml's own error for frontmatter, one of its own for a YAML file. */
interface YamlError {
  message: string;
  loc: { line?: number };
}

const isYamlError = (error: unknown): error is YamlError =>
  error instanceof Error && ['YAMLException', 'DataCollectionEntryParseError'].includes(error.name) && 'loc' in error;

/** What reads the files of one extension. */
interface FileReader {
  getEntryInfo(file: { fileUrl: URL; contents: string }): Promise<unknown>;
}
/** A context as Astro makes it; its readers are not in the types. */
type ContextWithReaders = LoaderContext & { entryTypes: ReadonlyMap<string, FileReader> };

/** A reader whose mistakes are in our words, when a file is read for the first time and when it has changed. */
const inWords = (reader: FileReader): FileReader => ({
  ...reader,
  async getEntryInfo(file) {
    try {
      return await reader.getEntryInfo(file);
    } catch (error) {
      if (!isYamlError(error)) throw error;
      const reason = error.message.split('failed to parse: ').at(-1) ?? error.message;
      throw new CopyError(fromProject(fileURLToPath(file.fileUrl)), [yamlMistake(error.loc.line ?? NaN, reason)]);
    }
  },
});

/**
 * The loader and the schema of a collection of copy files, with our own check in front of Astro's: it names the file,
 * the field and the remedy. Each entry's id is its file name, also where the title says something else.
 *
 * @param taken names that no file can have, each with what has it
 * @example legal: defineCollection(copyFiles('content/legal', '*.mdx', legalSchema))
 */
export function copyFiles<Schema extends z.ZodType>(
  base: string,
  pattern: string,
  schema: Schema,
  taken: Taken = {},
): { loader: Loader; schema: Schema } {
  const loader = glob({ base, pattern, generateId: ({ entry }) => idOf(base, entry, taken) });
  const load: Loader['load'] = (context) => {
    const check: LoaderContext['parseData'] = (entry) => {
      const file = entry.filePath ? fromProject(entry.filePath) : entry.id;
      const source = file.endsWith('.mdx') ? readFileSync(file, 'utf8') : undefined;
      checkFile({ file, fields: entry.data, source }, schema, `${base}/${pattern}`);
      return context.parseData(entry);
    };
    const readers = [...(context as ContextWithReaders).entryTypes].map(
      ([extension, reader]) => [extension, inWords(reader)] as const,
    );
    return loader.load({ ...context, parseData: check, entryTypes: new Map(readers) } as ContextWithReaders);
  };
  return { loader: { name: 'copy', load }, schema };
}
