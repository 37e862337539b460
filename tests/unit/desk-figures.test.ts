import { expect, it } from 'vitest';
import {
  answersByWeek,
  mondayInWords,
  mondays,
  promisedTime,
  requestsByWeek,
  shareInTime,
} from '../../src/apps/desk/figures/figures.ts';

const WEEKS = ['2026-11-09', '2026-11-16', '2026-11-23'];
const week = (monday: string) => `${monday}T00:00:00+00:00`;

it('the weeks of the figures begin on Mondays in UTC, as in the database', () => {
  expect(mondays(new Date('2026-11-25T10:00:00Z'), 3)).toEqual(WEEKS);
  expect(mondays(new Date('2026-11-23T00:00:00Z'), 3)).toEqual(WEEKS);
  expect(mondays(new Date('2026-11-29T23:59:59Z'), 3)).toEqual(WEEKS);
  expect(mondayInWords('2026-11-23')).toBe('Nov 23');
});

it('requests are counted by kind and week, calls with and without a lead together', () => {
  const requests = [
    { week: week('2026-11-09'), kind: 'voice_leads', count: 2 },
    { week: week('2026-11-09'), kind: 'voice_calls', count: 1 },
    { week: week('2026-11-23'), kind: 'demo_bookings', count: 7 },
  ];
  expect(requestsByWeek({ requests }, WEEKS)).toEqual([
    { label: 'Demo bookings', counts: [0, 0, 7], total: 7 },
    { label: 'Calls', counts: [3, 0, 0], total: 3 },
  ]);
});

it('first answers are compared with the promise, and only all of them are 100%', () => {
  const answers = [{ week: week('2026-11-16'), answered: 1000, within_promise: 999, median_s: 600 }];
  const weeks = answersByWeek({ answers }, WEEKS);
  expect(weeks[0]).toEqual({ monday: '2026-11-09', answered: 0, inTime: 0, medianS: null });
  expect(weeks[1]).toEqual({ monday: '2026-11-16', answered: 1000, inTime: 999, medianS: 600 });
  expect(shareInTime(weeks)).toBe(99);
  expect(shareInTime(weeks.map((one) => ({ ...one, inTime: one.answered })))).toBe(100);
  expect(shareInTime([])).toBeUndefined();
});

it.each([
  ['24 hours', '24 hours'],
  ['1 day', '1 days'],
  ['1-2 days', '2 days'],
  ['soon', '24 hours'],
])('the promise %j is %s to the database', (figure, interval) => {
  expect(promisedTime(figure)).toBe(interval);
});
