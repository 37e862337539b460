import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The table rows in docs/threats.md: what somebody could do, and the test that shows they can't. */
const lines = readFileSync('docs/threats.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (could|-+) /.test(line))
  .map((line) => {
    const [could = '', stops = '', test = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [, file = '', name = ''] = /^`((?:tests|tools)\/[\w/.-]+)`: (.+)$/.exec(test) ?? [];
    return { could, stops, file, name };
  });

it('every threat has a defense', () => {
  expect(lines.length).toBeGreaterThan(45);
  expect(lines.filter(({ stops }) => stops === '')).toEqual([]);
});

it.each(lines)('$could: the test that shows it exists', ({ file, name }) => {
  expect(file, 'a line ends in `tests/…` or `tools/…`: the name of a test').not.toBe('');
  const source = readFileSync(file, 'utf8');
  // As the first argument of a test, or of the group that contains a table of tests.
  const named = ["'", '`'].some((quote) => source.includes(`${quote}${name}${quote},`));
  expect(named, `${file} has no test "${name}"`).toBe(true);
});
