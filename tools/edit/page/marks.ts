import type { Field } from '../../../src/editing/core/field.ts';
import { tokenOf } from '../../../src/editing/core/token.ts';
import { fieldWithin } from '../../../src/editing/core/variant.ts';
import type { Value } from '../../../src/editing/protocol.ts';

/**
 * The editor tracks where a text comes from by a number appended to it: digits made of eight kinds of spaces, between
 * two separators that no text contains. All of it is white space, so code that trims a text gets the original. The
 * marks are removed before the page reaches a browser.
 */
const BEGIN = '\u2028';
const END = '\u2029';
const DIGIT_0 = 0x2000;
const BASE = 8;
const MARK = /\u2028([\u2000-\u2007]+)\u2029/g;
/** The same in a URL, where it is escaped. */
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

/** The distinct places (`file#/path`) of all marked texts in a text. */
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
 * Copy with a mark on each text that visitors read.
 *
 * @param file relative to the project folder
 * @param form of the file's schema: it says which texts are shown, and which are addresses or names
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
