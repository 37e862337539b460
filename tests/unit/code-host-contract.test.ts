import { expect, it } from 'vitest';
import { expectTest, tableRows } from '../setup/named-test.ts';

/** What the editor needs from a code host, how GitHub does it, and the test that shows it. */
const rows = tableRows('docs/code-host-contract.md', /^\| needs /).map(([needs = '', by = '', test = '']) => ({
  needs,
  by,
  test,
}));

it.each(rows)('$needs: GitHub does it, and the test that shows it exists', ({ by, test }) => {
  expect(by).not.toBe('');
  expectTest(test);
});
