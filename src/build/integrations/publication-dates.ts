import { projectFolder } from '../../lib/project-folder.ts';
import { isPast } from '../../schemas/collections.ts';
import { dayOf } from '../../schemas/copy.ts';
import { loadEntries } from '../load-copy.ts';

/**
 * The publications that are announced for a past quarter or dated in the future. One line each.
 *
 * @param root the folder that contains content/; defaults to the project folder
 */
export function lateDates(root = projectFolder): string[] {
  const now = new Date();
  const today = dayOf(now);
  return loadEntries('publications', root).flatMap(({ id, data: { date, published } }) => {
    const file = `content/research/publications/${id}.mdx`;
    if (published && published > now) return [`${file}: it is published, but its date is in the future.`];
    return !published && isPast(date)
      ? [`${file}: ${date} is past. Give it a later date, or publish it with a line such as published: ${today}`]
      : [];
  });
}
