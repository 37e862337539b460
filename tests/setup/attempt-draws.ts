import fc from 'fast-check';
import { read } from '../../src/editing/core/write.ts';
import { TEXT, type Change, type Value } from '../../src/editing/protocol.ts';
import type { Attempt } from './edit-attempt.ts';
import { changeOf, draw } from './edit-draws.ts';
import { NASTY_SOURCES } from './edit-nasty-sources.ts';
import { COPY_SOURCES, sourceOf, type Source } from './edit-sources.ts';

/** Markdown of all kinds, allowed and not. */
const SNIPPETS = [
  ...['One paragraph.', 'Two\nlines', 'hard  \nbreak', 'hard\\\nbreak', '    indented', '\tTab', '\\# no heading'],
  ...['# A *b*', '## Heading', 'a\n===', 'a\n---', '***', '> quoted\ngoes on', '>>> deep', '> a\n>\n> b'],
  ...['- x\n- y', '1. a\n2. b', '10) ten', '- a\n\n  b\n- c', '- a\n    - b\n        - c', '- [ ] task\n- [x] done'],
  ...['```\n{x}\n```', '~~~js\n<b>\n~~~', '`code {x}`', '``a`b``', '| a | b |\n| - | - |\n| 1 | 2 |', 'a | b\n-|-'],
  ...['[a](/flow)', '[a](b "t")', '[a][b]\n\n[b]: /flow', '![p](/pictures/x.png)', 'x[^1]\n\n[^1]: note'],
  ...['https://example.com', 'www.example.com', 'a@b.example', '<https://example.com>', '~~out~~ **b** *i* __s__'],
  ...[
    '{/* note */}',
    '{/* a } b */}',
    '{/* two\n lines */}',
    'a {/* note */} b',
    '{/* a */} {/* b */}',
    '{ /* odd */ }',
  ],
  ...['{company}', '{students-trained}', '{x}', '{a b}', '{', '}', '{/*', 'import x from "y"', 'export const a = 1'],
  ...['import is a word', 'importance', '<br />', 'CO<sub>2</sub>', '<Button label="Go" href="/flow" />', '<b>b</b>'],
  ...[
    '<Figure src="/a.png" alt="x" caption="y" />',
    '<Figure\n  src="/a.png"\n  alt="x"\n  caption="y"\n/>',
    '<',
    '</a>',
  ],
  ...['<Button href={x}>a</Button>', '<br {...a} />', '<!-- c -->', '&lt; &amp; &copy; &nbsp;', '&NotEqualTilde;'],
  ...['&copy', '&#x202E;', '&#0;', '\u00A0', '\u2028', 'é🎉', '$math$', ':::x', '"quotes" -- and ...', '[x', '*a', '|'],
];

const snippet = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SNIPPETS) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom(...'ab {}/*<>-_*`~[]()!#&;\\\n\n.1)+=\'":'.split('')),
      maxLength: 10,
    }),
  },
);
const between = fc.constantFrom('\n\n', '\n\n', '\n\n', '\n', ' ', '', '\n  ', '\r\n', '\n> ', '\n- ');
const markdown = fc
  .array(fc.tuple(snippet, between), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().join(''));

/** The nasty sources without what no text can have: all that is left can be edited. */
const ALLOWED = NASTY_SOURCES.map(({ file, text }) =>
  sourceOf(file, text.replace(/import Box from '.\/box'\r?\n\r?\n/, '').replaceAll(/<\/?Box>\r?\n\r?\n/g, '')),
);
const source = fc.oneof(fc.constantFrom(...COPY_SOURCES), fc.constantFrom(...ALLOWED));
const withText = fc.constantFrom(
  ...[...COPY_SOURCES, ...ALLOWED].filter(
    ({ isMdx, text }) => isMdx && (read(text, true).data[TEXT] as Value[]).length > 0,
  ),
);

const ofFields = fc.tuple(source, draw).map(([{ file, isMdx, text }, drawn]): Attempt => ({
  file,
  text,
  changes: [changeOf(read(text, isMdx).data, drawn)],
}));

function textChange(what: string, at: number, count: number, value: string): Change {
  const path = [TEXT, at % count];
  if (what === 'remove' || what === 'move')
    return what === 'move' ? { do: what, path, to: (at >> 8) % count } : { do: what, path };
  return what === 'insert' ? { do: what, path: [TEXT, at % (count + 1)], value } : { do: 'set', path, value };
}
const ofText = fc
  .tuple(withText, fc.constantFrom('set', 'set', 'insert', 'insert', 'remove', 'move'), fc.nat(), markdown)
  .map(([{ file, text }, what, at, value]: [Source, string, number, string]): Attempt => ({
    file,
    text,
    changes: [textChange(what, at, (read(text, true).data[TEXT] as Value[]).length, value)],
  }));
/** Texts of others, which may be odd as they are. */
const ofOddText = fc.tuple(markdown, markdown, markdown).map(([first, second, value]): Attempt => ({
  file: 'odd.mdx',
  text: `---\ntitle: x\n---\n\n${first}\n\n${second}\n`,
  changes: [{ do: 'insert', path: [TEXT, 0], value }],
}));

/** Edits of the content and of nasty files: of fields, of texts, and of texts that are odd. */
export const attempts = (count: number, seed: number): Attempt[] =>
  fc.sample(fc.oneof(ofFields, ofText, ofOddText), { numRuns: count, seed });
