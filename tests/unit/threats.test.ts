import { expect, it } from 'vitest';
import { expectTest, tableRows } from '../setup/named-test.ts';

/** The table rows in docs/threats.md: what somebody could do, and the test that shows they can't. */
const lines = tableRows('docs/threats.md', /^\| could /).map(([could = '', stops = '', test = '']) => ({
  could,
  stops,
  test,
}));

it('every threat has a defense', () => {
  expect(lines.length).toBeGreaterThan(45);
  expect(lines.filter(({ stops }) => stops === '')).toEqual([]);
});

it.each(lines)('$could: the test that shows it exists', ({ test }) => expectTest(test));
