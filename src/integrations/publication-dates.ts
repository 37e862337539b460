import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { isPast, publicationSchema } from '../schemas/collections.ts';
import { checkCopy, CopyError, parseCopy } from '../schemas/messages.ts';
import { splitFrontmatter } from '../schemas/frontmatter.ts';

const FOLDER = 'content/research/publications/';

/**
 * Warns at build time of a publication that is announced for a quarter which is over, or dated into the future.
 *
 * @throws CopyError for one that is published without a text
 */
export function publicationDates(): AstroIntegration {
  return {
    name: 'publication-dates',
    hooks: {
      'astro:build:done'({ logger }) {
        const folder = fileURLToPath(new URL(`../../${FOLDER}`, import.meta.url));
        const now = new Date();
        const today = now.toISOString().slice(0, 10);
        for (const name of readdirSync(folder).filter((file) => file.endsWith('.mdx'))) {
          const file = FOLDER + name;
          const { fields, text } = splitFrontmatter(readFileSync(folder + name, 'utf8'));
          const { date, published } = checkCopy(publicationSchema, parseCopy(fields, file), file);
          if (published && text.trim() === '')
            throw new CopyError(file, ['it is published, but has no text below its fields. Write the text there.']);
          if (published && published > now) logger.warn(`${file}: it is published, with a date that is yet to come.`);
          if (!published && isPast(date))
            logger.warn(
              `${file}: ${date} is past. Give it a later date, or publish it with a line such as published: ${today}`,
            );
        }
      },
    },
  };
}
