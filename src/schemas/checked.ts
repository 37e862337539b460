import { relative } from 'node:path';
import type { Loader } from 'astro/loaders';
import type { z } from 'zod';
import { checkCopy } from './messages.ts';

/**
 * A collection's loader and schema, with our own check in front of Astro's: it names the file, the field and the remedy.
 *
 * @example legal: defineCollection(checked(glob({ base: './content/legal', pattern: '*.mdx' }), legalSchema))
 */
export function checked<Schema extends z.ZodType>(loader: Loader, schema: Schema): { loader: Loader; schema: Schema } {
  const load: Loader['load'] = (context) =>
    loader.load({
      ...context,
      parseData: (entry) => {
        checkCopy(schema, entry.data, entry.filePath ? relative(process.cwd(), entry.filePath) : entry.id);
        return context.parseData(entry);
      },
    });
  return { loader: { name: `checked-${loader.name}`, load }, schema };
}
