import { isMap, isScalar, Lexer, type ParsedNode, parseDocument, Scalar, visit, type YAMLMap } from 'yaml';
import { yamlMistake } from '../../schemas/messages.ts';
import { RefusedError, shortcutRefused, unusualRefused } from './refused-error.ts';
import type { Data } from './values.ts';

/** The fields of a file, read: what stands where, and what they hold. */
export interface Fields {
  readonly source: string;
  /** How the lines of its file end. */
  readonly eol: string;
  /** Undefined while there is no field. */
  readonly root: YAMLMap.Parsed | undefined;
  readonly data: Data;
  /** Each note, by where its hash stands. */
  readonly notes: ReadonlyMap<number, string>;
}

/** The lexer's marks of the beginning and end of a document or value, which stand for no sign of the source. */
const MARKS = ['\u0002', '\u0018', '\u001F'];

/** The notes of a YAML source, each by where its hash stands. */
function notesOf(source: string): Map<number, string> {
  const notes = new Map<number, string>();
  let offset = 0;
  for (const lexeme of new Lexer().lex(source)) {
    // Lines of text come with their indentation, and no value in one line begins with a hash.
    if (lexeme.startsWith('#')) notes.set(offset, lexeme.trimEnd());
    if (!MARKS.includes(lexeme)) offset += lexeme.length;
  }
  return notes;
}

/**
 * Reads fields.
 *
 * @param source YAML without a byte order mark
 * @param eol how the lines of its file end
 * @param above how many of them stand above it
 * @throws RefusedError when it can't be read, or when Astro would read something else in it
 */
export function readFields(source: string, eol: string, above: number): Fields {
  const document = parseDocument(source, { keepSourceTokens: true });
  const [error] = document.errors;
  if (error) {
    const line = (error.linePos?.[0].line ?? NaN) + above;
    throw new RefusedError(`In the file, ${yamlMistake(line, error.message.split(' at line')[0] ?? error.message)}`);
  }
  if (document.directives.yaml.explicit) throw unusualRefused();
  const notes = notesOf(source);
  const root = document.contents;
  if (root === null || (isScalar(root) && root.range[0] === root.range[1]))
    return { source, eol, root: undefined, data: {}, notes };
  if (!isMap<ParsedNode, ParsedNode | null>(root))
    throw new RefusedError('The file holds no fields, each with its name and a colon. Ask a developer to mend it.');
  visit(root, {
    Pair(_key, { key }) {
      // Astro's reader puts in the fields that it refers to, and this one does not.
      if (isScalar(key) && key.type === Scalar.PLAIN && key.source === '<<') throw shortcutRefused();
    },
  });
  return { source, eol, root, data: document.toJS() as Data, notes };
}
