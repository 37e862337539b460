import fc from 'fast-check';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { parse, parseDocument, type ParsedNode } from 'yaml';
import { isPlainText } from '../../src/editing/core/plain-text.ts';
import { type Manner, mannerOf, writtenScalar } from '../../src/editing/core/scalar.ts';
import { text } from '../setup/edit-draws.ts';
import { withDays } from '../setup/edit-sources.ts';

/** A text as it is written under the key `key` when it replaces an existing value. */
function inPlaceOf(standing: string, value: string): string {
  const source = `key: ${standing}\n`;
  const node = parseDocument(source, { keepSourceTokens: true }).get('key', true) as ParsedNode;
  return written(value, mannerOf(node, source));
}
function written(value: string, manner: Manner = {}): string {
  const { head, lines } = writtenScalar(value, { column: 0, inFlow: false }, manner);
  return [head, ...lines].join('\n');
}

it('every parser reads an unquoted text as that text, anywhere', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (value, inFlow) => {
      if (!isPlainText(value, inFlow)) return;
      const source = inFlow ? `{ key: ${value}, list: [a, ${value}] }` : `key: ${value}\nlist:\n  - ${value}\n`;
      const expected = { key: value, list: inFlow ? ['a', value] : [value] };
      expect(parse(source)).toEqual(expected);
      expect(parse(source, { version: '1.1' })).toEqual(expected);
      expect(load(source)).toEqual(expected);
    }),
    { seed: 1, numRuns: 5_000 },
  );
});

it.each(
  [
    'yes',
    'No',
    'on',
    'y',
    '~',
    'null',
    'TRUE',
    '1',
    '-1.5',
    '1e3',
    '.5',
    '0x1F',
    '0b1',
    '017',
    '1_000',
    '12:30',
    '.inf',
  ]
    .concat([
      '2027-05-31',
      '2027-5-1',
      '- x',
      '-x',
      '? x',
      'a: b',
      'a:',
      'a #b',
      '#a',
      '@a',
      '`a`',
      '"a"',
      "'a'",
      '[a]',
    ])
    .concat(['{a}', '> a', '| a', '!a', '&a', '*a', '%a', '', ' a', 'a ', '\u00A0a', 'a\tb', 'a\nb', '...', '<<', '=']),
)('%j needs quotes', (value) => {
  expect(isPlainText(value, false)).toBe(false);
});

it.each([
  '3-6 months',
  '50+',
  '40%',
  '5x',
  '48-hour',
  'C# and C++',
  "it's",
  'a, b',
  'a:b',
  'https://example.com/#a',
  '你好',
  '🎉 x',
])('%j needs none', (value) => {
  expect(isPlainText(value, false)).toBe(true);
});

it.each([
  ['Words', 'Other words', 'Other words'],
  ['Words', 'Words: more', "'Words: more'"],
  ['Words', "It's: more", `"It's: more"`],
  ['Words', '"It\'s": more', `'"It''s": more'`],
  ["'3'", 'three', "'three'"],
  ["'a: b'", "It's", `"It's"`],
  ['"plain"', 'other', '"other"'],
  ['"plain"', 'say "x"', `'say "x"'`],
  // Only the apostrophe required double quotes.
  [`"company's: x"`, 'company: x', "'company: x'"],
  ['"two\\nlines"', 'three\nmore\nlines', '"three\\nmore\\nlines"'],
  ['Words', 'bell \u0007', '"bell \\u0007"'],
  ['Words', 'half \uD83D', '"half \\ud83d"'],
  ['2027-05-31', '2031-01-02', '2031-01-02'],
  ["'2027-05-31'", '2031-01-02', "'2031-01-02'"],
  ['Words', '2031-01-02', "'2031-01-02'"],
  ['2027-05-31', 'soon', 'soon'],
  ['5', '6', "'6'"],
  ['Words', 'two\nlines', '|-\n  two\n  lines'],
  ['Words', 'a line\n', '|\n  a line'],
  ['Words', ' two\nlines', '" two\\nlines"'],
  ['Words', 'two \nlines', '"two \\nlines"'],
  ['|-\n    old\n    lines', 'new\n  lines', '|-\n    new\n      lines'],
  ['|\n  old', 'new', '|-\n  new'],
  ['>-\n  folded', 'new words', '>-\n  new words'],
  ['>-\n  folded', 'two\n\nparagraphs', '>-\n  two\n\n\n  paragraphs'],
  ['>-\n  folded', 'new\n', '>\n  new'],
  ['>-\n  folded', 'new\n  code', '|-\n  new\n    code'],
  ['>-\n  folded', ' new', "' new'"],
  ['>-\n  folded', '', "''"],
])('instead of %j, %j is written as %j', (standing, value, expected) => {
  expect(inPlaceOf(standing, value)).toBe(expected);
  expect(withDays(load(`key: ${expected}\n`))).toEqual({ key: value });
});

const LINES = ['One two three, and four', 'five six seven', 'eight nine.'];
const folded = (...lines: string[]) => ['>-', ...lines.map((line) => (line === '' ? '' : `  ${line}`))].join('\n');

it('folded lines stay the same up to the changed one', () => {
  const standing = folded(...LINES);
  const words = LINES.join(' ');
  expect(inPlaceOf(standing, words)).toBe(standing);
  expect(inPlaceOf(standing, words.replace('nine', 'ten'))).toBe(folded(...LINES.slice(0, 2), 'eight ten.'));
  expect(inPlaceOf(standing, `${words} More.`)).toBe(folded(...LINES.slice(0, 2), 'eight nine. More.'));
  expect(inPlaceOf(standing, LINES.slice(0, 2).join(' '))).toBe(folded(...LINES.slice(0, 2)));
  expect(inPlaceOf(standing, `${words}\nA new paragraph.`)).toBe(folded(...LINES, '', 'A new paragraph.'));
  expect(inPlaceOf(standing, words.replace('five', 'cinq'))).toBe(folded(LINES[0] ?? '', 'cinq six seven eight nine.'));
});

it('folded lines are as wide as the widest existing one, and at least a hundred columns', () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const widest = (standing: string) =>
    Math.max(
      ...inPlaceOf(standing, words)
        .split('\n')
        .map((line) => line.length),
    );
  expect(widest(folded('short'))).toBeLessThanOrEqual(100);
  expect(widest(folded('short'))).toBeGreaterThan(90);
  const wide = widest(folded('x'.repeat(140)));
  expect(wide).toBeLessThanOrEqual(142);
  expect(wide).toBeGreaterThan(130);
});

it('a text in brackets is written on one line', () => {
  expect(writtenScalar('two\nlines', { column: 0, inFlow: true }, {})).toEqual({ head: '"two\\nlines"', lines: [] });
  expect(writtenScalar('a, b', { column: 0, inFlow: true }, {})).toEqual({ head: "'a, b'", lines: [] });
});
