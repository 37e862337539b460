import { expect, it } from 'vitest';
import type { Field } from '../../src/editing/core/field.ts';
import { write } from '../../src/editing/core/write.ts';
import type { Change, Path, Value } from '../../src/editing/protocol.ts';

const set = (path: Path, value: Value): Change => ({ do: 'set', path, value });
const insert = (path: Path, value: Value): Change => ({ do: 'insert', path, value });
const remove = (path: Path): Change => ({ do: 'remove', path });
const move = (path: Path, to: number): Change => ({ do: 'move', path, to });

/** A YAML file after changes, or the message of a refusal. */
function after(source: string, ...changes: Change[]): string {
  const result = write(source, false, changes);
  return 'text' in result ? result.text : result.refused;
}

it.each<[string, string, Change[], string]>([
  ['a comment next to it', 'a: x # note\nb: y\n', [set(['a'], 'z')], 'a: z # note\nb: y\n'],
  ['a comment next to lines', 'a: >- # note\n  x\nb: y\n', [set(['a'], '')], "a: '' # note\nb: y\n"],
  ['a text that becomes several lines', 'a: x # note\n', [set(['a'], 'p\nq')], 'a: |- # note\n  p\n  q\n'],
  ['nothing', 'a: # note\nb:\n', [set(['a'], 'x'), set(['b'], 1)], 'a: x # note\nb: 1\n'],
  ['null', 'a: null\n', [set(['a'], 'x')], 'a: x\n'],
  ['a text by nothing', 'a: x\n', [set(['a'], null)], 'a: null\n'],
  ['a text on several lines', 'a: one\n  two\nb: 1\n', [set(['a'], 'x')], 'a: x\nb: 1\n'],
  ['an empty line after lines', 'a: |\n  x\n\nb: 1\n', [set(['a'], 'y\n')], 'a: |\n  y\n\nb: 1\n'],
  ['a list', 'a: # note\n  - x\n  - y\nb: 1\n', [set(['a'], 'z')], 'a: z # note\nb: 1\n'],
  ['fields after a hyphen', 'a:\n  - b: 1\n    c: 2\n', [set(['a', 0], 'x')], 'a:\n  - x\n'],
  [
    'a text by fields',
    'a:\n  - x # note\n',
    [set(['a', 0], { b: 1, c: [2] })],
    'a:\n  - b: 1 # note\n    c:\n      - 2\n',
  ],
  ['a text by a list', 'a: x # note\n', [set(['a'], ['b', ['c', 'd']])], 'a: # note\n  - b\n  - - c\n    - d\n'],
  ['a value on the next line', 'a: # note\n  x # beside\n', [set(['a'], 'v')], 'a: # note\n  v # beside\n'],
  ['a value on the next line by a list', 'a: # note\n  x\n', [set(['a'], ['v'])], 'a: # note\n  - v\n'],
  ['a list and its comments', 'a:\n  # first\n  - x\n  # last\nb: 1\n', [set(['a'], 'v')], 'a: v\nb: 1\n'],
  [
    'a text above a comment that lines would include',
    'a: x\n    # n\nb: 1\n',
    [set(['a'], 'p\nq')],
    'a: "p\\nq"\n    # n\nb: 1\n',
  ],
  ['something in braces', 'a: { b: x, c: y }\n', [set(['a', 'b'], 'x, z')], "a: { b: 'x, z', c: y }\n"],
  ['a list in brackets', 'a: [x, y]\n', [set(['a', 0], { b: [1], c: {} })], 'a: [{ b: [1], c: {} }, y]\n'],
])('a value replaces %s', (_what, source, changes, expected) => {
  expect(after(source, ...changes)).toBe(expected);
});

it.each<[string, string, Change[], string]>([
  ['the last of the file', 'a: 1\n', [set(['b'], 'x')], 'a: 1\nb: x\n'],
  [
    'above the comments after it',
    'a:\n  b: 1\n  # in a\n# behind\n',
    [set(['c'], 2)],
    'a:\n  b: 1\n  # in a\nc: 2\n# behind\n',
  ],
  ['inside', 'a:\n  b: 1\n\nc: 2\n', [set(['a', 'x'], ['v'])], 'a:\n  b: 1\n  x:\n    - v\n\nc: 2\n'],
  ['in an entry', 'a:\n  - b: 1\n  - c: 2\n', [set(['a', 0, 'x'], true)], 'a:\n  - b: 1\n    x: true\n  - c: 2\n'],
  ['in braces', 'a: { b: 1 }\n', [set(['a', 'x y'], 'no')], "a: { b: 1, x y: 'no' }\n"],
  ['in empty braces', 'a: {} # note\n', [set(['a', 'x'], 1)], 'a: # note\n  x: 1\n'],
  ['that needs quotes', 'a: 1\n', [set(['yes: no'], 1)], "a: 1\n'yes: no': 1\n"],
  ['in a file without a final line break', 'a: 1', [set(['b'], 2)], 'a: 1\nb: 2'],
  ['in an empty file', '', [set(['a'], 'x'), set(['b'], [{ c: 1 }])], 'a: x\nb:\n  - c: 1\n'],
  ['in a file of comments', '# note\n', [set(['a'], 'x')], '# note\na: x\n'],
])('a field is added: %s', (_what, source, changes, expected) => {
  expect(after(source, ...changes)).toBe(expected);
});

it.each<[string, string, Change[], string]>([
  ['and its comments', '# far\n\n# near\nb: 1 # beside\nc: 2\n', [remove(['b'])], '# far\n\nc: 2\n'],
  [
    'and not the comments of others',
    'a:\n  - x\n  # of the list\nb: 1\n# of c\nc: 2\n',
    [remove(['b'])],
    'a:\n  - x\n  # of the list\n# of c\nc: 2\n',
  ],
  ['and the comments in it', 'a:\n  # in\n  - x\n\n  # further\nb: 1\n', [remove(['a'])], 'b: 1\n'],
  ['and the empty lines of its text', 'a: 1\nb: |+\n  x\n\nc: 1\n', [remove(['b'])], 'a: 1\nc: 1\n'],
  ['between empty lines', 'a: 1\n\nb: 2\n\nc: 3\n', [remove(['b'])], 'a: 1\n\nc: 3\n'],
  ['at the end', 'a: 1\n\nb: 2\n', [remove(['b'])], 'a: 1\n'],
  ['at the end of a file without a final line break', 'a: 1\nb: 2', [remove(['b'])], 'a: 1'],
  ['after a hyphen', 'a:\n  - b: 1\n    # of c\n    c: 2\n', [remove(['a', 0, 'b'])], 'a:\n  - # of c\n    c: 2\n'],
  ['after a hyphen and an empty line', 'a:\n  - b: 1\n\n    c: 2\n', [remove(['a', 0, 'b'])], 'a:\n  - c: 2\n'],
  ['that is the only one', 'a: # note\n  b: 1\nc: 2\n', [remove(['a', 'b'])], 'a: {} # note\nc: 2\n'],
  ['that is the only one of an entry', 'a:\n  - b: 1\n', [remove(['a', 0, 'b'])], 'a:\n  - {}\n'],
  ['in braces', 'a: { b: 1, c: 2 }\n', [remove(['a', 'b'])], 'a: { c: 2 }\n'],
  ['last in braces', 'a: { b: 1, c: 2 }\n', [remove(['a', 'c'])], 'a: { b: 1 }\n'],
  ['alone in braces', 'a: { b: 1 }\n', [remove(['a', 'b'])], 'a: {}\n'],
])('a field is removed: %s', (_what, source, changes, expected) => {
  expect(after(source, ...changes)).toBe(expected);
});

const LIST = 'a:\n  # first\n  - x # beside\n\n  # apart\n\n  # second\n  - y: 1\n    # in\n    z: 2\nb: 1\n';
it.each<[string, string, Change[], string]>([
  ['removed', LIST, [remove(['a', 0])], LIST.replace('  # first\n  - x # beside\n\n', '')],
  ['removed at the end', LIST, [remove(['a', 1])], 'a:\n  # first\n  - x # beside\n\n  # apart\n\nb: 1\n'],
  ['removed as the only one', 'a: # note\n  - x\nb: 1\n', [remove(['a', 0])], 'a: [] # note\nb: 1\n'],
  ['removed from a list in a list', 'a:\n  - - x\n    - y\n', [remove(['a', 0, 0])], 'a:\n  - - y\n'],
  ['inserted', LIST, [insert(['a', 1], 'new: x')], LIST.replace('# beside\n', "# beside\n  - 'new: x'\n")],
  ['inserted first', LIST, [insert(['a', 0], 'v')], LIST.replace('a:\n', 'a:\n  - v\n')],
  [
    'inserted last',
    LIST,
    [insert(['a', 2], { v: 3, z: ['q'] })],
    LIST.replace('z: 2\n', 'z: 2\n  - v: 3\n    z:\n      - q\n'),
  ],
  [
    'inserted into an empty list',
    'a: [] # note\n',
    [insert(['a', 0], { b: 1, c: 2 })],
    'a: # note\n  - b: 1\n    c: 2\n',
  ],
  ['inserted into an empty list in a list', 'a:\n  - []\n', [insert(['a', 0, 0], 'v')], 'a:\n  - [v]\n'],
  ['inserted where lists are not indented', 'a:\n- x\nb: 1\n', [insert(['a', 1], 'v')], 'a:\n- x\n- v\nb: 1\n'],
  [
    'inserted like its neighbor',
    'a:\n  - { b: x }\n',
    [insert(['a', 1], { b: 'v' })],
    'a:\n  - { b: x }\n  - { b: v }\n',
  ],
  [
    'folded like its neighbor',
    'a:\n  - b: >-\n      x\n',
    [insert(['a', 1], { b: 'y' })],
    'a:\n  - b: >-\n      x\n  - b: >-\n      y\n',
  ],
  [
    'moved',
    LIST,
    [move(['a', 1], 0)],
    'a:\n  # second\n  - y: 1\n    # in\n    z: 2\n\n  # apart\n\n  # first\n  - x # beside\nb: 1\n',
  ],
  [
    'moved in a list in a list',
    'a:\n  - - x\n    # of y\n    - y\n',
    [move(['a', 0, 0], 1)],
    'a:\n  - # of y\n    - y\n    - x\n',
  ],
  ['moved in a file without a final line break', 'a:\n  - x\n  - y', [move(['a', 0], 1)], 'a:\n  - y\n  - x'],
  ['removed from brackets', 'a: [x, y, z]\n', [remove(['a', 0]), remove(['a', 1])], 'a: [y]\n'],
  ['inserted into brackets', 'a: [x]\n', [insert(['a', 0], 'a, b'), insert(['a', 2], 'no')], "a: ['a, b', x, 'no']\n"],
  [
    'inserted into brackets on several lines',
    'a: [\n  x, # note\n  y\n]\n',
    [insert(['a', 1], 'v')],
    'a: [\n  x, # note\n  v,\n  y\n]\n',
  ],
  [
    'removed from brackets on several lines',
    'a: [\n  x, # note, more\n  y\n]\n',
    [remove(['a', 1])],
    'a: [\n  x # note, more\n  \n]\n',
  ],
  ['removed above a comment in brackets', 'a: [\n  x, # n\n  y\n]\n', [remove(['a', 0])], 'a: [\n   # n\n  y\n]\n'],
  [
    'removed with a comma below a comment',
    'a: [\n  x # n, m\n  , y\n]\n',
    [remove(['a', 0])],
    'a: [\n   # n, m\n   y\n]\n',
  ],
  ['removed as the only one above a comment', 'a: [x, # n\n]\n', [remove(['a', 0])], 'a: [ # n\n]\n'],
  ['moved in brackets', 'a: [x, "y", z]\n', [move(['a', 0], 2)], 'a: ["y", z, x]\n'],
])('an entry is %s', (_what, source, changes, expected) => {
  expect(after(source, ...changes)).toBe(expected);
});

it('writes only what differs when a list or fields are set', () => {
  const source = "a:\n  - x: 'one' # note\n    y: 2\n  # of two\n  - x: two\n";
  expect(after(source, set(['a'], [{ x: 'one', y: 3 }, { x: 'two' }, { x: 'new' }]))).toBe(
    "a:\n  - x: 'one' # note\n    y: 3\n  # of two\n  - x: two\n  - x: new\n",
  );
  expect(after(source, set(['a'], [{ x: 'two' }]))).toBe('a:\n  # of two\n  - x: two\n');
  // Another variant of a union.
  expect(after('a:\n  b: 1 # note\n', set(['a'], { c: 2 }))).toBe('a:\n  c: 2\n');
});

const FORM: Field = {
  kind: 'group',
  label: '',
  fields: Object.fromEntries(
    ['first', 'second', 'day', 'last'].map((key) => [key, { kind: key === 'day' ? 'day' : 'text', label: key }]),
  ),
};
it.each<[string, string, string, string]>([
  ['after its predecessor', 'second', 'first: 1\nlast: 2\n', 'first: 1\nsecond: 2031-01-02\nlast: 2\n'],
  ['after the nearest predecessor', 'last', 'first: 1\nother: 2\n', 'first: 1\nlast: 2031-01-02\nother: 2\n'],
  [
    'first, above the comments of the next',
    'first',
    '# file\n\n# near\nlast: 1\n',
    '# file\n\nfirst: 2031-01-02\n# near\nlast: 1\n',
  ],
  ['first, below the comments of the file', 'first', '# file\nlast: 1\n', '# file\nfirst: 2031-01-02\nlast: 1\n'],
  ['last, if it is not in the schema', 'other', 'first: 1\n', 'first: 1\nother: 2031-01-02\n'],
])('a new field goes %s', (_what, key, source, expected) => {
  const result = write(source, false, [set([key], '2031-01-02')], FORM);
  // Only days by the schema are written without quotes.
  expect(result).toEqual({ text: expected.replace('2031-01-02', "'2031-01-02'") });
});

it('writes a new day without quotes', () => {
  expect(write('first: 1\n', false, [set(['day'], '2031-01-02')], FORM)).toEqual({
    text: 'first: 1\nday: 2031-01-02\n',
  });
});
