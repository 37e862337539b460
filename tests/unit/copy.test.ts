import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import { resourceSchema } from '../../src/schemas/collections.ts';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';
import { homeSchema } from '../../src/schemas/home.ts';
import { COPY_FILES } from '../../src/schemas/copy-files.ts';
import { FIGURE_KEYS, TAKEN } from '../../src/schemas/figures.ts';
import { checkCopy, CopyError, parseCopy } from '../../src/schemas/messages.ts';
import { loadCopy } from '../../src/build/load-copy.ts';
import { readFields } from '../../src/editing/core/yaml-fields.ts';
import { callEmailSchema } from '../../src/schemas/email.ts';
import { companySlug, siteSchema } from '../../src/schemas/site.ts';

const site = (changes: Record<string, unknown> = {}): unknown => ({
  ...(parse(readFileSync('content/site.yaml', 'utf8')) as object),
  ...changes,
});
/** Nine levels of ten aliases each: a thousand million texts. */
const ALIASES = `a0: &a0 x\n${Array.from({ length: 9 }, (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(10)}]\n`).join('')}`;
const mistakes = (data: unknown) => () => checkCopy(siteSchema, data, 'content/site.yaml');

describe('an error in a copy file names the file, the field and the fix', () => {
  it.each([
    [{ name: undefined }, /^content\/site\.yaml can't be used:\n {2}- name is missing\. Add it\.$/],
    [
      { titel: 'x' },
      /has titel, which is not a field\. Correct the spelling or remove it\. The fields here are: name, sample, url/,
    ],
    [{ tagline: 'x'.repeat(150) }, /tagline is 150 characters long; at most 140 fit\. Shorten it by 10\./],
    [{ tagline: '' }, /tagline is empty\. Write the text/],
    [{ tagline: 'For {studnets}' }, /tagline refers to \{studnets\}, which does not exist\. Use one of \{company\}/],
    [{ email: 'hello' }, /email is not an e-mail address\. For example: hello@example\.com/],
    [{ phone: '555' }, /phone must be a phone number in international format/],
    [{ name: 5 }, /name must be text, but is a number\. Write text; put it in "quotes"/],
    [{ name: 'A' }, /name is too short; it needs at least 2 characters\. Write more\./],
    [{ tagline: { company: null } }, /tagline must be text, but is read as fields because of a colon or a brace/],
    [{ tagline: new Date() }, /tagline must be text, but is a date\. Write text/],
    [{ tagline: null }, /tagline must be text, but is empty\. Write text/],
    [{ retention: { calls: 1.5 } }, /retention\.calls must be a whole number, without quotes\./],
    [{ retention: { calls: 29 } }, /retention\.calls is 29; it must be at least 30\./],
    [{ retention: { calls: '9' } }, /retention\.calls must be a number, without quotes\./],
    [{ social: [{}] }, /social\[1\]\.network is missing; it must be one of: linkedin, twitter/],
    [{ navigation: 'x' }, /navigation must be a list \(lines that start with "- "\)/],
    [{ navigation: [{ label: 'A', href: 'flow' }] }, /navigation\[1\]\.href must start with \/ \(a page\)/],
  ])('%j', (changes, message) => {
    expect(mistakes(site(changes))).toThrow(message);
  });

  it('in a section of the home page: an unknown kind, or an action that is neither a button nor a link', () => {
    const check = (data: unknown) => () => checkCopy(homeSchema, data, 'content/home/10.mdx');
    expect(check({ kind: 'heroo' })).toThrow(/kind is "heroo"; it must be one of: hero, /);
    expect(check({})).toThrow(/kind is missing; it must be one of: hero, /);
    const contact = { kind: 'contact', anchor: 'contact', heading: 'H', lead: 'L', orWrite: 'O' };
    expect(check({ ...contact, action: { label: 'A', opens: 'chat' } })).toThrow(
      /action\.opens is "chat"; it must be one of: consultation/,
    );
    expect(check({ ...contact, action: { label: 'A' } })).toThrow(/action\.opens is missing; it must be one of:/);
  });

  it('and never triggers Astro’s hint about browser APIs', () => {
    expect(String(new CopyError('content/home/10.mdx', ['the window of the document']))).toBe('CopyError');
  });

  it('in an empty file', () => {
    expect(() => checkCopy(siteSchema, parseCopy('', 'content/site.yaml'), 'content/site.yaml')).toThrow(
      /can't be used:\n {2}- it is empty\. Undo the change that emptied it/,
    );
  });

  it('in a field that is true or false', () => {
    const resource = { title: 'T', description: 'D', available: 'yes' };
    expect(() => checkCopy(resourceSchema, resource, 'content/resources/a.mdx')).toThrow(
      /available must be true or false, without quotes\./,
    );
  });

  it.each([
    ['a: 1\nb: c: d\n', /line 2 can't be read .*"quotes"/],
    ['a: 1\nb: *c*\n', /line 2 can't be read .*"quotes"/],
    ['a: &c 1\nb: *c\n', /line 2 can't be read \(\*c refers to another field\).*"quotes"/],
    [ALIASES, /line 2 can't be read \(\*a0 refers to another field\)/],
    ['a: 1\nb: 2\na: 3\n', /line 3 can't be read .*There is already a field with this name\. Remove one/],
    [
      `a: 1\nb: ${'{'.repeat(1500)}c${'}'.repeat(1500)}\n`,
      /line 2 can't be read \(the name of a field is in brackets or braces/,
    ],
    ['a: 1\n? [b]\n: c\n', /line 2 can't be read \(the name of a field is in brackets or braces/],
    // Other readers look for the end of these texts further on.
    ["a:\n  - 'b''\n  # c\n  - ' # d'\n", /line 2 can't be read \(a text in quotes has no end\)/],
    ['a: "b\\"\nc: d"\n', /line 1 can't be read \(a text in quotes has no end\)/],
    ['a: !!str ~\n', /line 1 can't be read \(a value has a tag, which begins with an exclamation mark\)/],
    ['a: 1\n# b\rc: 1\n', /line 2 can't be read \(a line ends with a carriage return alone\)\. Save the file with/],
    [
      '%YAML 1.1\n---\na: yes\n',
      /line 1 can't be read \(a line above the fields starts with a percent sign\)\. Remove it\./,
    ],

    ['a: {b: 1, c: {d: 1, d: 2}}\n', /line 1 can't be read .*There is already a field with this name/],
    ['a:\n\t- b\n', /line 2 can't be read .*Indent the line with spaces/],
  ])('in invalid YAML such as %j: the line and what to do', (text, message) => {
    expect(() => parseCopy(text, 'content/site.yaml')).toThrow(message);
    expect(() => parseCopy(text, 'content/site.yaml')).toThrow(/^content\/site\.yaml can't be used:\n {2}- /);
  });
});

/** Fields with very many names, as long as a file can be. */
const NAMES = `a:\n${Array.from({ length: 8300 }, (_, index) => `  key${index}: 1\n`).join('')}`;

it('a file with very many fields is read at once, by the build and by the editor', () => {
  const { user } = process.cpuUsage();
  parseCopy(NAMES.slice(0, 100_000).replace(/.*$/, ''), 'content/site.yaml');
  readFields(NAMES.slice(0, 100_000).replace(/.*$/, ''), '\n', 0);
  // Microseconds. The parser's own search for duplicates takes several times as long.
  expect(process.cpuUsage().user - user).toBeLessThan(1_500_000);
});

it('a file with more fields than any has is refused before it is parsed', () => {
  const text = NAMES.repeat(10);
  const message = `its fields have ${text.length.toLocaleString('en')} characters. A file can have 100,000: shorten them.`;
  expect(() => parseCopy(text, 'content/site.yaml')).toThrow(message);
  expect(() => readFields(text, '\n', 0)).toThrow(message);
});

it('the words for how a call ended are limited', () => {
  const mail = loadCopy('callEmail').data;
  const ended = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`word-${index}`, 'Text']));
  const data = { ...mail, team: { ...mail.team, ended } };
  expect(() => checkCopy(callEmailSchema, data, 'content/emails/voice-call.yaml')).toThrow(
    'team.ended has too many entries; at most 100 fit. Remove some.',
  );
});

it('line numbers in the fields of an MDX file count from the start of the file', () => {
  const { fields } = splitFrontmatter('---\nkind: hero\nheading: a: b\n---\n');
  expect(() => parseCopy(fields, 'content/home/hero.mdx')).toThrow(/- line 3 can't be read/);
});

describe('placeholders', () => {
  const data = checkCopy(siteSchema, site({ name: 'Acme Works' }), 'content/site.yaml');

  it('are replaced by the name and the figures, at any depth', () => {
    expect(fillPlaceholders({ a: ['{company}', { b: '{students-trained} at {email}' }], c: 1 }, data)).toEqual({
      a: ['Acme Works', { b: `${data.figures['students-trained']?.value ?? ''} at ${data.email}` }],
      c: 1,
    });
  });

  it('leave other braces alone', () => {
    expect(fillPlaceholders('{limit}', data)).toBe('{limit}');
  });
});

it.each([
  ['Bridgewright', 'bridgewright'],
  ['東京', 'company'],
  ['Müller & Söhne GmbH', 'muller-sohne-gmbh'],
  ['  A+B  ', 'a-b'],
])('the slug of %j is %j', (name, slug) => {
  expect(companySlug(name)).toBe(slug);
});

it('no figure can have the name of a placeholder that one field has', () => {
  const of = ({ schema }: { schema: z.ZodType }) =>
    JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
  const names = Object.values(COPY_FILES).flatMap((file) =>
    [...of(file).matchAll(/"placeholders":(\[[^\]]*\])/g)].flatMap(([, list]) => JSON.parse(list ?? '') as string[]),
  );
  const others = [...new Set(names)].filter((name) => /^[a-z\d-]+$/.test(name) && !FIGURE_KEYS.includes(name));
  expect(others.filter((name) => !name.startsWith('kept-')).sort()).toEqual([...TAKEN].sort());
});
