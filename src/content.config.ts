import { defineCollection } from 'astro:content';
import { copyCollection } from './schemas/copy-collection.ts';
import { COPY_FILES, type CopyName } from './schemas/copy-files.ts';

/** What Astro derives the types of entries from. */
type Collections = { [Name in CopyName]: { schema: (typeof COPY_FILES)[Name]['schema'] } };

export const collections = Object.fromEntries(
  Object.entries(COPY_FILES).map(([name, kind]) => [name, defineCollection(copyCollection(kind))]),
) as object as Collections;
