import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { meaningsOf, type Meaning } from './meaning.ts';

/**
 * The meanings of the wordings in content/assistant/questions/, of which only the sign of each number is kept: reading
 * thousands of wordings takes half a minute. `npm run meanings` writes it. What is missing here is read at start.
 */
export const KEPT_FILE = fileURLToPath(new URL('kept-meanings.txt', import.meta.url));

/** The signs of a meaning's numbers, one bit each. */
export type Signs = Uint8Array;

/** Names a text in the file. */
export const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

const signsOf = (meaning: Meaning): Signs =>
  Uint8Array.from({ length: meaning.length / 8 }, (_, byte) =>
    meaning.subarray(8 * byte, 8 * byte + 8).reduce((bits, number, bit) => bits | (Number(number > 0) << bit), 0),
  );

/** How alike two meanings are, from -1 to 1, as far as the signs of one tell. */
export function alikeness(meaning: Meaning, signs: Signs): number {
  const sum = meaning.reduce((total, number, index) => {
    const isPositive = ((signs[index >> 3] ?? 0) >> (index & 7)) & 1;
    return total + (isPositive ? number : -number);
  }, 0);
  return sum / Math.sqrt(meaning.length);
}

function readKept(): Map<string, Signs> {
  const lines = existsSync(KEPT_FILE) ? readFileSync(KEPT_FILE, 'utf8').trim().split('\n') : [];
  return new Map(
    lines.map((line) => {
      const [key = '', signs = ''] = line.split(' ');
      return [key, Buffer.from(signs, 'base64url')] as const;
    }),
  );
}

/** The signs of the meanings of some texts, by text. */
export async function signsOfAll(texts: readonly string[]): Promise<Map<string, Signs>> {
  const kept = readKept();
  const missing = texts.filter((text) => !kept.has(keyOf(text)));
  (await meaningsOf(missing)).forEach((meaning, index) => kept.set(keyOf(missing[index] ?? ''), signsOf(meaning)));
  return new Map(texts.flatMap((text) => [[text, kept.get(keyOf(text)) ?? new Uint8Array()] as const]));
}
