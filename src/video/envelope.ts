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

/** What somebody sent, or undefined if it is not ours: it is not to be trusted. */
export function read(data: unknown): Envelope | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { meet, text, final, quality } = data as Record<string, unknown>;
  if (meet === 'end') return { meet };
  if (meet === 'quality' && (quality === 'good' || quality === 'low' || quality === 'very-low'))
    return { meet, quality };
  if (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST) return undefined;
  if (meet === 'chat') return { meet, text };
  return meet === 'caption' ? { meet, text, final: final === true } : undefined;
}
