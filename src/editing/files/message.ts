import { PROPOSALS } from '../../lib/proposal-branches.ts';
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
 * The name of a new branch, from the date and the subject.
 *
 * @param taken the names that other branches have
 */
export function branchName(subject: string, now: Date, taken: readonly string[]): string {
  const words = subject
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, WORDS)
    .replace(/-$/, '');
  const name = `${PROPOSALS}${now.toISOString().slice(0, 10)}-${words}`;
  for (let number = 1; ; number++) {
    const candidate = number > 1 ? `${name}-${number}` : name;
    if (!taken.includes(candidate)) return candidate;
  }
}
