import { plainLine } from '../backend/text-rules.ts';
import type { Quality } from './meeting-state.ts';

/** What participants tell each other beside sound and picture. */
export type Envelope =
  | { meet: 'chat'; text: string }
  | { meet: 'caption'; text: string; final: boolean }
  | { meet: 'quality'; quality: Quality }
  /** A host ends the meeting for all: without it, whoever is removed would think that only they were. */
  | { meet: 'end' };

/** The longest message that the package sends, as JSON (UTF-16 units; spec section 9). */
const LONGEST = 4096;

/** Whether the package would send it. */
export const fits = (envelope: Envelope): boolean => JSON.stringify(envelope).length <= LONGEST;

/** A message as its writer meant it: marks that turn its direction could make it say something else. */
const plain = (text: string): string =>
  text
    .split('\n')
    .map((line) => plainLine(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** What somebody sent, or undefined if it is not ours: it is not to be trusted. */
export function read(data: unknown): Envelope | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { meet, text, final, quality } = data as Record<string, unknown>;
  if (meet === 'end') return { meet };
  if (meet === 'quality' && (quality === 'good' || quality === 'low' || quality === 'very-low'))
    return { meet, quality };
  if (typeof text !== 'string' || text.length > LONGEST) return undefined;
  const written = plain(text);
  if (written === '') return undefined;
  if (meet === 'chat') return { meet, text: written };
  return meet === 'caption' ? { meet, text: written, final: final === true } : undefined;
}
