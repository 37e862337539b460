import { expect, it } from 'vitest';
import { reason } from '../../functions/_shared/reason.ts';

const ADDRESSES = ["jane.doe'smith@example.com", "o'connor.mary@example.com", 'a{b}c|d@example.com', 'x@localhost'];
const ANSWERS = [
  (email: string) => `550 5.1.1 <${email}> unknown`,
  (email: string) => `550 ${email} is unknown`,
  (email: string) => `550 "${email}"`,
  (email: string) => `550 ${email.toUpperCase()} rejected`,
];

it.each(ADDRESSES)('of the address %s, nothing is left in a log, whether it was typed or not', (email) => {
  for (const answer of ANSWERS)
    for (const request of [{}, { email }, { email, name: "Mary O'Connor" }, { email, name: 'example' }])
      expect(reason(new Error(answer(email)), request)).toBe(answer('(address)').replace('(ADDRESS)', '(address)'));
});

it('a typed value is removed from a log, but not the part of a word', () => {
  expect(reason(new Error('554 Acme is blocked, Acmes are not'), { company: 'Acme' })).toBe(
    '554 (typed) is blocked, Acmes are not',
  );
});

it('has no character that a terminal obeys', () => {
  expect(reason(new Error('No object \u001B[2J\nready\u009B'))).toBe('No object  [2J ready');
});
