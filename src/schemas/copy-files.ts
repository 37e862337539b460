import { relative } from 'node:path';
import { glob, type Loader } from 'astro/loaders';
import type { z } from 'zod';
import { checkCopy, CopyError, yamlMistake } from './messages.ts';

const fromProject = (path: string) => relative(process.cwd(), path);

/** What Astro throws for YAML that can't be read: js-yaml's own error for frontmatter, one of its own for a YAML file. */
interface YamlError {
  message: string;
  loc: { file: string; line?: number };
}

const isYamlError = (error: unknown): error is YamlError =>
  error instanceof Error && ['YAMLException', 'DataCollectionEntryParseError'].includes(error.name) && 'loc' in error;

/**
 * The loader and the schema of a collection of copy files, with our own check in front of Astro's: it names the file,
 * the field and the remedy. Each entry's id is its file name, also where the title says something else.
 *
 * @example legal: defineCollection(copyFiles('content/legal', '*.mdx', legalSchema))
 */
export function copyFiles<Schema extends z.ZodType>(
  base: string,
  pattern: string | string[],
  schema: Schema,
): { loader: Loader; schema: Schema } {
  const loader = glob({ base, pattern, generateId: ({ entry }) => entry.replace(/\.\w+$/, '') });
  const load: Loader['load'] = async (context) => {
    try {
      await loader.load({
        ...context,
        parseData: (entry) => {
          checkCopy(schema, entry.data, entry.filePath ? fromProject(entry.filePath) : entry.id);
          return context.parseData(entry);
        },
      });
    } catch (error) {
      if (!isYamlError(error)) throw error;
      const reason = error.message.split('failed to parse: ').at(-1) ?? error.message;
      throw new CopyError(fromProject(error.loc.file), [yamlMistake(error.loc.line, reason)]);
    }
  };
  return { loader: { name: 'copy', load }, schema };
}
