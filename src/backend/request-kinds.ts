/** The keys of `retention` in content/site.yaml. */
export type RetentionKey = 'requests' | 'bookings' | 'applications' | 'waiting-lists' | 'calls';

/** What distinguishes one kind of request from another. */
interface RequestKindFacts {
  /** Says how long its rows are kept. */
  retention: RetentionKey;
  /** Whether visitors insert its rows; otherwise only functions do. */
  visitorsInsert: boolean;
  /** The file in content/emails/ with the mails about each row, to the team, the visitor or both; null if there are none. */
  mails: string | null;
}

/**
 * The kinds of request by their tables, in the order in which an erasure empties them. private.request_kinds in the
 * database has the same list. A call and its lead are kept equally long.
 */
export const REQUEST_KINDS = {
  contact_submissions: { retention: 'requests', visitorsInsert: true, mails: 'contact-notification' },
  // What staff answered to a booking.
  booking_answers: { retention: 'bookings', visitorsInsert: false, mails: 'booking-answer' },
  demo_bookings: { retention: 'bookings', visitorsInsert: true, mails: 'demo-booking' },
  internship_applications: { retention: 'applications', visitorsInsert: true, mails: 'internship-application' },
  notification_requests: { retention: 'waiting-lists', visitorsInsert: true, mails: null },
  voice_calls: { retention: 'calls', visitorsInsert: false, mails: 'voice-call' },
  voice_leads: { retention: 'calls', visitorsInsert: true, mails: null },
} as const satisfies Record<string, RequestKindFacts>;

type Table = keyof typeof REQUEST_KINDS;
type Condition = 'visitorsInsert' | 'mails';

/** The tables for which a condition is true. */
export type TableWhere<Is extends Condition> = {
  [Name in Table]: (typeof REQUEST_KINDS)[Name][Is] extends false | null ? never : Name;
}[Table];

/** The tables for which a condition is true. Call it as pure, so that bundles without a use of the result drop it. */
export const tablesWhere = <Is extends Condition>(condition: Is): readonly TableWhere<Is>[] =>
  Object.entries(REQUEST_KINDS)
    .filter(([, kind]) => kind[condition])
    .map(([table]) => table as TableWhere<Is>);
