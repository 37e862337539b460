import type { Erasure } from '../../../backend/erase-in-parts.ts';

/** Each table in words: one row, and several. */
const TABLES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  contact_submissions: ['consultation request', 'consultation requests'],
  demo_bookings: ['demo booking', 'demo bookings'],
  booking_answers: ['answer to a booking', 'answers to bookings'],
  internship_applications: ['application', 'applications'],
  notification_requests: ['place on a waiting list', 'places on waiting lists'],
  voice_calls: ['call with its transcript', 'calls with their transcripts'],
  voice_leads: ['press of Start Call', 'presses of Start Call'],
  resumes: ['resume', 'resumes'],
};

/** What an erasure deletes or has deleted, one line for each table that has something. */
export const erasedLines = (erasure: Erasure): string[] =>
  Object.entries(erasure)
    .map(([table, rows]) => [table, Array.isArray(rows) ? rows.length : rows] as const)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => {
      const [one, several] = TABLES[table] ?? [table, table];
      return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
    });

/** Whether two addresses are compared as the same: blanks around them and capitals don't count. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
