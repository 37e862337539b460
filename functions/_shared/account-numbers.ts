import { isValidIBAN } from 'ibantools';
import { isValidPhoneNumber } from 'libphonenumber-js';
import { isCard, LONGEST_CARD, SHORTEST_CARD } from './card-number.ts';
import { APART, FILLERS, runsOf, speakers, type Numeral, type Said } from './said-numbers.ts';

/** What is written in the place of a card or bank account number. */
const REMOVED = '[number removed]';

/**
 * Whether the numbers from one to another can be a number of their own. The date on the card may follow without a pause,
 * and a number that counts the cards may be in front. Single digits must begin or end at a pause: otherwise, half of all
 * pairs of telephone numbers that are read out would have a card number in them.
 */
const isWhole = (run: readonly Numeral[], from: number, to: number): boolean =>
  run.slice(from, to + 1).some(({ digits }) => digits.length > 3) ||
  run.slice(Math.max(0, from - 1), from + 1).some(({ isPaused }) => isPaused) ||
  run[to + 1]?.isPaused !== false;

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
      if (!isLikely || !isWhole(run, from, to)) continue;
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
