import { inWords } from '../../islands/demo-booking/slots.ts';

/** The viewer's time zone, for example Europe/Berlin. */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An instant in words, in a time zone. Undefined if there is no such zone: the visitor's can be anything. */
export function inZone(iso: string, zone: string): string | undefined {
  try {
    return inWords(iso, zone);
  } catch {
    return undefined;
  }
}

/** An instant in words, in the viewer's time zone. */
export const exactly = (iso: string): string => inWords(iso, viewerZone());

/** An instant as short as it can be understood: `10:42 AM` today, `Nov 21` this year, `Nov 21, 2025`. */
export function briefly(iso: string, now = new Date(), zone = viewerZone()): string {
  const time = new Date(iso);
  const write = (date: Date, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleString('en', { timeZone: zone, ...options });
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  if (write(time, day) === write(now, day)) return write(time, { hour: 'numeric', minute: '2-digit' });
  const isThisYear = write(time, { year: 'numeric' }) === write(now, { year: 'numeric' });
  return write(time, isThisYear ? { month: 'short', day: 'numeric' } : day);
}

const unit = (value: number, name: 'second' | 'minute' | 'hour' | 'day') =>
  value.toLocaleString('en', { style: 'unit', unit: name, unitDisplay: name === 'day' ? 'long' : 'short' });

/** A length in its two largest units: `2 min 5 sec`, `3 hr`, `1 day 4 hr`. */
export function lengthOf(seconds: number): string {
  const [large, small, one, other] =
    seconds < 3600
      ? ([60, 1, 'minute', 'second'] as const)
      : seconds < 86_400
        ? ([3600, 60, 'hour', 'minute'] as const)
        : ([86_400, 3600, 'day', 'hour'] as const);
  const whole = Math.floor(seconds / large);
  const rest = Math.floor((seconds % large) / small);
  return [whole > 0 ? unit(whole, one) : '', rest > 0 || whole === 0 ? unit(rest, other) : '']
    .filter(Boolean)
    .join(' ');
}
