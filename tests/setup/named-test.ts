import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** The rows of a document's tables: the text of each cell. Heads and rules are left out. */
export function tableRows(document: string, head: RegExp): string[][] {
  return readFileSync(document, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| -+ /.test(line) && !head.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** Expects a cell to name a test that exists: `tests/file.test.ts`: its title. */
export function expectTest(cell: string): void {
  const [, file = '', name = ''] = /^`((?:tests|tools)\/[\w/.-]+)`: (.+)$/.exec(cell) ?? [];
  expect(file, 'a line ends in `tests/…` or `tools/…`: the name of a test').not.toBe('');
  const source = readFileSync(file, 'utf8');
  // As the first argument of a test, or of the group that contains a table of tests.
  const named = ["'", '`'].some((quote) => source.includes(`${quote}${name}${quote},`));
  expect(named, `${file} has no test "${name}"`).toBe(true);
}
