const FILE = /^\uFEFF?---\r?\n([^]*?)\r?\n---[^\S\n]*(?:\r?\n|$)([^]*)$/;

/**
 * An MDX file's fields (YAML, between the lines of hyphens) and its text, both as they are written. A file without
 * fields is all text.
 */
export function splitFrontmatter(source: string): { fields: string; text: string } {
  const [, fields = '', text = source] = FILE.exec(source) ?? [];
  return { fields, text };
}
