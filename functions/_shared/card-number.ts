import cards from 'card-validator';

const { types, getTypeInfo, updateCard } = cards.creditCardType;
// The package lacks the 13 digits of early Visa cards.
updateCard('visa', { lengths: [13, 16, 18, 19] });

/** The lengths of card numbers, by their first digits. The package would search its lists again for each number. */
const LENGTHS = new Map<string, readonly number[]>();
for (const { patterns, lengths } of Object.values(types).map((type) => getTypeInfo(type)))
  for (const [first = 0, last = first] of patterns.map((pattern) => [pattern].flat()))
    for (let prefix = first; prefix <= last; prefix += 1)
      if (!LENGTHS.has(String(prefix))) LENGTHS.set(String(prefix), lengths);
const LONGEST_PREFIX = 8;

/** Digits. */
export const SHORTEST_CARD = 13;
/** Digits. */
export const LONGEST_CARD = 19;

/** Whether the digits have the prefix and length of an issuer, and a valid check digit (Luhn). */
export function isCard(digits: string): boolean {
  if (digits.length < SHORTEST_CARD || digits.length > LONGEST_CARD) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]) * (1 + (place % 2));
    sum += digit > 9 ? digit - 9 : digit;
  }
  if (sum % 10 !== 0) return false;
  for (let length = LONGEST_PREFIX; length > 0; length -= 1) {
    const lengths = LENGTHS.get(digits.slice(0, length));
    if (lengths) return lengths.includes(digits.length);
  }
  return false;
}
