import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lateDates } from '../../src/build/integrations/publication-dates.ts';
import { ROOMS } from '../../src/build/rooms.ts';
import { checkFile, idOf } from '../../src/schemas/check-file.ts';
import { COPY_FILES, copyFileOf, nameOf, type CopyFile } from '../../src/schemas/copy-files.ts';
import { nameMistake } from '../../src/schemas/file-name.ts';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';
import { parseCopy } from '../../src/schemas/messages.ts';

// tests/contract/build.test.ts tests that a build stops on these mistakes, and how it reports them.

const HERO = 'content/home/hero.mdx';
const DISCOVERY = 'content/journey/10-discovery.mdx';
const AUTOMATION = 'content/research/publications/automation.mdx';

/** The text of a copy file, with the match of a pattern replaced. */
function changed(file: string, pattern: RegExp, replacement: string): string {
  const source = readFileSync(file, 'utf8');
  expect(source).toMatch(pattern);
  return source.replace(pattern, replacement);
}

/** Checks a copy file as the build does. */
function check(file: string, source: string): void {
  const isMdx = file.endsWith('.mdx');
  const fields = (parseCopy(isMdx ? splitFrontmatter(source).fields : source, file) ?? {}) as Record<string, unknown>;
  checkFile({ file, fields, source: isMdx ? source : undefined }, copyFileOf(file) as CopyFile);
}

describe('a mistake in a copy file', () => {
  it.each([
    ['a misspelled field', HERO, /^heading:/m, 'hedding:', 'heading is missing. Add it.'],
    ['a misspelled field', HERO, /^heading:/m, 'hedding:', 'the file has hedding, which is not a field.'],
    [
      'too long a text',
      HERO,
      /^badge: .*/m,
      `badge: ${'x'.repeat(70)}`,
      'badge is 70 characters long; at most 60 fit. Shorten it by 10.',
    ],
    [
      'a button that opens nothing',
      HERO,
      /opens: consultation/,
      'opens: chat',
      'primary.opens is "chat"; it must be one of: consultation, demo-booking.',
    ],
    [
      'an unknown figure',
      HERO,
      /\{trusted-by\}/,
      '{trusted}',
      'badge refers to {trusted}, which does not exist. Use one of {company}',
    ],
    [
      'an invisible character that the feed can not contain',
      HERO,
      /^badge: .*/m,
      String.raw`badge: "Trusted by\b many"`,
      'badge has an invisible character after "Trusted by". Delete it, or type the text again.',
    ],
    ...['\\u202E', '\\u200B', '\\uFEFF', '\\U000E0041', '\\U000E0101', '\\uFE01', '\\u034F', '\\u3164'].map(
      (escaped): [string, string, RegExp, string, string] => [
        `a character that no page shows (${escaped})`,
        HERO,
        /^badge: .*/m,
        `badge: "Trusted by${escaped} many"`,
        'badge has an invisible character after "Trusted by". Delete it, or type the text again.',
      ],
    ),
    [
      'one in an address',
      'content/pages/research.mdx',
      /href: .*/,
      String.raw`href: "mailto:a\u200Bb@example.com"`,
      'closing.action.href has an invisible character after "mailto:a".',
    ],
    [
      'half a character in a name',
      'content/emails/voice-call.yaml',
      /no-report:/,
      String.raw`"no\ud800report":`,
      'team.ended.no\ud800report has an invisible character after "no". Delete it, or type the text again.',
    ],
    [
      'a quotation in its own marks',
      'content/home/proof.mdx',
      /quote: >-\n.*\n/,
      'quote: “It runs.”\n',
      'testimonials[1].quote is in quotation marks, and the page adds them. Remove them.',
    ],
    [
      'a line break that only some programs see',
      HERO,
      /^badge: .*/m,
      String.raw`badge: "Trusted by\u2028many"`,
      'badge has an invisible character after "Trusted by". Delete it, or type the text again.',
    ],
    ['a colon without quotes', HERO, /^badge: .*/m, 'badge: Trusted: by many', "line 3 can't be read ("],
    [
      'a section of a kind that does not exist',
      'content/home/contact.mdx',
      /kind: contact/,
      'kind: kontakt',
      'kind is "kontakt"; it must be one of: hero, partners',
    ],
    [
      'a timeline entry that ends before it starts',
      'content/home/programs.mdx',
      /to: 6/,
      'to: 3',
      'timeline.items[3].to must not be before from. Give a later month.',
    ],
    ['a broken YAML file', 'content/forms/consultation.yaml', /^title: .*/m, 'title: a: b', "line 1 can't be read ("],
    [
      'an invalid address of the company',
      'content/site.yaml',
      /^email: .*/m,
      'email: hello',
      'email is not an e-mail address. For example: hello@example.com',
    ],
    [
      'an unknown placeholder in an e-mail',
      'content/emails/contact-notification.yaml',
      /\{name\}: \{subject\}/,
      '{name}: {subjekt}',
      'team.subject refers to {subjekt}',
    ],
    [
      'an available resource without a link',
      'content/resources/30-case-studies.mdx',
      /available: false/,
      'available: true',
      'href is missing. Add the address of the resource, or set available to false.',
    ],
    ['not a quarter', AUTOMATION, /date: Q3 2025/, 'date: autumn', 'date must be a quarter. For example: Q2 2027'],
    ['a missing field', DISCOVERY, /^duration: .*$/m, '', 'duration is missing. Add it.'],
    [
      'not a date',
      AUTOMATION,
      /^authors:/m,
      'published: false\nauthors:',
      'published must be a date. Write it as 2027-05-31, or remove the field',
    ],
    [
      'text that the site does not show',
      'content/home/services.mdx',
      /---\s*$/,
      '---\n\nMore of it.\n',
      'it has text below its fields, which the site does not show. Move it into a field.',
    ],
    [
      'no text where the site needs one',
      'content/legal/terms-of-service.mdx',
      /\n---\n[^]*$/,
      '\n---\n\n{/* Nothing yet */}\n',
      'it has no text below its fields. Write it there.',
    ],
    [
      'a day of publication without a text',
      AUTOMATION,
      /^authors:/m,
      'published: 2026-05-31\nauthors:',
      'it has no text below its fields. Write it there.',
    ],
    [
      'a figure in an address, which it could make that of another site',
      'content/emails/voice-call.yaml',
      /href: \/#contact/,
      "href: '/{trusted-by}'",
      'thanks.link.href has a brace. Only an address that starts with mailto: can have a name in braces.',
    ],
    ...[
      'https://our.example@evil.example/prices',
      'https://our.example%2F@evil.example',
      'https://оur.example/prices',
      'https://our.example./desk',
      'https:///evil.example',
    ].map((address): [string, string, RegExp, string, string] => [
      `an address that looks like another (${address})`,
      'content/emails/voice-call.yaml',
      /href: \/#contact/,
      `href: ${address}`,
      'thanks.link.href is not an address. For example: https://example.com',
    ]),
    ...[
      'mailto:a@example.com?bcc=b@evil.example',
      'mailto:{email},b@evil.example',
      'mailto:a@example.com?subject=x&cc=b@evil.example',
      'mailto:a@example.com%2Cb%40evil.example',
      'mailto:a@example.com?subject=x%0ACc:b@evil.example',
      'mailto:{trusted-by}',
      'mailto:{email}?subject=x{trusted-by}',
    ].map((address): [string, string, RegExp, string, string] => [
      `a second address (${address})`,
      'content/emails/voice-call.yaml',
      /href: \/#contact/,
      `href: '${address}'`,
      'thanks.link.href must name one e-mail address, and at most a subject: mailto:',
    ]),
    [
      'a figure that would replace a placeholder of a mail',
      'content/site.yaml',
      /^figures:/m,
      'figures:\n  time: { value: tomorrow, label: of a demo }',
      'figures has time, which is not a field.',
    ],
    [
      'one in the address of the site',
      'content/site.yaml',
      /^url: https:\/\//m,
      'url: https://{company}@',
      'url is not an address. For example: https://example.com',
    ],
    [
      'a figure that is half a placeholder',
      'content/site.yaml',
      /^ {4}value: 50\+$/m,
      "    value: '{'",
      'figures.trusted-by.value has a brace or an invisible character. Write the figure as it is shown.',
    ],
    [
      'a figure of which several could spell invisible words',
      'content/site.yaml',
      /^ {4}value: 50\+$/m,
      '    value: "5\u00AD0"',
      'figures.trusted-by.value has a brace or an invisible character. Write the figure as it is shown.',
    ],
    [
      'a figure without a value',
      'content/site.yaml',
      /^ {4}value: 50\+$/m,
      "    value: ''",
      'figures.trusted-by.value is empty.',
    ],
    [
      'a placeholder in the name',
      'content/site.yaml',
      /^name: .*$/m,
      "name: '{email}'",
      'name has a brace, a line break or an invisible character. Write the name itself, in one line.',
    ],
    ['a name of blanks', 'content/site.yaml', /^name: .*$/m, "name: '   '", 'name is empty. Write the text'],
    [
      'a path in the address of the site',
      'content/site.yaml',
      /^url: .*$/m,
      'url: https://example.com/site',
      'url must not have a path.',
    ],
    [
      'an address of the site without https',
      'content/site.yaml',
      /^url: .*$/m,
      'url: example.com',
      'url is not an address. For example: https://example.com',
    ],
    [
      'hours in which nobody can book',
      'content/site.yaml',
      /^ {2}noticeHours: .*\n {2}daysAhead: .*$/m,
      '  noticeHours: 168\n  daysAhead: 7',
      'bookings.daysAhead is too short: hardly anybody could book.',
    ],
    [
      'a stage that takes forever',
      'content/journey/10-discovery.mdx',
      /^duration: .*$/m,
      'duration: 20000000 weeks',
      'duration is longer than ten years.',
    ],
    [
      'an unknown placeholder in an address',
      'content/pages/research.mdx',
      /href: .*/,
      "href: 'mailto:{emial}'",
      'closing.action.href refers to {emial}, which does not exist.',
    ],
    [
      'fields without an end',
      'content/pages/internships-apply.mdx',
      /\n---\n/,
      '\n',
      "its fields can't be found. Put them at the top",
    ],
  ])('%s is reported, in %s', (_what, file, pattern, replacement, message) => {
    expect(() => check(file, readFileSync(file, 'utf8'))).not.toThrow();
    const wrong = changed(file, pattern, replacement);
    expect(() => check(file, wrong)).toThrow(`${file} can't be used:\n`);
    expect(() => check(file, wrong)).toThrow(`\n  - ${message}`);
  });
});

it.each([
  ['a key', '"x\\n::notice ::y\\e[2J": z\nbadge: a'],
  ['a key in the middle of a line', '"##[notice]x ::notice ": z\nbadge: a'],
  ['a placeholder', 'badge: "{x\\n::notice ::y}"'],
])('%s begins no line of a message, where GitHub would obey it', (_what, badge) => {
  const source = changed(HERO, /^badge: .*/m, badge);
  expect(() => check(HERO, source)).toThrow('::notice');
  expect(() => check(HERO, source)).not.toThrow(/^\s*::|##\[|(?!\n)\p{Cc}/mu);
});

it('a file’s name becomes its address, which must be valid', () => {
  const base = 'content/research/publications';
  expect(idOf(base, 'my-paper.mdx', COPY_FILES.publications.taken)).toBe('my-paper');
  for (const name of ['My Paper', 'my_paper', 'my-paper-', 'über'])
    expect(() => idOf(base, `${name}.mdx`)).toThrow(
      `${base}/${name}.mdx can't be used:\n  - its name must be lowercase letters, digits and hyphens`,
    );
  expect(() => idOf(base, `${'a'.repeat(101)}.mdx`)).toThrow('its name must have at most 100 characters.');
  for (const name of ['aux', 'con', 'nul', 'lpt1'])
    expect(() => idOf(base, `${name}.mdx`)).toThrow(`its name can't be "${name}", which Windows reserves.`);
});

it.each([
  ['legal', 'src/pages', ROOMS.map(({ name }) => name)],
  ['publications', 'src/pages/research', []],
] as const)('no file can have the name of a page: %s', (name, folder, rooms) => {
  const { path, taken } = COPY_FILES[name];
  const beside = [...readdirSync(folder).map(nameOf), ...rooms].filter((page) => nameMistake(page) === undefined);
  expect(new Set(taken)).toEqual(new Set(beside));
  for (const page of taken)
    expect(() => idOf(dirname(path), `${page}.mdx`, taken)).toThrow(
      `${dirname(path)}/${page}.mdx can't be used:\n  - its name is taken by another page. Give the file another name.`,
    );
});

describe('a publication', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'publications-'));
    cpSync('content', join(root, 'content'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const publish = (day: string, text: string) =>
    writeFileSync(
      join(root, AUTOMATION),
      changed(AUTOMATION, /^authors:/m, `published: ${day}\nauthors:`).replace(/---\s*$/, `---\n${text}`),
    );

  it('that is overdue is reported until it is published', () => {
    const late = (name: string, quarter: string) =>
      expect.stringContaining(`/${name}.mdx: ${quarter} is past. Give it a later date, or publish it`) as string;
    const others = [late('partnership-models', 'Q4 2025'), late('student-teams', 'Q2 2025')];
    expect(lateDates(root)).toEqual([late('automation', 'Q3 2025'), ...others]);
    publish('2026-05-31', '\nA text.\n');
    expect(lateDates(root)).toEqual(others);
  });

  it('with a future date is reported', () => {
    publish('2099-01-31', '\nA text.\n');
    expect(lateDates(root)).toContain(`${AUTOMATION}: it is published, but its date is in the future.`);
  });
});
