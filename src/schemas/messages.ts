import {
  type Document,
  isCollection,
  isScalar,
  LineCounter,
  type Pair,
  type ParsedNode,
  parseDocument,
  visit,
} from 'yaml';
import type { z } from 'zod';
import { Fault } from '../lib/fault.ts';
import { codeWordsMistake } from './code-words.ts';
import { invisibleMistake } from './invisible.ts';
import { fieldsLimitMistake } from './parser-limits.ts';

const list = (items: readonly unknown[]) => items.map(String).join(', ');

const QUOTES =
  'Write text; put it in "quotes" if it is a number or a date, contains a colon, or starts with a special character.';

/** What was found instead of a text. A colon or a brace makes YAML read a text as fields. */
function kindOf(value: unknown): string {
  if (value === null) return 'is empty';
  if (Array.isArray(value)) return 'is a list';
  if (value instanceof Date) return 'is a date';
  return typeof value === 'object' ? 'is read as fields because of a colon or a brace' : `is a ${typeof value}`;
}

/** What a field must be, by zod's name for it. */
const EXPECTED: Readonly<Record<string, string>> = {
  array: 'a list (lines that start with "- ")',
  object: 'fields, each with its name and a colon',
  record: 'fields, each with its name and a colon',
  boolean: 'true or false, without quotes',
  number: 'a number, without quotes',
  int: 'a whole number, without quotes',
};

function lengthMessage(issue: z.core.$ZodRawIssue): string {
  const maximum = Number(issue['maximum']);
  if (issue['origin'] === 'string') {
    const length = String(issue.input).length;
    return `is ${length} characters long; at most ${maximum} fit. Shorten it by ${length - maximum}.`;
  }
  if (issue['origin'] === 'number' || issue['origin'] === 'int')
    return `is ${String(issue.input)}; it must be at most ${maximum}.`;
  return `has too many entries; at most ${maximum} fit. Remove some.`;
}

/** The fields of the schema that reported the issue, to suggest after a misspelled one. */
function knownFields(issue: z.core.$ZodRawIssue): string[] {
  const definition = issue.inst?._zod.def as { shape?: Record<string, unknown> } | undefined;
  return Object.keys(definition?.shape ?? {});
}

/** For a field that accepts only certain values. */
const notAmong = (value: unknown, values: readonly unknown[]) =>
  `${value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`}; it must be one of: ${list(values)}.`;

/**
 * Says what is wrong in a copy file and how to fix it, for people who don't write code. Replaces zod's own messages,
 * unless the schema has one of its own.
 */
export function copyMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownFields(issue);
      return `has ${list(issue['keys'])}, which is not a field. Correct the spelling or remove it.${known.length > 0 ? ` The fields here are: ${list(known)}.` : ''}`;
    }
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing. Add it.';
      if (issue['expected'] === 'string') return `must be text, but ${kindOf(issue.input)}. ${QUOTES}`;
      return `must be ${EXPECTED[issue['expected']] ?? issue['expected']}.`;
    case 'invalid_value':
      return notAmong(issue.input, issue['values']);
    case 'invalid_union':
      return issue['discriminator']
        ? notAmong((issue.input as Record<string, unknown>)[issue['discriminator']], issue['options'] as string[])
        : undefined;
    case 'too_big':
      return lengthMessage(issue);
    case 'too_small':
      if (issue['origin'] === 'number' || issue['origin'] === 'int')
        return `is ${String(issue.input)}; it must be at least ${String(issue['minimum'])}.`;
      if (issue['origin'] === 'string')
        return `is too short; it needs at least ${String(issue['minimum'])} characters. Write more.`;
      return `has too few entries; at least ${String(issue['minimum'])} are needed. Add some.`;
    case 'invalid_format':
      if (issue['format'] === 'email') return 'is not an e-mail address. For example: hello@example.com';
      if (issue['format'] === 'url') return 'is not an address. For example: https://example.com';
      return undefined;
    default:
      return undefined;
  }
}

/**
 * Without what begins a command of GitHub's in a key or a value: ::notice at the beginning of a line, and ##[notice]
 * anywhere. No other control characters either.
 */
const inOneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('##[', '## [');

/** A mistake in a copy file. Its message names the file, each field, what is wrong and how to fix it. */
export class CopyError extends Fault {
  override name = 'CopyError';

  /**
   * @param file path from the project's folder
   * @param mistakes one line each, which is made of them if they have more
   */
  constructor(file: string, mistakes: readonly string[]) {
    super([`${inOneLine(file)} can't be used:`, ...mistakes.map((mistake) => `  - ${inOneLine(mistake)}`)].join('\n'));
    // A stack trace does not help people who write copy.
    this.stack = `${this.name}: ${this.message}`;
  }

  /** Only the name: if Astro finds the word document or window in it, it adds advice about browsers. */
  override toString(): string {
    return this.name;
  }
}

/** `items[2].title`, or "the file" for a mistake that belongs to no field. */
function fieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file';
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part + 1}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');
}

/** For a union, the mistakes of the closest member; zod itself says only "Invalid input". */
function flatten(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const [closest] = [...issue.errors].sort(
    (a, b) => a.length - b.length || Number(hasUnknownKey(a)) - Number(hasUnknownKey(b)),
  );
  return (closest ?? []).flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

const hasUnknownKey = (issues: readonly z.core.$ZodIssue[]) =>
  issues.some((issue) => issue.code === 'unrecognized_keys');

/** What is wrong with a value, and where it is. */
interface CopyMistake {
  path: readonly PropertyKey[];
  message: string;
}

/** What is wrong with any text, whatever its field is. */
function textMistakes(data: unknown, path: readonly PropertyKey[] = []): CopyMistake[] {
  if (typeof data === 'string') {
    const message = codeWordsMistake(data) ?? invisibleMistake(data);
    return message === undefined ? [] : [{ path, message }];
  }
  if (typeof data !== 'object' || data === null) return [];
  if (Array.isArray(data)) return data.flatMap((value: unknown, index) => textMistakes(value, [...path, index]));
  return Object.entries(data).flatMap(([key, value]) =>
    [key, value].flatMap((text: unknown) => textMistakes(text, [...path, key])),
  );
}

/** The parsed data of a copy file, or its mistakes: each a field and a sentence that does not name the field. */
export function readCopy<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
): { data: z.output<Schema> } | { mistakes: CopyMistake[] } {
  const mistakes = textMistakes(data);
  if (mistakes.length > 0) return { mistakes };
  const result = schema.safeParse(data, { error: copyMessage, reportInput: true });
  if (result.success) return { data: result.data };
  return { mistakes: result.error.issues.flatMap(flatten).map(({ path, message }) => ({ path, message })) };
}

const errorOf = (mistakes: readonly CopyMistake[], file: string): CopyError =>
  new CopyError(file, [...new Set(mistakes.map(({ path, message }) => `${fieldName(path)} ${message}`))]);

/**
 * Checks the texts of a copy file whose placeholders are filled in: together they can be more than each is alone.
 *
 * @param file path from the project's folder, for the message
 * @throws CopyError
 */
export function checkFilled(data: unknown, file: string): void {
  const mistakes = textMistakes(data);
  if (mistakes.length > 0) throw errorOf(mistakes, file);
}

/**
 * Checks the data of a copy file and returns it.
 *
 * @param file path from the project's folder, for the message
 * @throws CopyError if the data does not match the schema
 */
export function checkCopy<Schema extends z.ZodType>(schema: Schema, data: unknown, file: string): z.output<Schema> {
  if (data === null || data === undefined)
    throw new CopyError(file, ['it is empty. Undo the change that emptied it, or write its fields.']);
  const result = readCopy(schema, data);
  if ('data' in result) return result.data;
  throw errorOf(result.mistakes, file);
}

/** What to do about invalid YAML, based on the error of either of the two parsers. */
function yamlAdvice(reason: string): string {
  if (/unique|duplicated/i.test(reason)) return 'There is already a field with this name. Remove one of the two.';
  if (/\btabs?\b/i.test(reason)) return 'Indent the line with spaces, not with the Tab key.';
  if (/percent sign|exclamation mark/.test(reason)) return 'Remove it.';
  if (reason.includes('carriage return')) return 'Save the file with the line ends of Unix (LF).';
  // Nine times in ten it is one of these two.
  return 'Put text that contains a colon or starts with a special character in "quotes". Indent all lines of a list or block equally.';
}

/** Some reasons quote the file. */
const shortened = (reason: string) => reason.slice(0, 200).trimEnd().replace(/[.:]$/, '');

/** The message for YAML that can't be parsed. */
export const yamlMistake = (line: number, reason: string) =>
  `line ${Number.isNaN(line) ? '?' : line} can't be read (${shortened(reason)}). ${yamlAdvice(reason)}`;

/**
 * The parser's own search for duplicate fields takes time that grows with the square of their number, and so does quoting
 * the place of each mistake.
 */
export const NO_SEARCH = { uniqueKeys: false, prettyErrors: false } as const;

/** A quoted text as a whole. In `'a''`, the last one is escaped: other readers look for the end further on. */
const QUOTED: Readonly<Record<string, RegExp>> = {
  QUOTE_SINGLE: /^'(?:[^']|'')*'$/,
  QUOTE_DOUBLE: /^"(?:[^"\\]|\\[^])*"$/,
};

/** What is wrong with a parsed document, and the offset where, or undefined. For a parser with {@link NO_SEARCH}. */
export function documentMistake(
  document: Document.Parsed,
  source: string,
): { offset: number; reason: string } | undefined {
  const [error] = document.errors;
  if (error) return { offset: error.pos[0], reason: error.message };
  let mistake: { offset: number; reason: string } | undefined;
  visit(document, {
    Node(_, node) {
      const { tag, range } = node as ParsedNode;
      if (tag !== undefined)
        mistake = { offset: range[0], reason: 'a value has a tag, which begins with an exclamation mark' };
      const quoted = isScalar(node) ? QUOTED[node.type ?? ''] : undefined;
      if (quoted && !quoted.test(source.slice(range[0], range[1])))
        mistake = { offset: range[0], reason: 'a text in quotes has no end' };
      return mistake && visit.BREAK;
    },
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items as Pair<ParsedNode>[]) {
        // Written as text at each level again, it takes minutes.
        if (isCollection(key))
          mistake = { offset: key.range[0], reason: 'the name of a field is in brackets or braces' };
        const name = isScalar(key) ? key.value : key;
        if (names.has(name)) mistake = { offset: key.range[0], reason: 'Map keys must be unique' };
        if (mistake) return visit.BREAK;
        names.add(name);
      }
      return undefined;
    },
  });
  return mistake;
}

/**
 * The data of a YAML copy file, or of the fields of an MDX file. Refuses aliases: a few lines of them can stand for more
 * data than any program can read. A text that starts with * is an alias, too. Refuses directives: the editor can't keep
 * them, and other readers may obey them.
 *
 * @param file path from the project's folder, for the message
 * @throws CopyError if it is not valid YAML, has an alias or a directive, or is too long
 */
export function parseCopy(text: string, file: string): unknown {
  const tooLong = fieldsLimitMistake(text);
  if (tooLong !== undefined) throw new CopyError(file, [tooLong]);
  const lines = new LineCounter();
  const document = parseDocument(text, { ...NO_SEARCH, lineCounter: lines });
  const refuse = (offset: number, reason: string) => {
    // The fields of an MDX file begin on its second line.
    const line = lines.linePos(offset).line + (file.endsWith('.mdx') ? 1 : 0);
    return new CopyError(file, [yamlMistake(line, reason)]);
  };
  // Other readers take it for the end of a line, so they would read what this one takes for a comment.
  const bare = text.search(/\r(?!\n)/);
  if (bare !== -1) throw refuse(bare, 'a line ends with a carriage return alone');
  const mistake = documentMistake(document, text);
  if (mistake) throw refuse(mistake.offset, mistake.reason);
  const directive = text.slice(0, document.range[0]).search(/^\uFEFF?%/m);
  if (directive !== -1) throw refuse(directive, 'a line above the fields starts with a percent sign');
  visit(document, {
    Alias(_, { source, range }) {
      throw refuse(range?.[0] ?? 0, `*${source} refers to another field`);
    },
  });
  return document.toJS() as unknown;
}
