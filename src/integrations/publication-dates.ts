import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { isPast, publicationSchema } from '../schemas/collections.ts';
import { checkCopy, parseCopy } from '../schemas/messages.ts';

const FOLDER = 'content/research/publications/';

/** Warns at build time of a publication that is announced for a quarter which is over. */
export function publicationDates(): AstroIntegration {
  return {
    name: 'publication-dates',
    hooks: {
      'astro:build:done'({ logger }) {
        const folder = fileURLToPath(new URL(`../../${FOLDER}`, import.meta.url));
        for (const name of readdirSync(folder).filter((file) => file.endsWith('.mdx'))) {
          const file = FOLDER + name;
          const [, frontmatter = ''] = /^---\n([^]*?)\n---/.exec(readFileSync(folder + name, 'utf8')) ?? [];
          const { date, published } = checkCopy(publicationSchema, parseCopy(frontmatter, file), file);
          if (!published && isPast(date))
            logger.warn(
              `${file}: ${date} is past. Give it a later date, or publish it with a line such as published: 2027-05-31`,
            );
        }
      },
    },
  };
}
