const FILE = /^\uFEFF?---\r?\n([^]*?)\r?\n---[^\S\n]*(?:\r?\n|$)([^]*)$/;

/**
 * The fields of an MDX file (YAML, between the lines of hyphens) and its text, both unparsed. A file without fields is
 * all text.
 */
export function splitFrontmatter(source: string): { fields: string; text: string } {
  const [, fields = '', text = source] = FILE.exec(source) ?? [];
  return { fields, text };
}
