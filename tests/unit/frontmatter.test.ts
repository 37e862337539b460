import { expect, it } from 'vitest';
import { bodyText } from '../../src/schemas/body-text.ts';
import { emptyFields, hasOddFields, splitFrontmatter } from '../../src/schemas/frontmatter.ts';

it.each([
  ['a file', '---\ntitle: T\n---\n\nText\n', 'title: T', '\nText\n'],
  ['a file without text', '---\ntitle: T\n---', 'title: T', ''],
  ['a file from Windows', '---\r\ntitle: T\r\n---\r\nText\r\n', 'title: T', 'Text\r\n'],
  ['a file with a byte order mark', '\uFEFF---\ntitle: T\n---\nText', 'title: T', 'Text'],
  ['a rule in the text', '---\na: 1\n---\nOne\n\n---\n\nTwo', 'a: 1', 'One\n\n---\n\nTwo'],
  ['a file without fields', 'Text', '', 'Text'],
])('%s is split into fields and text', (_what, source, fields, text) => {
  expect(splitFrontmatter(source)).toEqual({ fields, text });
});

it.each([
  ['---\ntitle: T\nname: N\n---\nText', '---\n\n\n---\nText'],
  ['\uFEFF---\r\n---\r\n---\r\nText', '\uFEFF---\r\n\r\n---\r\nText'],
  ['---\ntitle: T\n---\n---\nlayout: L\n---\n', '---\n\n---\n---\nlayout: L\n---\n'],
  ['Text\n', 'Text\n'],
])('the fields of %j can be left out', (source, without) => expect(emptyFields(source)).toBe(without));

it.each([
  '--- \ntitle: T\n---\n',
  '+++\ntitle: T\n+++\n',
  '---\ntitle: T\n---x\nname: N\n---\n',
  '\n\n---\ntitle: T\n+++\n',
  '\n---\ntitle: T\n---\n',
])('fields that only Astro would find in %j are reported', (source) => expect(hasOddFields(source)).toBe(true));

it.each([
  ['blank lines', () => hasOddFields('\n'.repeat(200_000))],
  ['open comments', () => bodyText('{/*'.repeat(100_000))],
])('a file of %s is read at once', (_what, read) => {
  const { user } = process.cpuUsage();
  read();
  // Microseconds. It took minutes.
  expect(process.cpuUsage().user - user).toBeLessThan(2_000_000);
});
