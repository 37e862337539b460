import { isMap, isScalar, Lexer, type ParsedNode, parseDocument, Scalar, visit, type YAMLMap } from 'yaml';
import { documentMistake, NO_SEARCH, yamlMistake } from '../../schemas/messages.ts';
import { fieldsLimitMistake } from '../../schemas/parser-limits.ts';
import { RefusedError, shortcutRefused, unusualRefused } from './refused-error.ts';
import type { Data } from './values.ts';

/** The parsed fields of a file: their source and their values. */
export interface Fields {
  readonly source: string;
  /** The line break of the file. */
  readonly eol: string;
  /** Undefined if there are no fields. */
  readonly root: YAMLMap.Parsed | undefined;
  readonly data: Data;
  /** The comments, by the offset of their `#`. */
  readonly notes: ReadonlyMap<number, string>;
}

/** The lexer's markers for the start and end of a document or value, which are not in the source. */
const MARKS = ['\u0002', '\u0018', '\u001F'];

/** The comments of a YAML source, by the offset of their `#`. */
function notesOf(source: string): Map<number, string> {
  const notes = new Map<number, string>();
  let offset = 0;
  for (const lexeme of new Lexer().lex(source)) {
    // Lines of block scalars come with their indentation, and no other value begins with a hash.
    if (lexeme.startsWith('#')) notes.set(offset, lexeme.trimEnd());
    if (!MARKS.includes(lexeme)) offset += lexeme.length;
  }
  return notes;
}

/**
 * Parses fields.
 *
 * @param source YAML without a byte order mark
 * @param eol the line break of the file
 * @param above the number of lines above it in the file
 * @throws RefusedError when it can't be parsed, or Astro would parse it differently
 */
export function readFields(source: string, eol: string, above: number): Fields {
  const tooLong = fieldsLimitMistake(source);
  if (tooLong !== undefined) throw new RefusedError(`In the file, ${tooLong}`);
  const document = parseDocument(source, { ...NO_SEARCH, keepSourceTokens: true });
  const mistake = documentMistake(document, source);
  if (mistake) {
    const line = source.slice(0, mistake.offset).split('\n').length + above;
    throw new RefusedError(`In the file, ${yamlMistake(line, mistake.reason)}`);
  }
  if (document.directives.yaml.explicit) throw unusualRefused();
  const notes = notesOf(source);
  const root = document.contents;
  if (root === null || (isScalar(root) && root.range[0] === root.range[1]))
    return { source, eol, root: undefined, data: {}, notes };
  if (!isMap<ParsedNode, ParsedNode | null>(root))
    throw new RefusedError('The file has no fields, each with a name and a colon. Ask a developer to fix it.');
  visit(root, {
    Pair(_key, { key }) {
      // Astro's parser merges the fields that it refers to; this one does not.
      if (isScalar(key) && key.type === Scalar.PLAIN && key.source === '<<') throw shortcutRefused();
    },
  });
  return { source, eol, root, data: document.toJS() as Data, notes };
}
