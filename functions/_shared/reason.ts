import { plainLine } from '../../src/backend/text-rules.ts';

/** The fields of a request that may be logged: none of them was typed. */
const KNOWN = new Set([
  'id',
  'created_at',
  'position',
  'availability',
  'resume_extension',
  'resume_state',
  'end_reason',
  'failure',
  'booking_id',
  'answer',
  'author',
]);
/** Maximum length of a value to look for: mail servers repeat no more than a line. */
const LINE = 300;

/**
 * Why something failed, as one line for a log, which a terminal may show: without control characters, and without the
 * addresses that mail servers tend to repeat.
 *
 * @param request whose typed values are removed, too
 */
export function reason(error: unknown, request: object = {}): string {
  const typed = Object.entries(request)
    .filter(
      ([name, value]) => typeof value === 'string' && value.trim() !== '' && value.length <= LINE && !KNOWN.has(name),
    )
    .map(([, value]) => (value as string).trim())
    .toSorted((one, other) => other.length - one.length)
    .map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const message = error instanceof Error ? error.message : String(error);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${typed.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  // What was typed first: an address may contain signs that the pattern for any address leaves out.
  const without =
    typed.length === 0 ? message : message.replace(pattern, (found) => (found.includes('@') ? '(address)' : '(typed)'));
  return plainLine(without.replace(/[^\s<>"]+@[^\s<>"]+/g, '(address)'));
}
