/** Fills in what only the page knows: `{name}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));

/** A number of seconds as a clock: `4:05`, `1:04:05`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

const unit = (value: number, name: 'second' | 'minute' | 'hour' | 'day') =>
  value.toLocaleString('en', { style: 'unit', unit: name, unitDisplay: 'long' });

/** A time in words, for reading: `40 seconds`, `12 minutes`, `1 hour 5 minutes`, `2 days`. */
export function inWords(seconds: number): string {
  if (seconds < 60) return unit(Math.max(1, Math.round(seconds)), 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return unit(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return unit(Math.floor(hours / 24), 'day');
  const rest = minutes % 60;
  return rest ? `${unit(hours, 'hour')} ${unit(rest, 'minute')}` : unit(hours, 'hour');
}

/** The visitor's time zone, in words, on a day: `Central European Standard Time`. */
export const zoneOn = (iso: string): string =>
  new Intl.DateTimeFormat('en', { timeZoneName: 'long' })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const write = (iso: string, options: Intl.DateTimeFormatOptions) => new Date(iso).toLocaleString('en', options);

/** A day in words: `Thursday, November 26`. */
export const dayOf = (iso: string): string => write(iso, { weekday: 'long', month: 'long', day: 'numeric' });
/** A time of day: `5:45 PM`. */
export const timeOf = (iso: string): string => write(iso, { hour: 'numeric', minute: '2-digit' });

/** The initials that are shown for somebody whose camera is off: at most two letters. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toUpperCase();
}
