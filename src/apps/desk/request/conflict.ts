import { STATE_NAMES } from '../kinds.ts';
import type { Entry } from '../shapes.ts';

/** What a request is like now, in a sentence, after somebody was faster. */
export function asItIs(entry: Entry, nameOf: (person: string) => string): string {
  const whose = entry.assigned_to === null ? 'assigned to nobody' : `assigned to ${nameOf(entry.assigned_to)}`;
  const answered = entry.answered_at === null ? '' : ', and answered';
  return `It is now ${STATE_NAMES[entry.state].toLowerCase()}, ${whose}${answered}.`;
}

/**
 * The version that somebody has seen, when they changed the request themselves since: what they did is no news to them.
 *
 * @param own their own changes, each from one version to another
 */
export function followOwn(version: number, own: ReadonlyMap<number, number>): number {
  let seen = version;
  for (let next = own.get(seen); next !== undefined; next = own.get(seen)) seen = next;
  return seen;
}
