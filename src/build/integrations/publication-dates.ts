import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { projectFolder } from '../../lib/project-folder.ts';
import { isPast, publicationSchema } from '../../schemas/collections.ts';
import { checkCopy, CopyError, parseCopy } from '../../schemas/messages.ts';
import { splitFrontmatter } from '../../schemas/frontmatter.ts';

const FOLDER = 'content/research/publications/';

/**
 * The publications that are announced for a past quarter or dated in the future. One line each.
 *
 * @param root the folder that contains content/; defaults to the project folder
 * @throws CopyError for a publication that is published without a text
 */
export function lateDates(root = projectFolder): string[] {
  const folder = join(root, FOLDER);
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const names = readdirSync(folder).filter((name) => name.endsWith('.mdx'));
  return names.flatMap((name) => {
    const file = FOLDER + name;
    const { fields, text } = splitFrontmatter(readFileSync(join(folder, name), 'utf8'));
    const { date, published } = checkCopy(publicationSchema, parseCopy(fields, file), file);
    if (published && text.trim() === '')
      throw new CopyError(file, ['it is published, but has no text below its fields. Write the text there.']);
    if (published && published > now) return [`${file}: it is published, but its date is in the future.`];
    return !published && isPast(date)
      ? [`${file}: ${date} is past. Give it a later date, or publish it with a line such as published: ${today}`]
      : [];
  });
}

/** Warns at build time about what {@link lateDates} finds, and stops a build if a published text is missing. */
export function publicationDates(): AstroIntegration {
  return {
    name: 'publication-dates',
    hooks: { 'astro:build:done': ({ logger }) => lateDates().forEach((line) => logger.warn(line)) },
  };
}
