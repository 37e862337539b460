/** An instant as local time, for example "Tuesday, November 24, 2026 at 10:00 AM GMT+1 (Europe/Berlin)".
 * Undefined when the time zone doesn't exist. */
export function wallTime(iso: string, timeZone: string): string | undefined {
  try {
    const time = new Date(iso).toLocaleString('en', {
      timeZone,
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
    return `${time} (${timeZone.replaceAll('_', ' ')})`;
  } catch {
    // The column is not checked, so it can contain anything.
    return undefined;
  }
}
