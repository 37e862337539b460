import { splitFrontmatter } from './frontmatter.ts';

/** Whether the site shows the text below the fields: if not, a text is a mistake; if it is needed, a missing one is. */
export type ShowsText = boolean | 'needed';

/**
 * Comments of an MDX text, each with its end in the first group. An unclosed one ends with the text, and has '' there:
 * looking for its end again from each { would take minutes.
 */
export const COMMENT = /\{\/\*[^]*?(\*\/\}|$)/g;

/** The text below the fields of an MDX file, without comments. */
export const bodyText = (source: string): string => splitFrontmatter(source).text.replaceAll(COMMENT, '').trim();

/**
 * What is wrong if a text is missing or not expected, or undefined.
 *
 * @param shows whether the site shows it
 * @param text see {@link bodyText}
 */
export function textMistake(shows: ShowsText, text: string): string | undefined {
  if (shows === 'needed' && text === '') return 'it has no text below its fields. Write it there.';
  if (!shows && text !== '') return 'it has text below its fields, which the site does not show. Move it into a field.';
  return undefined;
}
