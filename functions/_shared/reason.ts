/** What of a request may stand in a log: none of it was typed. */
const KNOWN = new Set([
  'id',
  'created_at',
  'position',
  'availability',
  'resume_extension',
  'resume_state',
  'end_reason',
  'failure',
]);
/** No mail server repeats more than a line. */
const LINE = 300;

/**
 * Why something failed, for a log: without the addresses that mail servers like to repeat.
 *
 * @param request of which it must repeat nothing either, because a visitor typed it
 */
export function reason(error: unknown, request: object = {}): string {
  const typed = Object.entries(request)
    .filter(
      ([name, value]) => typeof value === 'string' && value.trim() !== '' && value.length <= LINE && !KNOWN.has(name),
    )
    .map(([, value]) => (value as string).trim())
    .toSorted((one, other) => other.length - one.length)
    .map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const message = (error instanceof Error ? error.message : String(error)).replace(
    /[^\s<>"']+@[^\s<>"']+/g,
    '(address)',
  );
  return typed.length === 0
    ? message
    : message.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${typed.join('|')})(?![\\p{L}\\p{N}])`, 'gu'), '(typed)');
}
