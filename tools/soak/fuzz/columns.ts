import fc from 'fast-check';
import { AVAILABILITIES, POSITIONS } from '../../../src/backend/internship-application.ts';
import { anyEmail, anyText, FRESH_ID, goodEmail, goodText } from './texts.ts';

/** Values for a column: those that it must accept, and any. */
export interface Column {
  good: fc.Arbitrary<unknown>;
  any: fc.Arbitrary<unknown>;
  /** A text must be stored as sent, a number as the same number, and anything else as PostgreSQL reads it. */
  kind: 'text' | 'number' | 'other';
}

const text = (limit: number): Column => ({ good: goodText(limit), any: anyText(limit), kind: 'text' });

const oneOf = (values: readonly string[]): Column => ({
  good: fc.constantFrom(...values),
  any: fc.oneof(fc.constantFrom(...values), anyText(40)),
  kind: 'text',
});

const number = (good: fc.Arbitrary<number>): Column => ({
  good,
  any: fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom(0, -1, 1499, 1500, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e21, 1e308, 1500.5, -0),
    fc.integer().map(String),
    fc.constantFrom('1500', '1500.0', '0x5dc', '1_500', '１５００', ' 1500 ', '1e3', 'NaN', 'Infinity', ''),
  ),
  kind: 'number',
});

const DAY_MS = 86_400_000;

const instant: Column = {
  good: fc.integer({ min: 1, max: 360 }).map((day) => new Date(Date.now() + day * DAY_MS).toISOString()),
  any: fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constantFrom(
      'infinity',
      '-infinity',
      'epoch',
      'now',
      'tomorrow',
      'allballs',
      '294276-12-31T23:59:59Z',
      '294277-01-01T00:00:00Z',
      '4713-01-01 BC',
      '4714-01-01 BC',
      '2027-02-29T12:00:00Z',
      '2027-13-01T12:00:00Z',
      '2027-06-01T24:00:00Z',
      '2027-06-01T25:00:00Z',
      '2027-06-30T23:59:60Z',
      '2027-06-01T12:00:00+15:59',
      '2027-06-01T12:00:00+16:00',
      '2027-06-01T12:00:00 Europe/Berlin',
      '2027-06-01T12:00:00 Nowhere/Land',
      '2027-06-01',
      '01/06/2027',
      '20270601T120000Z',
      '1800000000',
      '0000-00-00',
    ),
    fc.integer(),
    anyText(40),
  ),
  kind: 'other',
};

const id: Column = {
  good: fc.constant(FRESH_ID),
  any: fc.oneof(
    fc.uuid(),
    fc.uuid().map((uuid) => uuid.toUpperCase()),
    fc.uuid().map((uuid) => uuid.replaceAll('-', '')),
    fc.uuid().map((uuid) => `{${uuid}}`),
    fc.uuid().map((uuid) => uuid.slice(1)),
    fc.constantFrom('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
    fc.integer(),
    anyText(36),
  ),
  kind: 'other',
};

/** The columns that every request table accepts from visitors, with the limits of the migrations. */
const EVERY: Record<string, Column> = {
  id,
  name: text(100),
  email: { good: goodEmail, any: anyEmail, kind: 'text' },
  source: text(60),
  page: text(300),
  referrer_host: text(253),
  utm_source: text(150),
  utm_medium: text(150),
  utm_campaign: text(150),
  utm_term: text(150),
  utm_content: text(150),
  website: { good: fc.constant(''), any: anyText(300), kind: 'text' },
  fill_ms: number(fc.integer({ min: 1500, max: 86_400_000 })),
};

/** Every table that visitors write to, with the columns they may write. */
export const TABLES: Record<string, Record<string, Column>> = {
  contact_submissions: { ...EVERY, subject: text(150), message: text(5400) },
  demo_bookings: {
    ...EVERY,
    company: text(150),
    topic: text(100),
    starts_at: instant,
    time_zone: text(60),
    note: text(5000),
  },
  internship_applications: {
    ...EVERY,
    phone: text(40),
    position: oneOf(POSITIONS),
    experience: text(5000),
    motivation: text(5000),
    availability: oneOf(AVAILABILITIES),
    resume_name: { good: fc.constant('Résumé 🦊.pdf'), any: anyText(255).map((name) => `${name}.pdf`), kind: 'text' },
    resume_extension: { ...oneOf(['pdf', 'doc', 'docx', '']), good: fc.constant('pdf') },
    resume_size: number(fc.integer({ min: 1, max: 5_242_880 })),
  },
  notification_requests: { ...EVERY, resource_type: text(100) },
  voice_leads: EVERY,
};

/** Existing columns that no visitor may write, and some that do not exist. */
export const CLOSED = [
  'created_at',
  'claimed_at',
  'tried_at',
  'notified_at',
  'acknowledged_at',
  'tries',
  'next_try_at',
  'failure',
  'dead_at',
  'dead_told_at',
  'unsubscribe_token',
  '__proto__',
  'constructor',
  'toString',
  'ctid',
  'xmin',
  'Name',
  'name ',
  '"name"',
  'name,email',
  "name'; --",
  '*',
  '',
];
