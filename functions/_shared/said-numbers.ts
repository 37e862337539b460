import { spokenTokens, type Token } from './spoken-digits.ts';

/** A word or number that somebody said. Its offsets are those in the whole text. */
export interface Said extends Token {
  line: number;
  /** The text between it and the one before it, or the beginning of the line. */
  gap: string;
}

/** A number in a run ({@link runsOf}). */
export interface Numeral extends Said {
  digits: string;
  /** Whether there was a pause before it. */
  isPaused: boolean;
}

/** The speaker's name at the beginning of a line of the provider's transcript. Other words may be a caller's. */
const SPEAKER = /^(AI|Assistant|Bot|System|Tool|User):\s/i;
const LIST_NUMBER = /^\s*\d{1,2}[.)]\s+(?=\d{3})/;
const TIME = /(?<![\p{L}\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])/gu;
const DATE =
  /(?<![\d-])(?:19|20)\d\d-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?![\d-])|(?<![\d./-])(?:[0-2]?\d|3[01])([./-])(?:[0-2]?\d|3[01])\1(?:19|20)\d\d(?![\d./-])/g;
/** What is between two numbers that are not parts of one: a plus sign or a currency that belongs to one of them. */
export const APART = /\s[+＋\p{Sc}]$|^\p{Sc}\s|^\s?\p{Sc}[^\s\p{Sc}]/u;
const PAUSE = /[,:;!?…]|\.\s/;
/** "The last four are": a number after one of these may count the digits. */
const COUNTING = new Set(['first', 'final', 'last', 'next', 'other', 'remaining']);
/** What people say between the parts of a number. */
export const FILLERS = new Set([
  ...COUNTING,
  ...`ah and are card comma continued continues dash dot er erm followed by hyphen is it it's its my number numbers ones digits
    part ok okay point rest right second so sorry space that that's the then this uh um wait with yeah yes`.split(
    /\s+/,
  ),
]);

const inLetters = (word: string) => 'x'.repeat(word.length);

/** What each speaker said, in order. A text without names is a single speaker's. */
export function speakers(text: string): Said[][] {
  const all = new Map<string, Said[]>();
  let speaker = '';
  let offset = 0;
  for (const [number, line] of text.split('\n').entries()) {
    const label = SPEAKER.exec(line);
    if (label) speaker = label[1]?.toLowerCase() ?? '';
    const words = line
      .slice(label?.[0].length ?? 0)
      .replace(label ? /(?!)/ : LIST_NUMBER, (number) => ' '.repeat(number.length))
      // Otherwise a date or time would join the numbers around it.
      .replace(DATE, inLetters)
      .replace(TIME, inLetters);
    const from = offset + line.length - words.length;
    const said = all.get(speaker) ?? [];
    all.set(speaker, said);
    let before = 0;
    for (const token of spokenTokens(words)) {
      const gap = words.slice(before, token.start);
      said.push({ ...token, start: from + token.start, end: from + token.end, line: number, gap });
      before = token.end;
    }
    offset += line.length + 1;
  }
  return [...all.values()];
}

/**
 * Numbers that may belong together: only fillers are between them. A telephone number that is said again begins another
 * run.
 *
 * @param counts whether a small number after "the last" counts digits, or is some
 */
export function runsOf(said: readonly Said[], counts: boolean): Numeral[][] {
  const runs: Numeral[][] = [[]];
  let isAfterNumber = false;
  for (const [index, one] of said.entries()) {
    const previous = said[index - 1];
    const isSmall = one.digits !== undefined && one.digits.length <= 2;
    const isCount = counts && isSmall && COUNTING.has(previous?.word ?? '');
    const digits = isCount ? undefined : one.digits;
    if (APART.test(one.gap) || (digits === undefined && !isCount && !FILLERS.has(one.word))) runs.push([]);
    if (digits !== undefined) {
      const isPaused = !isAfterNumber || previous?.line !== one.line || PAUSE.test(one.gap);
      runs.at(-1)?.push({ ...one, digits, isPaused, gap: previous?.word === 'plus' ? '+' : one.gap });
    }
    isAfterNumber = digits !== undefined;
  }
  return runs.flatMap(splitAtRepeats);
}

/** Splits a run between two equal telephone numbers. With fewer digits, both can be the parts of one card number. */
function splitAtRepeats(run: readonly Numeral[]): Numeral[][] {
  const parts: Numeral[][] = [[]];
  let last = '';
  for (const stretch of stretchesOf(run)) {
    const digits = stretch.map((one) => one.digits).join('');
    if (digits === last && digits.length >= 10) parts.push([]);
    parts.at(-1)?.push(...stretch);
    last = digits;
  }
  return parts;
}

/** The numbers between two pauses. */
function stretchesOf(run: readonly Numeral[]): Numeral[][] {
  const stretches: Numeral[][] = [[]];
  for (const one of run)
    if (one.isPaused) stretches.push([one]);
    else stretches.at(-1)?.push(one);
  return stretches;
}
