import copy from 'copy:meeting';
import type { MeetingState, Person } from '../../video/meeting.ts';

/** What others call somebody. */
export const nameOf = ({ name, host }: Pick<Person, 'name' | 'host'>): string =>
  name || (host ? copy.call.host : copy.call.guest);

/** What is to be said over the call; of several, the most urgent. */
export function noticeOf({ phase, problem, mutedByHost, quality }: MeetingState): string | undefined {
  if (phase === 'reconnecting') return copy.notices.reconnecting;
  if (problem) return copy.notices[problem];
  if (mutedByHost) return copy.notices.mutedByHost;
  return quality === 'good' ? undefined : copy.notices[quality];
}
