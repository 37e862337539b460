import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import { homeSchema } from '../../src/schemas/home.ts';
import { checkCopy, parseCopy } from '../../src/schemas/messages.ts';
import { companySlug, siteSchema } from '../../src/schemas/site.ts';

const site = (changes: Record<string, unknown> = {}): unknown => ({
  ...(parse(readFileSync('content/site.yaml', 'utf8')) as object),
  ...changes,
});
const mistakes = (data: unknown) => () => checkCopy(siteSchema, data, 'content/site.yaml');

describe('a mistake in a copy file names the file, the field and the remedy', () => {
  it.each([
    [{ name: undefined }, /^content\/site\.yaml can't be used:\n {2}- name is missing\. Add it\.$/],
    [
      { titel: 'x' },
      /has titel, which is not a field\. Correct the spelling or remove it\. The fields here are: name, url/,
    ],
    [{ tagline: 'x'.repeat(150) }, /tagline is 150 characters long; at most 140 fit\. Shorten it by 10\./],
    [{ tagline: '' }, /tagline is empty\. Write the text/],
    [{ tagline: 'For {studnets}' }, /tagline refers to \{studnets\}, which does not exist\. Use one of \{company\}/],
    [{ email: 'hello' }, /email is not an e-mail address\. For example: hello@example\.com/],
    [{ phone: '555' }, /phone must be a number in international form/],
    [{ name: 5 }, /name must be text, but is a number\. Write text; put it in quotes/],
    [{ navigation: 'x' }, /navigation must be a list \(lines that start with "- "\)/],
    [{ navigation: [{ label: 'A', href: 'flow' }] }, /navigation\[1\]\.href must start with \/ \(a page\)/],
  ])('%j', (changes, message) => {
    expect(mistakes(site(changes))).toThrow(message);
  });

  it('in a section of the home page: a kind that does not exist, an action that is neither button nor link', () => {
    const check = (data: unknown) => () => checkCopy(homeSchema, data, 'content/home/10.mdx');
    expect(check({ kind: 'heroo' })).toThrow(/kind .*(hero|exist)/);
    const contact = { kind: 'contact', anchor: 'contact', heading: 'H', lead: 'L', orWrite: 'O' };
    expect(check({ ...contact, action: { label: 'A', opens: 'chat' } })).toThrow(
      /action\.opens is "chat"; it must be one of: consultation/,
    );
  });

  it('in YAML that cannot be read: the line and what to do', () => {
    expect(() => parseCopy('a: 1\nb: c: d\n', 'content/site.yaml')).toThrow(
      /content\/site\.yaml can't be used:\n {2}- line 2 can't be read .*"quotes"/,
    );
  });
});

describe('placeholders', () => {
  const data = checkCopy(siteSchema, site({ name: 'Acme Works' }), 'content/site.yaml');

  it('stand for the name and the figures, at any depth', () => {
    expect(fillPlaceholders({ a: ['{company}', { b: '{students-trained} at {email}' }], c: 1 }, data)).toEqual({
      a: ['Acme Works', { b: `${data.figures['students-trained'].value} at ${data.email}` }],
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
