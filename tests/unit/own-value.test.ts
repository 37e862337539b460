import { expect, it } from 'vitest';
import { ownValue } from '../../src/lib/own-value.ts';

it('a record has only what it was given, whatever name is asked for', () => {
  const record = { 'customer-ended-call': 'The visitor ended it.' };
  expect(ownValue(record, 'customer-ended-call')).toBe('The visitor ended it.');
  for (const name of ['__proto__', 'constructor', 'toString', 'another'])
    expect(ownValue(record, name)).toBeUndefined();
});
