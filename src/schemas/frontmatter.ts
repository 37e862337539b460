const FILE = /^\uFEFF?---\r?\n([^]*?)\r?\n---[^\S\n]*(?:\r?\n|$)([^]*)$/;

/** What Astro takes for the beginning of fields. */
const BEGINNING = /^\s*\uFEFF?\s*(?:---|\+\+\+)/;

/**
 * Whether a file begins with fields that Astro would read, and {@link splitFrontmatter} would not: for example between
 * other lines than three hyphens.
 */
export const hasOddFields = (source: string): boolean => BEGINNING.test(source) && !FILE.test(source);

/**
 * The fields of an MDX file (YAML, between the lines of hyphens) and its text, both unparsed. A file without fields is
 * all text.
 */
export function splitFrontmatter(source: string): { fields: string; text: string } {
  const [, fields = '', text = source] = FILE.exec(source) ?? [];
  return { fields, text };
}
