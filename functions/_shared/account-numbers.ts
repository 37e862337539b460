import { isValidIBAN } from 'ibantools';
import { isValidPhoneNumber } from 'libphonenumber-js';
import { isCard, LONGEST_CARD, SHORTEST_CARD } from './card-number.ts';
import { spokenTokens, type Token } from './spoken-digits.ts';

/** What is written in the place of a card or bank account number. */
const REMOVED = '[number removed]';

/** A word or number that somebody said. Its offsets are those in the whole text. */
interface Said extends Token {
  line: number;
  /** The text between it and the one before it, or the beginning of the line. */
  gap: string;
}

/** A number in a run ({@link runsOf}). */
interface Numeral extends Said {
  digits: string;
  /** Whether there was a pause before it. */
  isPaused: boolean;
}

/** The speaker's name at the beginning of a line of the provider's transcript. Other words may be a caller's. */
const SPEAKER = /^(AI|Assistant|Bot|System|Tool|User):\s/i;
const LIST_NUMBER = /^\s*\d{1,2}[.)]\s+(?=\d{3})/;
const TIME = /(?<![\p{L}\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])/gu;
const DATE = /(?<![\d-])\d{4}-\d\d-\d\d(?![\d-])|(?<![\d./-])\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)(?![\d./-])/g;
/** What is between two numbers that are not parts of one: a plus sign or a currency that belongs to one of them. */
const APART = /\s[+＋\p{Sc}]$|^\p{Sc}\s|^\s?\p{Sc}[^\s\p{Sc}]/u;
const PAUSE = /[,;!?…]|\.\s/;
/** "The last four are": a number after one of these may count the digits. */
const COUNTING = new Set(['first', 'final', 'last', 'next', 'other', 'remaining']);
/** What people say between the parts of a number. */
const FILLERS = new Set([
  ...COUNTING,
  ...`ah and are card comma continued continues dash dot er erm followed by hyphen is it it's its my number numbers ones digits
    part ok okay point rest right second so sorry space that that's the then this uh um wait with yeah yes`.split(
    /\s+/,
  ),
]);

const inLetters = (word: string) => 'x'.repeat(word.length);

/** What each speaker said, in order. A text without names is a single speaker's. */
function speakers(text: string): Said[][] {
  const all = new Map<string, Said[]>();
  let speaker = '';
  let offset = 0;
  for (const [number, line] of text.split('\n').entries()) {
    const label = SPEAKER.exec(line);
    if (label) speaker = label[1] ?? '';
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
 * Numbers that may belong together: only fillers are between them.
 *
 * @param counts whether a small number after "the last" counts digits, or is some
 */
function runsOf(said: readonly Said[], counts: boolean): Numeral[][] {
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
  return runs;
}

/** The groups in which card numbers are printed, or one without groups. */
const PRINTED = /^(?:1[3-9]|4 4 4 [1-4](?: 3)?|4 6 [45])$/;
/** Groups in which people read numbers out. */
const READ_OUT = /^[1-3](?: [1-3])+$/;

/**
 * Whether consecutive numbers are one number, judging by how they are said. Without this check, one in ten parts of two
 * consecutive telephone numbers would pass as a card number.
 */
function isWhole(numbers: readonly Numeral[], next: Numeral | undefined): boolean {
  const groups = numbers.map(({ digits }) => digits.length);
  const begins = numbers[0]?.isPaused === true;
  const ends = next === undefined || next.isPaused;
  if ((begins && ends) || PRINTED.test(groups.join(' '))) return true;
  if (!(begins || ends)) return false;
  // What follows without a pause may be the date on the card.
  let said = 0;
  const isInFours = numbers.every(({ digits, isPaused }) => {
    const fits = !isPaused || said % 4 === 0;
    said += digits.length;
    return fits;
  });
  return isInFours && READ_OUT.test(groups.join(' '));
}

/** After a plus sign or 00, up to 15 digits are an international phone number. */
function phoneLength([first, second]: readonly Numeral[]): number {
  if (/[+＋]\s*$/.test(first?.gap ?? '')) return 15;
  return first?.word.startsWith('00') && (first.word !== '00' || second?.isPaused === false) ? 17 : 0;
}

/** The card numbers in a run. Those that overlap are one. */
function cardsIn(run: readonly Numeral[]): Said[][] {
  const phone = phoneLength(run);
  const found: Said[][] = [];
  let begun = 0;
  let covered = 0;
  for (const [from, start] of run.entries()) {
    let digits = '';
    for (let to = from; to < run.length && digits.length < LONGEST_CARD; to += 1) {
      digits += run[to]?.digits ?? '';
      const isPhone =
        phone > 0 && (begun + digits.length <= phone || from === 0 || (from === 1 && run[0]?.digits === '00'));
      if (isPhone || to < covered || !isCard(digits)) continue;
      const numbers = run.slice(from, to + 1);
      // A telephone number without its plus sign is more likely than one of the few cards of this length.
      const isLikely = digits.length > SHORTEST_CARD || !isValidPhoneNumber(`+${digits}`);
      if (!isLikely || !isWhole(numbers, run[to + 1])) continue;
      if (from < covered) found.at(-1)?.push(...run.slice(covered, to + 1));
      else found.push(numbers);
      covered = to + 1;
    }
    begun += start.digits.length;
  }
  return found;
}

const LONGEST_IBAN = 34;

/** The IBAN that begins at a word, or in it ("IBANDE89"), or undefined. */
function ibanAt(said: readonly Said[], from: number): Said[] | undefined {
  const [first, second] = said.slice(from, from + 2);
  if (!first) return undefined;
  const country = second?.gap === '' ? first.word.slice(-2) : first.word;
  let iban = '';
  for (let to = from; iban.length < LONGEST_IBAN; to += 1) {
    const next = said[to];
    if (!next || (to > from && APART.test(next.gap))) return undefined;
    const { word, digits } = next;
    if (iban.length >= 4 && digits === undefined && FILLERS.has(word)) continue;
    // In the country code, O is a letter (NO is Norway); after it, O is a zero.
    iban += (to === from ? country : iban.length < 2 ? word : (digits ?? word)).toUpperCase();
    // No country is OO: these are zeros.
    if (!/^(?!OO)[A-Z]{1,2}$|^[A-Z]{2}\d/.test(iban)) return undefined;
    if (isValidIBAN(iban)) return [{ ...first, start: first.end - country.length }, ...said.slice(from + 1, to + 1)];
  }
  return undefined;
}

/**
 * Replaces card and bank account numbers (IBANs) with "[number removed]", written in digits or spelled out in English,
 * also when one speaker said the parts in several turns.
 *
 * A card number has 13 to 19 digits, the prefix and length of an issuer, and a valid check digit. An IBAN has the length
 * and valid check digits of its country. Phone numbers and dates stay.
 *
 * @param text a transcript with a line for each turn ("User: …"), or any other text
 * @param shown how much of the text is returned; a number that goes on after it is found, too
 */
export function withoutAccountNumbers(text: string, shown = text.length): string {
  const ranges = speakers(text)
    .flatMap((said) => [
      ...[true, false].flatMap((counts) => runsOf(said, counts)).flatMap(cardsIn),
      ...said.map((_one, from) => ibanAt(said, from)).filter((iban) => iban !== undefined),
    ])
    // The parts that were said in different turns.
    .flatMap((numbers) => [...Map.groupBy(numbers, ({ line }) => line).values()])
    .map((part) => ({ start: part[0]?.start ?? 0, end: part.at(-1)?.end ?? 0 }))
    .sort((one, other) => one.start - other.start);
  let kept = '';
  let at = 0;
  for (const { start, end } of ranges) {
    if (start >= shown) break;
    if (start >= at) kept += text.slice(at, start) + REMOVED;
    at = Math.max(at, end);
  }
  return kept + text.slice(at, shown);
}
