import type { Answer, Detail } from '../shapes.ts';

/** Where a booking stands: the time that was last agreed on or proposed, and what was last answered. */
export function bookingOf({ request, answers }: Pick<Detail, 'request' | 'answers'>): {
  startsAt: string;
  zone: string;
  last: Detail['answers'][number] | undefined;
} {
  const last = answers.at(-1);
  return {
    startsAt: last?.starts_at ?? String(request['starts_at'] ?? ''),
    zone: String(request['time_zone'] ?? ''),
    last,
  };
}

/** Whether the mail of an answer has gone out. */
export function mailOf({
  notified_at,
  dead_at,
  passed_over,
  failure,
}: Pick<Answer, 'notified_at' | 'dead_at' | 'passed_over' | 'failure'>): string {
  if (passed_over) return 'Not mailed: a later answer came first.';
  if (notified_at) return 'The mail has gone out.';
  if (dead_at) return 'The mail could not be sent for days. See the dead letters.';
  if (failure === '') return 'The mail is on its way.';
  return `Not sent yet. It is tried again, but check the address, or call. The last try failed: ${failure}`;
}
