import cards from 'card-validator';
import { isValidIBAN } from 'ibantools';
import { isValidPhoneNumber } from 'libphonenumber-js';
import { spokenTokens, type Token } from './spoken-digits.ts';

// The package lacks the 13 digits of early Visa cards.
cards.creditCardType.updateCard('visa', { lengths: [13, 16, 18, 19] });

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

/** The speaker's name at the beginning of a line of the provider's transcript. */
const SPEAKER = /^(\p{L}[\p{L} ]{0,19}):\s/u;
const DATE = /(?<![\d-])\d{4}-\d\d-\d\d(?![\d-])|(?<![\d./-])\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)(?![\d./-])/g;
/** What is between two numbers that are not parts of one, such as hours and minutes. */
const APART = /[+＋=%@\p{Sc}]|^:$/u;
const PAUSE = /[,;!?…]|\.\s/;
/** "The last four are": a number after one of these counts the digits, if another word follows. */
const COUNTING = new Set(['first', 'final', 'last', 'next', 'other', 'remaining']);
/** What people say between the parts of a number. */
const FILLERS = new Set([
  ...COUNTING,
  ...`ah and are card comma continues dash dot er erm followed by hyphen is it it's its my number numbers ones digits
    part ok okay point rest right second so sorry space that that's the then this uh um wait with yeah yes`.split(
    /\s+/,
  ),
]);

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
      // Otherwise a date would join the numbers around it.
      .replace(DATE, (date) => '='.repeat(date.length));
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

/** Numbers that may belong together: only fillers are between them. */
function runsOf(said: readonly Said[]): Numeral[][] {
  const runs: Numeral[][] = [[]];
  let isAfterNumber = false;
  for (const [index, one] of said.entries()) {
    const previous = said[index - 1];
    const isSmall = one.digits !== undefined && one.digits.length <= 2;
    const isCount = isSmall && COUNTING.has(previous?.word ?? '') && said[index + 1]?.digits === undefined;
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

/** Whether numbers that follow one another are a card number. */
function isCard(numbers: readonly Numeral[], next: Numeral | undefined): boolean {
  const digits = numbers.map((one) => one.digits).join('');
  return (
    digits.length >= 13 &&
    digits.length <= 19 &&
    isWhole(numbers, next) &&
    cards.number(digits, { luhnValidateUnionPay: true }).isValid &&
    // A telephone number without its plus sign is more likely than one of the few cards of this length.
    !(digits.length === 13 && isValidPhoneNumber(`+${digits}`))
  );
}

function cardsIn(run: readonly Numeral[]): Said[][] {
  const [first] = run;
  // After a plus sign or 00, up to 15 digits are an international phone number.
  const phone = /[+＋]\s*$/.test(first?.gap ?? '') ? 15 : first?.digits.startsWith('00') && first.gap !== ':' ? 17 : 0;
  const found: Said[][] = [];
  let begun = 0;
  for (const [from, start] of run.entries()) {
    let ended = begun;
    for (let to = from; to < run.length && ended - begun < 19; to += 1) {
      ended += run[to]?.digits.length ?? 0;
      const isPhone = phone > 0 && (ended <= phone || from === 0 || (from === 1 && first?.digits === '00'));
      const numbers = run.slice(from, to + 1);
      if (!isPhone && isCard(numbers, run[to + 1])) found.push(numbers);
    }
    begun += start.digits.length;
  }
  return found;
}

const LONGEST_IBAN = 34;

/** The IBAN that begins at a word, or undefined. */
function ibanAt(said: readonly Said[], from: number): Said[] | undefined {
  let iban = '';
  for (let to = from; iban.length < LONGEST_IBAN; to += 1) {
    const next = said[to];
    if (!next || (to > from && APART.test(next.gap))) return undefined;
    const { word, digits } = next;
    if (iban.length >= 4 && digits === undefined && FILLERS.has(word)) continue;
    // In the country code, O is a letter (NO is Norway); after it, O is a zero.
    iban += (iban.length < 2 ? word : (digits ?? word)).toUpperCase();
    if (!/^[A-Z]{1,2}$|^[A-Z]{2}\d/.test(iban)) return undefined;
    if (isValidIBAN(iban)) return said.slice(from, to + 1);
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
 */
export function withoutAccountNumbers(text: string): string {
  const ranges = speakers(text)
    .flatMap((said) => [
      ...runsOf(said).flatMap(cardsIn),
      ...said.map((_one, from) => ibanAt(said, from)).filter((iban) => iban !== undefined),
    ])
    // The parts that were said in different turns.
    .flatMap((numbers) => [...Map.groupBy(numbers, ({ line }) => line).values()])
    .map((part) => ({ start: part[0]?.start ?? 0, end: part.at(-1)?.end ?? 0 }))
    .sort((one, other) => one.start - other.start);
  let kept = '';
  let at = 0;
  for (const { start, end } of ranges) {
    if (start >= at) kept += text.slice(at, start) + REMOVED;
    at = Math.max(at, end);
  }
  return kept + text.slice(at);
}
