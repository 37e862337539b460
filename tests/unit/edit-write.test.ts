import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { read, write } from '../../src/editing/core/write.ts';
import { type Change, TEXT, type Value } from '../../src/editing/protocol.ts';
import { NASTY_SOURCES } from '../setup/edit-nasty-sources.ts';
import { COPY_SOURCES, readByAstro, withDays } from '../setup/edit-sources.ts';

const set = (path: readonly (string | number)[], value: Value): Change => ({ do: 'set', path, value });

it.each([...COPY_SOURCES, ...NASTY_SOURCES])('$file is read as Astro reads it', (source) => {
  const { [TEXT]: text, ...fields } = read(source.text, source.isMdx).data;
  expect(fields).toEqual(withDays(readByAstro(source)));
  expect(Array.isArray(text)).toBe(source.isMdx);
});

const SHORTCUT = /YAML shortcut .*Ask a developer, or change the file itself/;
const UNUSUAL = /unusual way .*Ask a developer, or change the file itself/;

it.each<[string, string, Change, RegExp]>([
  ['an alias', 'a: &x 1\nb: *x\n', set(['b'], 2), SHORTCUT],
  ['the target of an alias', 'a: &x 1\nb: *x\n', set(['a'], 2), SHORTCUT],
  ['a value in an alias', 'a: &x { c: 1 }\nb: *x\n', set(['b', 'c'], 2), SHORTCUT],
  ['a value in the target of an alias', 'a: &x { c: 1 }\nb: *x\n', set(['a', 'c'], 2), SHORTCUT],
  [
    'a change that would lose a comment',
    'a: [ # note\n  ]\n',
    { do: 'insert', path: ['a', 0], value: 1 },
    /without affecting other parts of the file\. Ask a developer/,
  ],
  [
    'a change that would affect other values',
    'a:\n  - [&x 1]\n  - *x\n  - [&x 2]\n  - *x\n',
    { do: 'move', path: ['a', 2], to: 0 },
    /without affecting other parts/,
  ],
  ['a tag', 'a: !!str 1\n', set(['a'], '2'), /line 1 can't be read .*a tag/],
  ['a merged field', 'a: &x { c: 1 }\nb:\n  <<: *x\n', set(['a'], 2), SHORTCUT],
  ['a long key', '? a\n: 1\n', set(['a'], 2), UNUSUAL],
  ['a field without braces', 'a: [b: 1]\n', set(['a', 0, 'b'], 2), UNUSUAL],
  ['a directive', '%YAML 1.1\n---\na: yes\n', set(['a'], 2), UNUSUAL],
  ['one of several documents', 'a: 1\n---\nb: 1\n', set(['a'], 2), /can't be read/],
  ['a file with a syntax error', 'a: [\n', set(['a'], 2), /line 2 can't be read/],
  ['a list instead of fields', '- a\n', set(['a'], 2), /has no fields.*Ask a developer/],
  ['the last field', '# note\na: 1\n', { do: 'remove', path: ['a'] }, /last field.*Write another one first/],
  ['a path that does not exist', 'a: 1\n', set(['b', 'c'], 2), /There is no b › c to change here\. Reload the page/],
  ['the text of a YAML file', 'a: 1\n', set([TEXT, 0], 'x'), /There is no .* Reload the page/],
])('%s is not changed, and the message says why and what to do', (_what, source, change, message) => {
  const result = write(source, false, [change]);
  expect(result).toEqual({ refused: expect.stringMatching(message) as string });
});

it('a field next to an alias can be changed', () => {
  expect(write('a: &x 1 # note\nb: *x\nc: 1\n', false, [set(['c'], 2)])).toEqual({
    text: 'a: &x 1 # note\nb: *x\nc: 2\n',
  });
});

it('no field is added to an MDX file without fields, and the message says so', () => {
  expect(write('Text\n', true, [set(['a'], 1)])).toEqual({
    refused: expect.stringMatching(/no fields between two lines of three hyphens\. Ask a developer/) as string,
  });
  expect(write('Text\n', true, [set([TEXT, 0], 'New')])).toEqual({ text: 'New\n' });
});

it('none of several changes is written if one of them is refused', () => {
  expect(write('a: 1\n', false, [set(['a'], 2), { do: 'remove', path: ['a'] }])).toHaveProperty('refused');
});

it('a new file is written from nothing', () => {
  const changes = [
    set(['title'], 'T'),
    set(['items'], [{ a: 'b' }]),
    { do: 'insert', path: [TEXT, 0], value: 'Text' } as const,
  ];
  expect(write('---\n---\n', true, changes)).toEqual({
    text: '---\ntitle: T\nitems:\n  - a: b\n---\n\nText\n',
  });
  expect(write('---\r\n---\r\n', true, changes.slice(0, 1))).toEqual({ text: '---\r\ntitle: T\r\n---\r\n' });
  expect(write('', false, changes.slice(0, 2))).toEqual({ text: 'title: T\nitems:\n  - a: b\n' });
});

/** Expects that something takes about as long with one character as with another. */
function expectSimilar(work: (character: string) => unknown, one: string, other: string): void {
  const time = (character: string) => {
    const start = performance.now();
    work(character);
    return performance.now() - start;
  };
  // In turns, so that another program on the machine slows both down.
  const times = Array.from({ length: 5 }, () => [time(one), time(other)] as const);
  const [first = 0, second = 0] = [0, 1].map((which) => Math.min(...times.map((both) => both[which] ?? 0)));
  expect(first / second).toBeLessThan(20);
}

it('an entry is added about as fast after many blanks as after many letters', () => {
  expectSimilar(
    (text) =>
      write(`a: #${text.repeat(30_000)}x\nlist: [b, c]\n`, false, [{ do: 'insert', path: ['list', 1], value: 'd' }]),
    ' ',
    'x',
  );
});

it('many digits are written about as fast as many letters', () => {
  expectSimilar((text) => write('a: b\n', false, [set(['a'], `${text.repeat(20_000)}x`)]), '1', 'x');
});

it('keeps spaces after a line of hyphens', () => {
  expect(write('---\na: 1\n---  \nText\n', true, [set(['a'], 2)])).toEqual({ text: '---\na: 2\n---  \nText\n' });
});

it('adds a text below fields at the end of the file', () => {
  expect(write('---\na: 1\n---', true, [{ do: 'insert', path: [TEXT, 0], value: 'Text' }])).toEqual({
    text: '---\na: 1\n---\n\nText\n',
  });
});

it('a value of a field cannot break an MDX file', () => {
  const result = write('---\na: |-\n  x\n---\nText\n', true, [set(['a'], '---\n---\nb: 1')]);
  const { text } = result as { text: string };
  expect(read(text, true).data).toEqual({ a: '---\n---\nb: 1', [TEXT]: ['Text'] });
  expect(text.endsWith('\n---\nText\n')).toBe(true);
});

describe.each([
  ['Windows line breaks', '# n\r\na: x # n\r\nb:\r\n  - c: 1\r\n    d: 2\r\n'],
  ['a byte order mark', '\uFEFF# n\na: x # n\nb:\n  - c: 1\n    d: 2\n'],
  ['no final line break', '# n\na: x # n\nb:\n  - c: 1\n    d: 2'],
  ['all of these', '\uFEFF# n\r\na: x # n\r\nb:\r\n  - c: 1\r\n    d: 2'],
])('a file with %s', (_what, source) => {
  it.each<[string, Change, unknown]>([
    ['a value', set(['a'], 'y'), { a: 'y', b: [{ c: 1, d: 2 }] }],
    ['lines', set(['a'], 'y\nz'), { a: 'y\nz', b: [{ c: 1, d: 2 }] }],
    ['the last value', set(['b', 0, 'd'], 'y\nz'), { a: 'x', b: [{ c: 1, d: 'y\nz' }] }],
    ['the last list', set(['b'], 'y'), { a: 'x', b: 'y' }],
    ['a field at its end', set(['e'], ['f']), { a: 'x', b: [{ c: 1, d: 2 }], e: ['f'] }],
    [
      'an entry at its end',
      { do: 'insert', path: ['b', 1], value: { c: 3 } },
      { a: 'x', b: [{ c: 1, d: 2 }, { c: 3 }] },
    ],
    ['one field less', { do: 'remove', path: ['b', 0, 'd'] }, { a: 'x', b: [{ c: 1 }] }],
    ['no list', { do: 'remove', path: ['b'] }, { a: 'x' }],
    ['an empty list', { do: 'remove', path: ['b', 0] }, { a: 'x', b: [] }],
  ])('keeps its format with %s', (_change, change, data) => {
    const { text } = write(source, false, [change]) as { text: string };
    expect(load(text)).toEqual(data);
    expect(text.startsWith('\uFEFF')).toBe(source.startsWith('\uFEFF'));
    expect(text.endsWith('\n')).toBe(source.endsWith('\n'));
    expect(text.match(/# n/g)).toHaveLength(2);
    expect(/[^\r]\n/.test(text)).toBe(!source.includes('\r'));
    expect(text.includes('\r')).toBe(source.includes('\r'));
  });
});
