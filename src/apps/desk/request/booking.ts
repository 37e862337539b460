import type { Detail } from '../shapes.ts';

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
