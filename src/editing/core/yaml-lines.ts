/**
 * A value as YAML: the part on the line of its key or hyphen, and the lines below, with indentation and without line
 * breaks.
 */
export interface YamlLines {
  readonly head: string;
  readonly lines: readonly string[];
}

/** A value that fits on the line of its key. */
export const onLine = (head: string): YamlLines => ({ head, lines: [] });
