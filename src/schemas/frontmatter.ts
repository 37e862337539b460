const FILE = /^\uFEFF?---\r?\n([^]*?)\r?\n---[^\S\n]*(?:\r?\n|$)([^]*)$/;

/** The message for a file without fields, or with fields that only other readers would find. */
export const FIELDS_NOT_FOUND =
  "its fields can't be found. Put them at the top of the file, between two lines of three hyphens.";

/** What Astro takes for the beginning of fields. */
const BEGINNING = /^\s*(?:---|\+\+\+)/;

/** What Astro takes for their end, whatever follows in the same line. */
const END = /^(?:---|\+\+\+)/m;

/**
 * Whether a file begins with fields that Astro would read otherwise than {@link splitFrontmatter}: for example between
 * other lines than three hyphens.
 */
export const hasOddFields = (source: string): boolean =>
  BEGINNING.test(source) && (!FILE.test(source) || END.test(splitFrontmatter(source).fields));

/**
 * The fields of an MDX file (YAML, between the lines of hyphens) and its text, both unparsed. A file without fields is
 * all text.
 */
export function splitFrontmatter(source: string): { fields: string; text: string } {
  const [, fields = '', text = source] = FILE.exec(source) ?? [];
  return { fields, text };
}

/** The same file with no fields, on as many lines. Only for files without {@link hasOddFields}. */
export function emptyFields(source: string): string {
  const { fields } = splitFrontmatter(source);
  const start = source.indexOf('\n') + 1;
  // Between its hyphens: what a text begins with could be fields otherwise.
  return fields === ''
    ? source
    : source.slice(0, start) + fields.replaceAll(/[^\n]/g, '') + source.slice(start + fields.length);
}
