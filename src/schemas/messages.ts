import { parse, YAMLParseError } from 'yaml';
import type { z } from 'zod';

const list = (items: readonly unknown[]) => items.map(String).join(', ');

function lengthMessage(issue: z.core.$ZodRawIssue): string {
  const maximum = Number(issue['maximum']);
  if (issue['origin'] === 'string') {
    const length = String(issue.input).length;
    return `is ${length} characters long; at most ${maximum} fit. Shorten it by ${length - maximum}.`;
  }
  if (issue['origin'] === 'number' || issue['origin'] === 'int')
    return `is ${String(issue.input)}; at most ${maximum} is possible.`;
  return `has too many entries; at most ${maximum} fit. Remove some.`;
}

/** The fields that the schema at fault knows, for the advice after a misspelt one. */
function knownFields(issue: z.core.$ZodRawIssue): string[] {
  const definition = issue.inst?._zod.def as { shape?: Record<string, unknown> } | undefined;
  return Object.keys(definition?.shape ?? {});
}

/**
 * Says of a mistake in a copy file what is wrong and how to mend it, in words for people who don't write code.
 * Used instead of zod's own messages wherever a schema gives none itself.
 */
export function copyMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownFields(issue);
      return `has ${list(issue['keys'])}, which is not a field. Correct the spelling or remove it.${known.length > 0 ? ` The fields here are: ${list(known)}.` : ''}`;
    }
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing. Add it.';
      if (issue['expected'] === 'string')
        return `must be text, but is ${issue.input === null ? 'empty' : `a ${Array.isArray(issue.input) ? 'list' : typeof issue.input}`}. Write text; put it in quotes if it is a number or holds a colon.`;
      return `must be ${issue['expected'] === 'array' ? 'a list (lines that start with "- ")' : issue['expected'] === 'object' ? 'fields, each with its name and a colon' : `a ${issue['expected']}`}.`;
    case 'invalid_value':
      return `is ${JSON.stringify(issue.input)}; it must be one of: ${list(issue['values'])}.`;
    case 'invalid_union':
      return issue['discriminator']
        ? `does not exist. It must be one of: ${list(issue['options'] as string[])}.`
        : undefined;
    case 'too_big':
      return lengthMessage(issue);
    case 'too_small':
      if (issue['origin'] === 'number' || issue['origin'] === 'int')
        return `is ${String(issue.input)}; it must be at least ${String(issue['minimum'])}.`;
      return `has too few entries; at least ${String(issue['minimum'])} are needed. Add some.`;
    case 'invalid_format':
      if (issue['format'] === 'email') return 'is not an e-mail address. For example: hello@example.com';
      if (issue['format'] === 'url') return 'is not an address. For example: https://example.com';
      return undefined;
    default:
      return undefined;
  }
}

/** A mistake in a copy file. Its message names the file, each field, what is wrong and how to mend it. */
export class CopyError extends Error {
  override name = 'CopyError';

  /**
   * @param file path from the project's folder
   * @param mistakes one line each
   */
  constructor(file: string, mistakes: readonly string[]) {
    super(`${file} can't be used:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`);
    // Where in our code it was found helps nobody who writes copy.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** `items[2].title`, or "the file" for a mistake that belongs to no field. */
function fieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file';
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part + 1}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');
}

/** For a union, the mistakes of the member that came closest; zod itself says only "Invalid input". */
function flatten(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const [closest] = [...issue.errors].sort(
    (a, b) => a.length - b.length || Number(hasUnknownKey(a)) - Number(hasUnknownKey(b)),
  );
  return (closest ?? []).flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

const hasUnknownKey = (issues: readonly z.core.$ZodIssue[]) =>
  issues.some((issue) => issue.code === 'unrecognized_keys');

/**
 * A copy file's data, checked.
 *
 * @param file path from the project's folder, for the message
 * @throws CopyError when the schema refuses it
 */
export function checkCopy<Schema extends z.ZodType>(schema: Schema, data: unknown, file: string): z.output<Schema> {
  const result = schema.safeParse(data, { error: copyMessage, reportInput: true });
  if (result.success) return result.data;
  const mistakes = result.error.issues.flatMap(flatten).map((issue) => `${fieldName(issue.path)} ${issue.message}`);
  throw new CopyError(file, [...new Set(mistakes)]);
}

/** What to do about YAML that can't be read. Nine times in ten it is one of these two. */
const YAML_ADVICE =
  'Put a text that holds a colon or begins with a sign in "quotes", and indent the lines of a list or block alike.';

/** The mistake in YAML that can't be read at all. */
export const yamlMistake = (line: number | undefined, reason: string) =>
  `line ${line ?? '?'} can't be read (${reason.replace(/[.:]?\s*$/, '')}). ${YAML_ADVICE}`;

/**
 * The data of a YAML copy file.
 *
 * @param file path from the project's folder, for the message
 * @throws CopyError when it is no YAML
 */
export function parseCopy(text: string, file: string): unknown {
  try {
    return parse(text, { prettyErrors: true }) as unknown;
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new CopyError(file, [
      yamlMistake(error.linePos?.[0].line, error.message.split(' at line')[0] ?? error.message),
    ]);
  }
}
