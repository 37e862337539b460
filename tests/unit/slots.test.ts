import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { bookableDays, inWords, isWithin, slotsOn, zoneName, type Slot } from '../../src/islands/demo-booking/slots.ts';
import { WEEKDAYS, type Bookings } from '../../src/schemas/site.ts';

const OFFICE: Bookings = {
  timeZone: 'America/New_York',
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  from: '09:00',
  to: '17:00',
  minutes: 30,
  noticeHours: 24,
  daysAhead: 60,
};
/** Open from midnight to six, every day. */
const NIGHT = (timeZone: string): Bookings => ({
  ...OFFICE,
  timeZone,
  days: [...WEEKDAYS],
  from: '00:00',
  to: '06:00',
});

/** The slots of a day, as seen a week before. */
const slots = (day: string, zone: string, bookings = OFFICE): Slot[] =>
  slotsOn(Temporal, bookings, day, zone, Temporal.Instant.from(`${day}T12:00Z`).subtract({ hours: 7 * 24 }));
const labels = (found: readonly Slot[]) => found.map(({ label }) => label);
const ends = (found: readonly Slot[]) => [found.length, found[0], found.at(-1)];
/** The minutes between consecutive slots. */
const steps = (found: readonly Slot[]) =>
  found.slice(1).map(({ value }, index) => (Date.parse(value) - Date.parse(found[index]?.value ?? '')) / 60_000);

// Tuesday, 24 November 2026: New York is 5 hours behind Greenwich.
describe('the times of a day in the visitor’s calendar', () => {
  it('are the office hours on the visitor’s clock', () => {
    expect(ends(slots('2026-11-24', 'America/New_York'))).toEqual([
      16,
      { value: '2026-11-24T14:00:00Z', label: '9:00 AM' },
      { value: '2026-11-24T21:30:00Z', label: '4:30 PM' },
    ]);
    expect(ends(slots('2026-11-24', 'Europe/Berlin'))).toEqual([
      16,
      { value: '2026-11-24T14:00:00Z', label: '3:00 PM' },
      { value: '2026-11-24T21:30:00Z', label: '10:30 PM' },
    ]);
    expect(ends(slots('2026-11-24', 'Asia/Kathmandu')).at(-1)).toEqual({
      value: '2026-11-24T18:00:00Z',
      label: '11:45 PM',
    });
  });

  it('belong to two office days in Tokyo, where the office stays open past midnight', () => {
    const wednesday = slots('2026-11-25', 'Asia/Tokyo');
    expect(ends(wednesday)).toEqual([
      16,
      { value: '2026-11-24T15:00:00Z', label: '12:00 AM' },
      { value: '2026-11-25T14:30:00Z', label: '11:30 PM' },
    ]);
    expect(labels(wednesday).slice(13, 15)).toEqual(['6:30 AM', '11:00 PM']);
    // On Monday the office opens at night; on Saturday it closes in the morning.
    expect(labels(slots('2026-11-23', 'Asia/Tokyo'))).toEqual(['11:00 PM', '11:30 PM']);
    expect(ends(slots('2026-11-28', 'Asia/Tokyo'))).toEqual([
      14,
      { value: '2026-11-27T15:00:00Z', label: '12:00 AM' },
      { value: '2026-11-27T21:30:00Z', label: '6:30 AM' },
    ]);
    expect(slots('2026-11-29', 'Asia/Tokyo')).toEqual([]);
  });

  it('belong to the previous office day in Auckland', () => {
    expect(ends(slots('2026-11-25', 'Pacific/Auckland'))).toEqual([
      16,
      { value: '2026-11-24T14:00:00Z', label: '3:00 AM' },
      { value: '2026-11-24T21:30:00Z', label: '10:30 AM' },
    ]);
    expect(slots('2026-11-23', 'Pacific/Auckland')).toEqual([]);
    expect(slots('2026-11-28', 'Pacific/Auckland')).toHaveLength(16);
  });

  it('are empty on the weekend', () => {
    for (const day of ['2026-11-21', '2026-11-22']) expect(slots(day, 'Europe/Berlin')).toEqual([]);
  });

  it.each([30, 45, 50, 60, 240])('end by closing time when a demo takes %i minutes', (minutes) => {
    const found = slots('2026-11-24', 'America/New_York', { ...OFFICE, minutes });
    expect(found).toHaveLength(Math.floor((8 * 60) / minutes));
    expect(new Set(steps(found))).toEqual(new Set([minutes]));
    expect(Date.parse(found.at(-1)?.value ?? '') + minutes * 60_000).toBeLessThanOrEqual(
      Date.parse('2026-11-24T22:00:00Z'),
    );
  });

  it('are exactly one when the office is open only that long', () => {
    expect(labels(slots('2026-11-24', 'America/New_York', { ...OFFICE, to: '09:30' }))).toEqual(['9:00 AM']);
  });

  it('are instants that the database and a calendar understand', () => {
    for (const { value } of slots('2026-11-24', 'Europe/Berlin'))
      expect(new Date(value).toISOString()).toBe(value.replace('Z', '.000Z'));
  });

  it('cannot be computed for an unknown time zone', () => {
    expect(() => slots('2026-11-24', 'Mars/Phobos')).toThrow(RangeError);
  });
});

describe('leaves out times', () => {
  const at = (now: string, day: string, changes: Partial<Bookings> = {}) =>
    slotsOn(Temporal, { ...OFFICE, ...changes }, day, 'Europe/Berlin', Temporal.Instant.from(now));

  it('in the past, and at this moment', () => {
    const noNotice = { noticeHours: 0 };
    expect(at('2026-11-24T16:29:59Z', '2026-11-24', noNotice)[0]?.value).toBe('2026-11-24T16:30:00Z');
    expect(at('2026-11-24T16:30:00Z', '2026-11-24', noNotice)[0]?.value).toBe('2026-11-24T17:00:00Z');
    expect(at('2026-11-24T21:30:00Z', '2026-11-24', noNotice)).toEqual([]);
    expect(at('2026-11-24T12:00:00Z', '2026-11-23', noNotice)).toEqual([]);
  });

  it('sooner than the team can confirm them', () => {
    expect(at('2026-11-23T16:00:00Z', '2026-11-23')).toEqual([]);
    expect(at('2026-11-23T16:29:59Z', '2026-11-24')[0]?.value).toBe('2026-11-24T16:30:00Z');
    expect(at('2026-11-23T16:30:00Z', '2026-11-24')[0]?.value).toBe('2026-11-24T17:00:00Z');
    expect(at('2026-11-23T16:30:00Z', '2026-11-25')).toHaveLength(16);
    // Hours, not days: across the night in which Berlin sets its clocks back, 48 hours end an hour earlier.
    expect(at('2026-10-24T13:00:00Z', '2026-10-26', { noticeHours: 48 })[0]).toEqual({
      value: '2026-10-26T13:30:00Z',
      label: '2:30 PM',
    });
  });

  it('in a year of more than four digits, which a date field accepts', () => {
    for (const day of ['12026-11-24', '+012026-11-24', '', '2026']) expect(at('2026-11-20T12:00:00Z', day)).toEqual([]);
    const bounds = { first: '2026-11-24', last: '2027-01-23' };
    expect(
      ['2026-11-23', '2026-11-24', '2027-01-23', '2027-01-24', '20261-11-24'].filter((day) => isWithin(day, bounds)),
    ).toEqual(['2026-11-24', '2027-01-23']);
  });

  it('further ahead than the office allows', () => {
    const now = '2026-11-24T12:00:00Z';
    // Friday, 22 January 2027 is the 59th day, Monday the 62nd.
    expect(at(now, '2027-01-22')).toHaveLength(16);
    expect(at(now, '2027-01-25')).toEqual([]);
    const { first, last } = bookableDays(OFFICE, 'Europe/Berlin', Temporal.Instant.from(now));
    expect([first, last]).toEqual(['2026-11-25', '2027-01-23']);
    expect(at(now, '2027-01-22', { daysAhead: 59 })).toHaveLength(16);
    expect(at(now, '2027-01-22', { daysAhead: 58 })).toEqual([]);
  });

  it('counted on the visitor’s calendar', () => {
    const now = Temporal.Instant.from('2026-11-24T12:00:00Z');
    expect(bookableDays(OFFICE, 'Pacific/Auckland', now)).toEqual({ first: '2026-11-26', last: '2027-01-24' });
    expect(bookableDays(OFFICE, 'Pacific/Pago_Pago', now)).toEqual({ first: '2026-11-25', last: '2027-01-23' });
    const { first } = bookableDays({ ...OFFICE, noticeHours: 12 }, 'Pacific/Pago_Pago', now);
    // It is 1 PM there.
    expect(first).toBe('2026-11-24');
    expect(bookableDays({ ...OFFICE, daysAhead: 1 }, 'Pacific/Pago_Pago', now).last).toBe('2026-11-25');
  });
});

describe('when clocks change', () => {
  it.each([
    ['2026-03-06', 'both in winter', '2026-03-06T14:00:00Z', '3:00 PM'],
    ['2026-03-09', 'the US in summer', '2026-03-09T13:00:00Z', '2:00 PM'],
    ['2026-03-27', 'the US in summer', '2026-03-27T13:00:00Z', '2:00 PM'],
    ['2026-03-30', 'both in summer', '2026-03-30T13:00:00Z', '3:00 PM'],
    ['2026-10-23', 'both in summer', '2026-10-23T13:00:00Z', '3:00 PM'],
    ['2026-10-26', 'the US in summer', '2026-10-26T13:00:00Z', '2:00 PM'],
    ['2026-10-30', 'the US in summer', '2026-10-30T13:00:00Z', '2:00 PM'],
    ['2026-11-02', 'both in winter', '2026-11-02T14:00:00Z', '3:00 PM'],
  ])('the office opens for Berlin on %s (%s) at %s, which is %s', (day, _what, value, label) => {
    const found = slots(day, 'Europe/Berlin');
    expect([found.length, found[0]]).toEqual([16, { value, label }]);
    expect(new Set(steps(found))).toEqual(new Set([30]));
  });

  it.each(['Europe/Berlin', 'Etc/UTC'])('back, every time has a unique label (office in %s)', (office) => {
    // Berlin sets its clocks back on 25 October 2026, at 3 AM.
    const found = slots('2026-10-25', 'Europe/Berlin', NIGHT(office));
    expect(new Set(labels(found)).size).toBe(found.length);
    expect(new Set(steps(found))).toEqual(new Set([30]));
    expect(found.filter(({ label }) => label.startsWith('2:'))).toEqual([
      { value: '2026-10-25T00:00:00Z', label: '2:00 AM GMT+2' },
      { value: '2026-10-25T00:30:00Z', label: '2:30 AM GMT+2' },
      { value: '2026-10-25T01:00:00Z', label: '2:00 AM GMT+1' },
      { value: '2026-10-25T01:30:00Z', label: '2:30 AM GMT+1' },
    ]);
    expect(found.find(({ value }) => value === '2026-10-25T02:00:00Z')?.label).toBe('3:00 AM');
  });

  it('back by half an hour, as on Lord Howe Island, too', () => {
    const found = slots('2026-04-05', 'Australia/Lord_Howe', NIGHT('Australia/Lord_Howe'));
    expect(found).toHaveLength(13);
    expect(labels(found).filter((label) => label.startsWith('1:30'))).toEqual(['1:30 AM GMT+11', '1:30 AM GMT+10:30']);
  });

  it('forward, no time is missing or duplicated', () => {
    // Berlin sets its clocks forward on 29 March 2026, at 2 AM: the night has five hours.
    const found = slots('2026-03-29', 'Europe/Berlin', NIGHT('Europe/Berlin'));
    expect(ends(found)).toEqual([
      10,
      { value: '2026-03-28T23:00:00Z', label: '12:00 AM' },
      { value: '2026-03-29T03:30:00Z', label: '5:30 AM' },
    ]);
    expect(new Set(steps(found))).toEqual(new Set([30]));
    expect(labels(found).filter((label) => label.startsWith('2:'))).toEqual([]);
    expect(new Set(labels(found)).size).toBe(10);
  });

  it('forward at midnight, the day starts at 1 AM', () => {
    // In Santiago, 6 September 2026 has no midnight.
    const found = slots('2026-09-06', 'America/Santiago', NIGHT('America/Santiago'));
    expect(ends(found)).toEqual([
      10,
      { value: '2026-09-06T04:00:00Z', label: '1:00 AM' },
      { value: '2026-09-06T08:30:00Z', label: '5:30 AM' },
    ]);
  });

  it('forward past opening time, the office opens an hour later', () => {
    const early = (from: string, to: string) => ({ ...NIGHT('Europe/Berlin'), from, to });
    expect(labels(slots('2026-03-29', 'Europe/Berlin', early('02:30', '04:00')))).toEqual(['3:30 AM']);
    expect(slots('2026-03-29', 'Europe/Berlin', early('02:00', '03:00'))).toEqual([]);
  });
});

describe('seen from anywhere', () => {
  const FIRST = '2026-02-23';
  const DAYS = 70;
  const now = Temporal.Instant.from('2026-02-20T12:00:00Z');
  const bookings = { ...OFFICE, daysAhead: 100 };
  /** Every time from the second day to the second-to-last one, on which all zones agree. */
  const all = (zone: string) =>
    Array.from({ length: DAYS }, (_, n) =>
      slotsOn(Temporal, bookings, Temporal.PlainDate.from(FIRST).add({ days: n }).toString(), zone, now),
    )
      .flat()
      .map(({ value }) => value)
      .filter((value) => value > '2026-02-25' && value < '2026-05-01');

  const ZONES = [
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Europe/Berlin',
    'Asia/Tokyo',
    'America/St_Johns',
    'America/Santiago',
    'Africa/Cairo',
    'Pacific/Auckland',
    'Pacific/Pago_Pago',
    'Pacific/Kiritimati',
  ];
  const hasTheSameTimes = (zone: string) => {
    // Computed in another way: New York is 5 hours behind Greenwich, and 4 from 8 March.
    const expected: string[] = [];
    for (let day = Date.parse('2026-02-25'); day < Date.parse('2026-05-01'); day += 86_400_000) {
      if ([0, 6].includes(new Date(day).getUTCDay())) continue;
      const opening = day + (9 + (day >= Date.parse('2026-03-08') ? 4 : 5)) * 3_600_000;
      for (let n = 0; n < 16; n++) expected.push(new Date(opening + n * 1_800_000).toISOString().replace('.000Z', 'Z'));
    }
    expect(all(zone)).toEqual(expected);
  };
  it.each(ZONES.slice(0, 1))('the same times can be booked, each on one day (%s)', hasTheSameTimes);
  it.each(ZONES.slice(1))(
    'the same times can be booked, each on one day (%s)',
    { tags: ['exhaustive'] },
    hasTheSameTimes,
  );
});

describe('in words', () => {
  it.each([
    ['America/Los_Angeles', 'Pacific Time (Los Angeles)'],
    ['Europe/Berlin', 'Central European Time (Berlin)'],
    ['Asia/Kathmandu', 'Nepal Time (Kathmandu)'],
  ])('%s is %s', (zone, words) => {
    expect(zoneName(zone)).toBe(words);
  });

  it.each([
    ['2026-11-24T15:00:00Z', 'Europe/Berlin', 'Tuesday, November 24, 2026 at 4:00 PM GMT+1'],
    ['2026-11-24T15:00:00Z', 'Asia/Tokyo', 'Wednesday, November 25, 2026 at 12:00 AM GMT+9'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', 'Sunday, October 25, 2026 at 2:30 AM GMT+2'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', 'Sunday, October 25, 2026 at 2:30 AM GMT+1'],
  ])('%s is in %s %s', (instant, zone, words) => {
    expect(inWords(instant, zone)).toBe(words);
  });
});
