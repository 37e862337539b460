import { describe, expect, it } from 'vitest';
import {
  DEMO_BOOKING_LIMITS as LIMITS,
  demoBooking,
  demoBookingKind,
  type DemoBooking,
} from '../../src/backend/demo-booking.ts';

const booking: DemoBooking = {
  name: 'Ada',
  email: 'ada@example.com',
  company: '',
  topic: 'Automation',
  day: '2026-11-24',
  time: '2026-11-24T15:00:00Z',
  note: '',
};
const origin = {
  page: '/',
  referrer_host: 'search.example',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};
const problems = (changes: Partial<DemoBooking>) =>
  (demoBooking.safeParse({ ...booking, ...changes }).error?.issues ?? []).map(({ path, message }) => [
    path[0],
    message,
  ]);

describe('the checks', () => {
  it('require a name, an address, a topic, a day and a time, and nothing else', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ name: '', email: ' ', topic: '\t', day: '', time: '' })).toEqual(
      ['name', 'email', 'topic', 'day', 'time'].map((field) => [field, 'required']),
    );
  });

  it.each(Object.entries(LIMITS).filter(([field]) => field !== 'email'))(
    'allow %s %i code points, not one more',
    (field, limit) => {
      expect(problems({ [field]: '🦊'.repeat(limit) })).toEqual([]);
      expect(problems({ [field]: '🦊'.repeat(limit + 1) })).toEqual([[field, 'too-long']]);
    },
  );

  it('match the limits of the columns', () => {
    expect(LIMITS).toMatchObject({ name: 100, email: 254, company: 150, topic: 100, note: 5000 });
  });

  it.each(['plain', 'a@', 'a@b..c', 'a b@c.de'])('reject the address %j', (email) => {
    expect(problems({ email })).toEqual([['email', 'invalid']]);
  });

  it.each(['a\0', '\ud800', 'x\udc00y'])('reject text that cannot be stored (%j)', (text) => {
    for (const field of ['name', 'company', 'topic', 'note'])
      expect(problems({ [field]: text })).toEqual([[field, 'ill-formed']]);
  });
});

describe('the row', () => {
  it('has the instant and the visitor’s time zone, but not the day', () => {
    const typed = { ...booking, name: ' Zoë 🦊 ', company: 'Acme "&" Sons', note: 'Line 1\nLine 2' };
    expect(
      demoBookingKind('Europe/Berlin').toRow(typed, { id: 'the-id', website: 'spam', fillMs: 2000, origin }),
    ).toEqual({
      ...origin,
      id: 'the-id',
      name: ' Zoë 🦊 ',
      email: 'ada@example.com',
      source: 'marketing-website',
      website: 'spam',
      fill_ms: 2000,
      company: 'Acme "&" Sons',
      topic: 'Automation',
      starts_at: '2026-11-24T15:00:00Z',
      time_zone: 'Europe/Berlin',
      note: 'Line 1\nLine 2',
    });
  });

  it('is followed by a call of the function, with its table and id', () => {
    const kind = demoBookingKind('Europe/Berlin');
    expect(kind.table).toBe('demo_bookings');
    expect(kind.attach).toBeUndefined();
    expect(kind.notification?.(booking, 'the-id')).toEqual({
      name: 'request-notification',
      body: { table: 'demo_bookings', id: 'the-id' },
    });
  });
});
