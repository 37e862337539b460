import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { glob, type Loader } from 'astro/loaders';
import type { z } from 'zod';
import { splitFrontmatter } from './frontmatter.ts';
import { checkCopy, CopyError, yamlMistake } from './messages.ts';

const fromProject = (path: string) => relative(process.cwd(), path);

/** What Astro throws for YAML that can't be read: js-yaml's own error for frontmatter, one of its own for a YAML file. */
interface YamlError {
  message: string;
  loc: { file: string; line?: number };
}

const isYamlError = (error: unknown): error is YamlError =>
  error instanceof Error && ['YAMLException', 'DataCollectionEntryParseError'].includes(error.name) && 'loc' in error;

/** Addresses that entries of a collection can't have, and what has them. */
type Taken = Readonly<Record<string, string>>;

/** The name of a file without its extension, which is an address too. */
function idOf(base: string, entry: string, taken: Taken): string {
  const id = entry.replace(/\.\w+$/, '');
  const owner = Object.hasOwn(taken, id) ? taken[id] : undefined;
  if (owner) throw new CopyError(`${base}/${entry}`, [`its name is taken by ${owner}. Give the file another name.`]);
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) return id;
  throw new CopyError(`${base}/${entry}`, [
    'its name must be lower-case letters, digits and hyphens, because addresses are made of it. For example: my-paper.mdx',
  ]);
}

/** What stands below the fields of an MDX file, comments aside. */
const textOf = (file: string) =>
  splitFrontmatter(readFileSync(file, 'utf8'))
    .text.replaceAll(/\{\/\*[^]*?\*\/\}/g, '')
    .trim();

/**
 * The loader and the schema of a collection of copy files, with our own check in front of Astro's: it names the file,
 * the field and the remedy. Each entry's id is its file name, also where the title says something else.
 *
 * @param showsText whether the site shows the text below an entry's fields; where it doesn't, a text is a mistake
 * @param taken names that no file can have, each with what has it
 * @example legal: defineCollection(copyFiles('content/legal', '*.mdx', legalSchema))
 */
export function copyFiles<Schema extends z.ZodType>(
  base: string,
  pattern: string | string[],
  schema: Schema,
  showsText: (data: z.output<Schema>) => boolean = () => false,
  taken: Taken = {},
): { loader: Loader; schema: Schema } {
  const loader = glob({ base, pattern, generateId: ({ entry }) => idOf(base, entry, taken) });
  const load: Loader['load'] = async (context) => {
    try {
      await loader.load({
        ...context,
        parseData: (entry) => {
          const file = entry.filePath ? fromProject(entry.filePath) : entry.id;
          const data = checkCopy(schema, entry.data, file);
          if (file.endsWith('.mdx') && !showsText(data) && textOf(file) !== '')
            throw new CopyError(file, [
              'it has text below its fields, which the site does not show. Move it into a field.',
            ]);
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
