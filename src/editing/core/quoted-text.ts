import { isPlainText, isUnprintable } from './plain-text.ts';

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text in double quotes, on one line, escaped where necessary. This works for any text. */
export const doubleQuoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g, escaped);

/**
 * A text in quotes, on one line: the preferred ones, unless the others avoid escapes.
 *
 * @param preferred the existing quotes, or single ones for a new text
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
