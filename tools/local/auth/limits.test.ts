import { expect, it } from 'vitest';
import { openLimits } from './limits.ts';

const LIMIT = { most: 3, seconds: 60 };

it('a limit allows so many requests of an address in its time, and more once the first are over', () => {
  let now = 0;
  const isWithin = openLimits(() => now);
  const ask = (address = '10.0.0.1', name = 'codes') => isWithin(name, address, LIMIT);
  expect([ask(), ask(), ask(), ask()]).toEqual([true, true, true, false]);
  expect(ask('10.0.0.2')).toBe(true);
  expect(ask('10.0.0.1', 'passwords')).toBe(true);
  now = 59_999;
  expect(ask()).toBe(false);
  now = 60_000;
  expect([ask(), ask(), ask(), ask()]).toEqual([true, true, true, false]);
});

it('addresses beyond ten thousand are forgotten, those first that have not asked for longest', () => {
  const isWithin = openLimits(() => 0);
  for (let tries = 0; tries < 3; tries++) isWithin('codes', 'first', LIMIT);
  for (let other = 0; other < 9_999; other++) isWithin('codes', String(other), LIMIT);
  expect(isWithin('codes', 'first', LIMIT)).toBe(false);
  for (let other = 0; other < 10_000; other++) isWithin('codes', `next ${other}`, LIMIT);
  expect(isWithin('codes', 'first', LIMIT)).toBe(true);
});
