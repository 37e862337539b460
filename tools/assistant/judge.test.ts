import { describe, expect, it } from 'vitest';
import { mistakesIn } from './judge.ts';

/** Whether an answer has a phrase. */
const has = (text: string, phrase: string) =>
  mistakesIn({ says: 'x', has: [phrase] }, { text, calls: [] }).length === 0;

describe('# in a phrase', () => {
  it.each([
    ['It takes 6-8 weeks.', '#-# weeks', true],
    ['It costs 1,200.', 'costs #.', true],
    ['It costs 9.50 a day', '# a day', true],
    ['It takes six weeks.', '# weeks', false],
    ['It is 12345', '#5', false],
  ])('is a whole number: “%s” with “%s”', (text, phrase, expected) => {
    expect(has(text, phrase)).toBe(expected);
  });

  it('is found at once, however many there are', () => {
    expect(has('1'.repeat(2000), `${'#'.repeat(70)}x`)).toBe(false);
  });
});
