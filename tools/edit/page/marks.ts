import type { Field } from '../../../src/editing/core/field.ts';
import { tokenOf } from '../../../src/editing/core/token.ts';
import { fieldWithin } from '../../../src/editing/core/variant.ts';
import type { Value } from '../../../src/editing/protocol.ts';

/**
 * A text of which the editor has to find out where it comes from carries its number with it, at its end: digits of eight
 * kinds of spaces between two separators that no text has. All of it is white space, so that what trims a text to work
 * something out from it finds it as it was written. It is taken out before a browser sees it.
 */
const BEGIN = '\u2028';
const END = '\u2029';
const DIGIT_0 = 0x2000;
const BASE = 8;
const MARK = /\u2028([\u2000-\u2007]+)\u2029/g;
/** The same in an address, where it has been escaped. */
const ESCAPED = /%E2%80%A8((?:%E2%80%8[0-7])+)%E2%80%A9/gi;

const numbers = new Map<string, number>();
const tokens: string[] = [];

function markOf(token: string): string {
  let number = numbers.get(token);
  if (number === undefined) {
    number = tokens.push(token) - 1;
    numbers.set(token, number);
  }
  const digits = number.toString(BASE).replaceAll(/./g, (digit) => String.fromCharCode(DIGIT_0 + Number(digit)));
  return BEGIN + digits + END;
}

const tokenOfDigits = (digits: readonly number[]) => tokens[Number.parseInt(digits.join(''), BASE)] ?? '';

/** The places (`file#/path`) of all marked texts in a text, each once. */
export function marksIn(text: string): string[] {
  const plain = [...text.matchAll(MARK)].map(([, digits = '']) =>
    tokenOfDigits(Array.from(digits, (digit) => digit.charCodeAt(0) - DIGIT_0)),
  );
  const escaped = [...text.matchAll(ESCAPED)].map(([, digits = '']) =>
    tokenOfDigits([...digits.matchAll(/%E2%80%8([0-7])/gi)].map(([, digit]) => Number(digit))),
  );
  return [...new Set([...plain, ...escaped])];
}

/** A text without its marks. */
export const withoutMarks = (text: string): string => text.replaceAll(MARK, '').replaceAll(ESCAPED, '');

/**
 * Copy in which each text that a visitor reads carries a mark of its place.
 *
 * @param file from the project's folder
 * @param form of the file's schema: it says which texts are read, and which are addresses or names of something
 */
export function marked<T>(data: T, form: Field, file: string): T {
  const mark = (value: unknown, field: Field | undefined, path: readonly (string | number)[]): unknown => {
    if (!field) return value;
    if (typeof value === 'string') {
      const text = field.kind === 'union' ? field.variants.find(({ kind }) => kind === 'text') : field;
      return text?.kind === 'text' && text.shown ? value + markOf(tokenOf(file, path)) : value;
    }
    if (Array.isArray(value))
      return value.map((item, index) => mark(item, fieldWithin(field, value as Value, index), [...path, index]));
    if (value !== null && typeof value === 'object' && !(value instanceof Date))
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          mark(inner, fieldWithin(field, value as Value, key), [...path, key]),
        ]),
      );
    return value;
  };
  return mark(data, form, []) as T;
}
