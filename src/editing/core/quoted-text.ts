import { isPlainText, isUnprintable } from './plain-text.ts';

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text in double quotes, on one line, with escapes where they are needed. Any text can stand so. */
export const doubleQuoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g, escaped);

/**
 * A text in quotes, on one line: in those that are preferred, unless the other ones save escapes.
 *
 * @param preferred the quotes that stand there or, for a text that is new, single ones
 */
export function quoted(text: string, preferred: 'single' | 'double'): string {
  if (isUnprintable(text)) return doubleQuoted(text);
  const single = text.includes("'");
  const double = /["\\]/.test(text);
  const inDouble = single === double ? preferred === 'double' : single;
  return inDouble ? doubleQuoted(text) : `'${text.replaceAll("'", "''")}'`;
}

/** A field's name as YAML writes it. */
export const writtenKey = (key: string, inFlow: boolean): string =>
  isPlainText(key, inFlow) ? key : quoted(key, 'single');
