/** A word or a group of digits in a line. */
export interface Token {
  /** In lower case, with ASCII digits. */
  word: string;
  /** The digits that it stands for, or undefined. */
  digits: string | undefined;
  /** Offsets in the line. */
  start: number;
  end: number;
}

const UNITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SPOKEN = new Map([
  ...[...UNITS, ...TEENS].map((word, value) => [word, String(value)] as const),
  ...TENS.map((word, index) => [word, String(10 * (index + 2))] as const),
  ...['oh', 'o', 'nought', 'naught', 'nil'].map((word) => [word, '0'] as const),
  ['hundred', '00'],
  ['thousand', '000'],
]);
const TIMES = new Map([
  ['double', 2],
  ['triple', 3],
  ['treble', 3],
]);

/** A quote at the end of a word is none of its letters. */
const WORDS = /\p{L}[\p{L}\p{M}]*(?:['’][\p{L}\p{M}]+)*|[\p{Nd}⓪①-⑨]+/gu;

/** The text with ASCII digits in the place of those of other scripts, and of styled and circled ones. */
export const asciiDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]|[⓪①-⑨]/gu, (digit) => {
    const plain = digit.normalize('NFKC');
    if (/^\d$/.test(plain)) return plain;
    const code = digit.codePointAt(0) ?? 0;
    // The digits of a script have consecutive codes, from 0 to 9.
    let zero = code;
    while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });

/**
 * The words and numbers of a line. English numerals have digits, too: "forty-two" is one token with 42, "double four"
 * one with 44.
 */
export function spokenTokens(line: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found, index } of line.matchAll(WORDS)) {
    const word = asciiDigits(found).normalize('NFKC').replaceAll('’', "'").toLowerCase();
    const digits = /^\d/.test(word) ? word : SPOKEN.get(word);
    const end = index + found.length;
    const last = tokens.at(-1);
    const times = TIMES.get(last?.word ?? '');
    const isUnit = digits?.length === 1 && digits !== '0';
    if (last && times && digits?.length === 1) Object.assign(last, { word, digits: digits.repeat(times), end });
    else if (last && isUnit && TENS.includes(last.word) && /^[\s-]*$/.test(line.slice(last.end, index)))
      Object.assign(last, { word, digits: `${last.digits?.[0]}${digits}`, end });
    else tokens.push({ word, digits, start: index, end });
  }
  return tokens;
}
