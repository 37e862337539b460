import { readFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { glob, type Loader, type LoaderContext } from 'astro/loaders';
import type { z } from 'zod';
import { checkFile, idOf } from './check-file.ts';
import type { CopyFile } from './copy-files.ts';
import { FIELDS_NOT_FOUND, hasOddFields, splitFrontmatter } from './frontmatter.ts';
import { CopyError, parseCopy, yamlMistake } from './messages.ts';

const fromProject = (path: string) => relative(process.cwd(), path);

/** What Astro throws for invalid YAML: js-yaml's error for frontmatter, its own error for a YAML file. */
interface YamlError {
  message: string;
  loc: { line?: number };
}

const isYamlError = (error: unknown): error is YamlError =>
  error instanceof Error && ['YAMLException', 'DataCollectionEntryParseError'].includes(error.name) && 'loc' in error;

/** Reads the files of one extension. */
interface FileReader {
  getEntryInfo(file: { fileUrl: URL; contents: string }): Promise<{ data: unknown }>;
}
/** The context that Astro passes; its readers are missing from the types. */
type ContextWithReaders = LoaderContext & { entryTypes: ReadonlyMap<string, FileReader> };

const READ_TWICE =
  'its fields can be read in two ways. Put each text with quotes, colons or special characters into one pair of "quotes", on one line.';

/** Data without dates, which only one of the two parsers has. */
const plain = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/.test(value) ? value.slice(0, 10) : value,
  ) as unknown;

/** Wraps a reader so that its errors are our own messages, on the first read and after each change. */
const inWords = (reader: FileReader): FileReader => ({
  ...reader,
  async getEntryInfo(file) {
    const path = fromProject(fileURLToPath(file.fileUrl));
    const source = file.contents;
    if (path.endsWith('.mdx') && hasOddFields(source)) throw new CopyError(path, [FIELDS_NOT_FOUND]);
    // Astro's readers would take forever for some aliases.
    const ours = parseCopy(path.endsWith('.mdx') ? splitFrontmatter(source).fields : file.contents, path);
    let entry: Awaited<ReturnType<FileReader['getEntryInfo']>>;
    try {
      entry = await reader.getEntryInfo(file);
    } catch (error) {
      if (!isYamlError(error)) throw error;
      const reason = error.message.split('failed to parse: ').at(-1) ?? error.message;
      throw new CopyError(path, [yamlMistake(error.loc.line ?? NaN, reason)]);
    }
    // Pages show what Astro reads; the agent, mails and checks use ours.
    if (!isDeepStrictEqual(plain(entry.data), plain(ours ?? {}))) throw new CopyError(path, [READ_TWICE]);
    return entry;
  },
});

/**
 * The loader and the schema of a collection of copy files. Our own check runs before Astro's: it names the file, the
 * field and the fix. The id of an entry is its file name, whatever its title says.
 */
export function copyCollection(kind: CopyFile): { loader: Loader; schema: z.ZodType } {
  const [base, pattern] = [dirname(kind.path), basename(kind.path)];
  const loader = glob({ base, pattern, generateId: ({ entry }) => idOf(base, entry, kind.taken) });
  const load: Loader['load'] = (context) => {
    const check: LoaderContext['parseData'] = (entry) => {
      const file = entry.filePath ? fromProject(entry.filePath) : entry.id;
      const source = file.endsWith('.mdx') ? readFileSync(file, 'utf8') : undefined;
      checkFile({ file, fields: entry.data, source }, kind);
      return context.parseData(entry);
    };
    const readers = [...(context as ContextWithReaders).entryTypes].map(
      ([extension, reader]) => [extension, inWords(reader)] as const,
    );
    return loader.load({ ...context, parseData: check, entryTypes: new Map(readers) } as ContextWithReaders);
  };
  return { loader: { name: 'copy', load }, schema: kind.schema };
}
