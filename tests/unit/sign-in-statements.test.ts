import { expect, it } from 'vitest';
import { expectTest, tableRows } from '../setup/named-test.ts';

/** The table rows in docs/sign-in.md. */
const statements = tableRows('docs/sign-in.md', /^\| section /).map(
  ([section = '', statement = '', where = '', test = '']) => ({
    section,
    statement,
    where,
    test,
  }),
);

it('sign-in is covered from section 3 to section 8', () => {
  expect([...new Set(statements.map(({ section }) => section))]).toEqual(['3', '4', '5', '6', '7', '8']);
  expect(statements.filter(({ where }) => where === '')).toEqual([]);
});

it.each(statements)('section $section, $statement: the test that shows it exists', ({ test }) => expectTest(test));
