/** A copy file split into parts. */
export interface SourceParts {
  /** A byte order mark and, in an MDX file, the first line of hyphens. */
  readonly before: string;
  /** YAML, to the end of its last line. */
  readonly fields: string;
  /** The second line of hyphens. */
  readonly between: string;
  /** Markdown. */
  readonly text: string;
}

const MDX = /^(\uFEFF?---\r?\n)((?:[^]*?\r?\n)??)(---[^\S\n]*(?:\r?\n|$))([^]*)$/;

/** The parts of a file's source. An MDX file without fields is all text. */
export function splitSource(source: string, isMdx: boolean): SourceParts {
  if (isMdx) {
    const [, before = '', fields = '', between = '', text = source] = MDX.exec(source) ?? [];
    return { before, fields, between, text };
  }
  const before = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  return { before, fields: source.slice(before.length), between: '', text: '' };
}

/** The source of a file in parts. */
export const joinSource = ({ before, fields, between, text }: SourceParts): string => before + fields + between + text;
