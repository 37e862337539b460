/**
 * A value as YAML writes it: what stands on the line of its key or hyphen, and the lines below, with their indentation
 * and without their ends.
 */
export interface Written {
  readonly head: string;
  readonly lines: readonly string[];
}

/** A value that needs no line of its own. */
export const onLine = (head: string): Written => ({ head, lines: [] });
