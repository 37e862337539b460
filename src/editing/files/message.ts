import type { Difference } from '../protocol.ts';

/** Maximum length of a commit's subject line. */
const SUBJECT = 72;
/** Maximum length of the words in a branch's name. */
const WORDS = 40;

/** The subject line of a commit; '' if nothing differs. */
export function subjectOf(differences: readonly Difference[]): string {
  const [first] = differences;
  if (!first) return '';
  const places = new Set(differences.map(({ where }) => where.split(' › ')[0]));
  const [only] = places;
  const more = differences.length > 1 && places.size === 1 ? ` (${differences.length} changes)` : '';
  const text =
    places.size === 1 ? `Edit ${only ?? ''}${more}` : `Edit ${differences.length} texts in ${places.size} places`;
  return text.length > SUBJECT ? `${text.slice(0, SUBJECT - 1)}…` : text;
}

/** The message of a commit: its subject, and a line for each change, with the words before and after. */
export function messageOf(differences: readonly Difference[]): string {
  const lines = differences.map(({ where, before, after, says }) => {
    if (says !== undefined) return `- ${where}: ${says}`;
    if (before === undefined) return `- ${where}: added “${after ?? ''}”`;
    if (after === undefined) return `- ${where}: removed “${before}”`;
    return `- ${where}: “${before}” → “${after}”`;
  });
  return [subjectOf(differences), '', ...lines].join('\n').trim();
}

/**
 * The name of a new branch, from the date and the subject. No other branch has it, nor had it: a proposal that was merged
 * or closed stays known by the name of its branch, even if that is gone.
 *
 * @param beginning how its name begins, as PROPOSALS
 */
export function branchName(beginning: string, subject: string, now: Date): string {
  const words = subject
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, WORDS)
    .replace(/-$/, '');
  return `${beginning}${now.toISOString().slice(0, 10)}-${words}-${crypto.randomUUID().slice(0, 6)}`;
}
