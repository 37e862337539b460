/** A day and a time in words: `3 December 2026, 14:05`. */
export const dayAndTime = (date: string | number): string =>
  new Date(date).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });

/** A day in words: `3 December 2026`. */
export const dayOf = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
