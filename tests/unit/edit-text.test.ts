import { readFileSync } from 'node:fs';
import { mdxToHast } from 'satteri';
import { expect, it } from 'vitest';
import { blocksOf } from '../../src/editing/core/markdown-blocks.ts';
import { splitSource } from '../../src/editing/core/source-parts.ts';
import { read, write } from '../../src/editing/core/write.ts';
import { type Change, TEXT } from '../../src/editing/protocol.ts';
import { NASTY_SOURCES } from '../setup/edit-nasty-sources.ts';
import { COPY_SOURCES } from '../setup/edit-sources.ts';

const FIELDS = '---\ntitle: x\n---\n';
const set = (index: number, value: string): Change => ({ do: 'set', path: [TEXT, index], value });
const insert = (index: number, value: string): Change => ({ do: 'insert', path: [TEXT, index], value });
const remove = (index: number): Change => ({ do: 'remove', path: [TEXT, index] });
const move = (index: number, to: number): Change => ({ do: 'move', path: [TEXT, index], to });

/** The text below the fields after changes, or the message of a refusal. */
function after(text: string, ...changes: Change[]): string {
  const result = write(FIELDS + text, true, changes);
  if ('refused' in result) return result.refused;
  expect(result.text.startsWith(FIELDS)).toBe(true);
  return result.text.slice(FIELDS.length);
}

it.each(COPY_SOURCES.filter(({ isMdx }) => isMdx))('the blocks of $file are those that the site shows', ({ text }) => {
  const blocks = blocksOf(text);
  // As the site does, with the placeholders filled in.
  const tree = mdxToHast(splitSource(text, true).text.replaceAll(/\{[a-z-]+\}/g, 'Name'));
  const shown =
    'children' in tree ? tree.children.filter(({ type }) => type === 'element' || type === 'mdxJsxFlowElement') : [];
  expect(blocks).toHaveLength(shown.length);
  for (const { start, end, line, text: own } of blocks) {
    expect(text.slice(start, end)).toBe(own);
    expect(text.slice(0, start).split('\n')).toHaveLength(line);
  }
});

it('a block excludes comments, imports and adjacent blocks', () => {
  const source = NASTY_SOURCES.find(({ file }) => file === 'text-crlf.mdx')?.text ?? '';
  const blocks = blocksOf(source);
  expect(blocks.map(({ text }) => text)).toEqual([
    '# A heading {company}',
    'A paragraph right below it,\non two lines.  ',
    '- a list\n- of two\n\n  with a paragraph',
    '1. another',
    '{company}',
    "```js\nconst code = '<b>' + {};\n\n# no heading\n```",
    '| a | b |\n| - | - |\n| 1 | {timeline} |',
    '> quoted\ngoes on',
    '<Box>\n\ninside\n\n</Box>',
  ]);
  expect(blocks.map(({ line }) => line)).toEqual([11, 12, 18, 22, 24, 26, 32, 36, 39]);
  for (const { start, end, text } of blocks) expect(source.slice(start, end)).toBe(text.replaceAll('\n', '\r\n'));
});

it('a placeholder is part of the text around it, as on the site', () => {
  expect(read(`${FIELDS}{company}\ngoes on.\n\n- {email}\n`, true).data[TEXT]).toEqual([
    '{company}\ngoes on.',
    '- {email}',
  ]);
});

const TWO = '\nOne.\n\n{/* a note\n   on Two */}\n\nTwo.\n';
it.each<[string, string, Change[], string]>([
  ['set', TWO, [set(0, 'New *one*.')], TWO.replace('One.', 'New *one*.')],
  ['set with blank lines around it', TWO, [set(0, '\n New.  \n\n')], TWO.replace('One.', ' New.')],
  ['set to two', TWO, [set(0, 'A.\n\nB.'), set(1, 'C.')], TWO.replace('One.', 'A.\n\nB.').replace('Two.', 'C.')],
  ['set right above another', '# H\nText\n', [set(0, 'Words')], 'Words\n\nText\n'],
  ['set to a heading right above another', '# H\nText\n', [set(0, '## I')], '## I\nText\n'],
  ['removed', TWO, [remove(0)], '\n{/* a note\n   on Two */}\n\nTwo.\n'],
  ['removed below a comment', TWO, [remove(1)], '\nOne.\n\n{/* a note\n   on Two */}\n'],
  ['removed between others', '\nA\n\nB\n\nC\n', [remove(1)], '\nA\n\nC\n'],
  [
    'removed between comments',
    '\nA\n\n{/* n */}\n\nB\n\n{/* m */}\n\nC\n',
    [remove(1)],
    '\nA\n\n{/* n */}\n\n{/* m */}\n\nC\n',
  ],
  ['removed right above another', '\nA\n\n# H\nB\n', [remove(1)], '\nA\n\nB\n'],
  ['removed right below another', '\n# H\nA\n\nB\n', [remove(1)], '\n# H\n\nB\n'],
  ['removed as the only one', '\nA\n', [remove(0)], ''],
  ['removed from a file without a final line break', '\nA\n\nB', [remove(1)], '\nA'],
  ['inserted first', TWO, [insert(0, 'New')], `\nNew\n${TWO}`],
  ['inserted above a comment', TWO, [insert(1, 'New')], TWO.replace('One.', 'One.\n\nNew')],
  ['inserted last', TWO, [insert(2, 'New')], `${TWO}\nNew\n`],
  ['inserted as the only one', '', [insert(0, 'New')], '\nNew\n'],
  ['inserted below an import', "\nimport A from './a'\n", [insert(0, 'New')], "\nimport A from './a'\n\nNew\n"],
  ['inserted and then set', TWO, [insert(2, ''), set(2, 'New')], `${TWO}\nNew\n`],
  ['inserted between adjacent ones', '# H\nText\n', [insert(1, 'New')], '# H\n\nNew\n\nText\n'],
  ['moved', '\nA\n\nB\n\n- c\n', [move(2, 0)], '\n- c\n\nA\n\nB\n'],
  ['set to what it was', '\n  A  \n', [set(0, '  A')], '\n  A  \n'],
])('a block is %s', (_what, text, changes, expected) => {
  expect(after(text, ...changes)).toBe(expected);
});

it.each([
  ['```\ncode', /run together .* Close what you have opened/],
  ['- d', /Merge adjacent lists into one/],
  [' \n', /is empty\. Write something in it, or remove it/],
  ["import A from './a'", /begins with the word import or export.*Begin it with another word/],
  ['5 {of', /can't be read.*Write < as &lt; and \{ as &#123;/],
  ['<b>', /can't be read.*Write < as &lt;/],
])('a text %j that would be parsed as something else is refused with advice', (value, message) => {
  expect(after('\nA\n\n- b\n\nC\n\n- c\n', set(2, value))).toMatch(message);
});

it('the blocks of a text can be set all at once', () => {
  expect(after(TWO, { do: 'set', path: [TEXT], value: ['Zero.', 'Two.'] })).toBe(TWO.replace('One.', 'Zero.'));
});

it('a text keeps its line breaks, whatever is written into it', () => {
  const source = readFileSync('content/legal/privacy-policy.mdx', 'utf8').replaceAll('\n', '\r\n');
  const { text } = write(`\uFEFF${source}`, true, [set(1, 'Two\nlines'), insert(0, 'New\n\nand')]) as { text: string };
  expect(text.startsWith('\uFEFF---\r\n')).toBe(true);
  expect(text).toContain('\r\n\r\nTwo\r\nlines\r\n\r\n');
  expect(text).not.toMatch(/[^\r]\n/);
});

it('an invalid text is reported with the reason', () => {
  expect(() => read(`${FIELDS}\n{a`, true)).toThrow(
    /The text can't be read \(Unexpected end of file in expression.*&#123;/,
  );
  expect(write(`${FIELDS}\n{a`, true, [])).toHaveProperty('refused');
});
