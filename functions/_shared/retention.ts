/** How many days each kind of request is kept (`retention` in content/site.yaml); without a number, forever. */
export type Retention = Partial<Record<keyof typeof TABLES, number>>;

/** The tables of each kind. A call and its lead are kept equally long. */
const TABLES = {
  requests: ['contact_submissions'],
  bookings: ['demo_bookings'],
  applications: ['internship_applications'],
  notifications: ['notification_requests'],
  calls: ['voice_calls', 'voice_leads'],
} as const;

/** How many days the rows of each table are kept. */
export const keepDays = (retention: Retention): Record<string, number> =>
  Object.fromEntries(
    Object.entries(TABLES).flatMap(([kind, tables]) => {
      const days = retention[kind as keyof Retention];
      return days === undefined ? [] : tables.map((table) => [table, days] as const);
    }),
  );
