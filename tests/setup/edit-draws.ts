import fc from 'fast-check';
import { type Data, isGroup, valueAt } from '../../src/editing/core/values.ts';
import { type Change, type Path, TEXT, type Value } from '../../src/editing/protocol.ts';
import { placesIn } from './edit-sources.ts';

/** Words, and characters with a meaning in YAML or Markdown. */
export const WORDS =
  "a the of text: #hash # {brace} [list] \"double\" 'single' it's 50% @ & * ! | > ? - : , \\ `tick` 🎉 你好 é x".split(
    ' ',
  );
const ODD = [
  'yes¦No¦on¦y¦null¦NULL¦~¦true¦1¦-1¦1.5¦.5¦1e3¦0x1F¦0o17¦0b11¦017¦1_000¦12:30¦.inf¦-.INF¦.NaN¦+1¦1.¦2027-05-31¦2027-5-1',
  '2027-05-31T10:00:00Z¦2027-05-31 10:00¦-¦--¦---¦...¦- x¦> y¦| y¦>-¦|¦#¦# x¦a #b¦a#b¦a: b¦a:¦:a¦: a¦a:b¦?¦? a¦?a¦!x¦&x¦*x',
  `@x¦%x¦\`x¦"¦'¦"x"¦'x'¦\\¦=¦<<¦[x¦x]¦{x}¦{¦}¦,¦a, b¦¦ ¦  two¦two  ¦a  b¦👩‍👩‍👧¦中文：文本¦עברית¦{company}¦https://example.com/#a`,
  '\t¦a\tb¦a\nb¦\n¦a\n¦\na¦a\n\nb¦a\n  b¦  a\nb¦a \nb¦a\r\nb¦\u0000¦\u0007¦\u0085¦\u00A0¦a\u2028b¦\uFEFF¦\uFFFF¦\uD83D¦a\u200Db',
].flatMap((line) => line.split('¦'));
const LONG = ['a word '.repeat(60), 'x'.repeat(300), `${'long '.repeat(50)}\nend`];

/** Texts that YAML could misread, and ordinary ones. */
export const text = fc.oneof(
  fc.constantFrom(...ODD, ...LONG),
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 60 }).map((words) => words.join(' ')),
  fc
    .array(fc.constantFrom(...WORDS, '\n', '\n\n', '  '), { minLength: 1, maxLength: 30 })
    .map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
);
const scalar = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.integer(),
  fc.constantFrom(0, 1.5, -2e-7, 1e21, 12345678.25),
  fc.boolean(),
  fc.constant(null),
);
const KEYS = 'title,text,x,new,too-long,yes,1,a b,a: b,#,,<<,- a,日本,"'.split(',');
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { weight: 5, arbitrary: scalar },
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

/** A random edit. Its numbers are taken modulo the number of candidates. */
export const draw = fc.record({
  where: fc.nat(),
  what: fc.constantFrom('set', 'set', 'set like', 'remove', 'insert', 'move', 'add', 'grow'),
  to: fc.nat(),
  scalar,
  value,
  key: fc.constantFrom(...KEYS),
});
export type Draw = typeof draw extends fc.Arbitrary<infer T> ? T : never;

const MARKDOWN = [
  'One more.',
  'Two\n\nat once',
  '## Heading',
  '- x\n- y',
  '{email} *is* it',
  '```\n{x}\n```',
  'a\nb\n',
  '| a |\n| - |\n| 1 |',
  '<b>b</b>',
  '',
];

/** The change for a random edit, limited to those that the data allows. */
export function changeOf(data: Data, { where, what, to, scalar, value, key }: Draw): Change {
  const places = placesIn(data).filter((path) => path.length > 1 || path[0] !== TEXT);
  const lists = [[], ...places, ...(TEXT in data ? [[TEXT]] : [])].filter((path) => Array.isArray(valueAt(data, path)));
  const groups: Path[] = [[], ...places].filter((path) => isGroup(valueAt(data, path)));
  const path = places[where % places.length] ?? [];
  const list = lists[where % lists.length];
  const length = list ? (valueAt(data, list) as Value[]).length : 0;
  if (places.length === 0) return { do: 'set', path: [key], value };
  const inText = (place: Path) => place[0] === TEXT;
  const markdown = MARKDOWN[to % MARKDOWN.length] ?? '';
  switch (what) {
    case 'remove':
      return { do: 'remove', path };
    case 'insert':
      if (!list) break;
      return { do: 'insert', path: [...list, to % (length + 1)], value: inText(list) ? markdown : value };
    case 'move':
      if (!list || length < 2) break;
      return { do: 'move', path: [...list, where % length], to: to % length };
    case 'add': {
      const group = groups[where % groups.length] ?? [];
      return { do: 'set', path: [...group, key], value };
    }
    // A list or fields of which a form has changed a part.
    case 'grow': {
      const old = valueAt(data, path);
      if (Array.isArray(old) && !inText(path))
        return { do: 'set', path, value: [...old.slice(to % (old.length + 1)), value] };
      if (isGroup(old)) return { do: 'set', path, value: { ...old, [key]: scalar } };
      break;
    }
    case 'set':
      if (!inText(path)) return { do: 'set', path, value };
      break;
    default:
  }
  return { do: 'set', path, value: inText(path) ? markdown : scalar };
}
