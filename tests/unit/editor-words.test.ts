import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { asVariant, initialValue } from '../../src/editing/client/initial-value.ts';
import { isNumbered, meaningOfName, nameForCopy, nameForTitle } from '../../src/editing/client/new-file.ts';
import { refusalOf } from '../../src/editing/client/picture.ts';
import { namesIn } from '../../src/editing/core/names-in.ts';
import { pictureBlock, pictureOf } from '../../src/editing/core/picture-block.ts';
import { placeholder } from '../../src/editing/client/placeholders.ts';
import { marked, search } from '../../src/editing/client/search.ts';
import { rewrapped, unwrapped } from '../../src/editing/client/soft-lines.ts';
import { nameOfPath, placeKey, placesOf, wordsOfPath } from '../../src/editing/client/tokens.ts';
import { wordDiff } from '../../src/editing/client/word-diff.ts';
import type { Field } from '../../src/editing/core/field.ts';
import type { Data } from '../../src/editing/core/values.ts';
import { TEXT, type Listed } from '../../src/editing/protocol.ts';
import { PLACEHOLDERS } from '../../src/schemas/copy.ts';

const listed = (file: string, title: string, more: Partial<Listed> = {}): Listed => ({
  file,
  title,
  group: 'G',
  texts: [],
  uses: [],
  free: true,
  ...more,
});

describe('the places in an attribute', () => {
  it('are parsed in order, each once, with list indexes as numbers', () => {
    const attribute = 'content/a.mdx#/items/0/title  content/site.yaml#/figures/x/value content/a.mdx#/items/0/title';
    expect(placesOf(attribute)).toEqual([
      { file: 'content/a.mdx', path: ['items', 0, 'title'] },
      { file: 'content/site.yaml', path: ['figures', 'x', 'value'] },
    ]);
    expect(placesOf(attribute).map(placeKey).join(' ')).toContain('content/a.mdx#/items/0/title content/site.yaml');
    expect(placesOf(null)).toEqual([]);
    expect(placesOf('nonsense')).toEqual([]);
  });

  it('have names', () => {
    expect(nameOfPath(['heading'])).toBe('Heading');
    expect(nameOfPath(['items', 1, 'subTitle'])).toBe('Sub title');
    expect(nameOfPath(['points', 1])).toBe('Points 2');
    expect(nameOfPath([TEXT, 3])).toBe('Text 4');
    expect(nameOfPath(['primary', 'label'])).toBe('Primary: label');
    expect(nameOfPath(['navigation', 0, 'label'])).toBe('Navigation 1: label');
    expect(wordsOfPath(['fields', 'name', 'problems', 'too-long'])).toBe('Fields › Name › Problems › Too long');
  });
});

describe('two versions of a text', () => {
  const shown = (pieces: { text: string; changed: boolean }[]) =>
    pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');

  it('are marked word by word', () => {
    const { before, after } = wordDiff('We build custom software.', 'We build good software!');
    expect(shown(before)).toBe('We build [custom] software[.]');
    expect(shown(after)).toBe('We build [good] software[!]');
  });

  it('have consecutive new words marked as one', () => {
    expect(shown(wordDiff('A colleague wrote this', 'My own heading').after)).toBe('[My own heading]');
    expect(shown(wordDiff('We do it', 'We never do it').after)).toBe('We [never ]do it');
  });

  it('are marked as a whole if one is empty, and keep every character', () => {
    expect(wordDiff('', 'New – “text”')).toEqual({ before: [], after: [{ text: 'New – “text”', changed: true }] });
    const { before, after } = wordDiff('a\n\nb 🙂 c', 'a b 🙂');
    expect(before.map(({ text }) => text).join('')).toBe('a\n\nb 🙂 c');
    expect(after.map(({ text }) => text).join('')).toBe('a b 🙂');
  });
});

describe('a placeholder', () => {
  const site = { name: 'Acme', email: 'a@b.c', figures: { timeline: { value: '6-8 weeks', label: 'to launch' } } };

  it('has its value and the path to change it', () => {
    expect(namesIn('{company} in {timeline}, {company} {limit} {} { x }')).toEqual(['company', 'timeline', 'limit']);
    expect(placeholder('timeline', site)).toEqual({
      name: 'timeline',
      value: '6-8 weeks',
      about: 'to launch',
      path: ['figures', 'timeline', 'value'],
    });
    expect(placeholder('company', site)).toMatchObject({ value: 'Acme', path: ['name'] });
    expect(placeholder('limit', site)).toEqual({ name: 'limit' });
    expect(placeholder('timeline', undefined)).toEqual({ name: 'timeline' });
  });

  it('that any text can have is a value of the site, not something of each visitor', () => {
    const own = parse(readFileSync('content/site.yaml', 'utf8')) as Data;
    expect(PLACEHOLDERS.filter((name) => placeholder(name, own).path === undefined)).toEqual([]);
  });
});

describe('a search', () => {
  const files = [
    listed('content/home/hero.mdx', 'Hero', {
      texts: [
        { path: ['heading'], where: 'Heading', text: 'Custom software (and automation)' },
        { path: ['lead'], where: 'Lead', text: 'Students get real projects.' },
      ],
    }),
    listed('content/site.yaml', 'Software everywhere'),
  ];

  it('finds texts with all its words, and titles, and marks the words', () => {
    const found = search(files, 'SOFT auto');
    expect(found).toHaveLength(1);
    expect(found[0]?.hits[0]).toEqual({
      path: ['heading'],
      where: 'Heading',
      pieces: [
        { text: 'Custom ', changed: false },
        { text: 'soft', changed: true },
        { text: 'ware (and ', changed: false },
        { text: 'auto', changed: true },
        { text: 'mation)', changed: false },
      ],
    });
    expect(search(files, 'everywhere').map(({ file }) => file.file)).toEqual(['content/site.yaml']);
    expect(search(files, ' ')).toHaveLength(2);
    expect(search(files, '(and')).toHaveLength(1);
    expect(search(files, 'nowhere')).toEqual([]);
  });

  it('finds the beginnings of words, and lists nothing in which no word is seen', () => {
    const text = 'Stop by, or write to hello@example.com (mailto:hello@example.com)';
    const [found] = search([listed('content/a.mdx', 'A', { texts: [{ path: ['a'], where: 'A', text }] })], 'to hello@');
    const marks = found?.hits[0]?.pieces.flatMap(({ text: piece, changed }) => (changed ? [piece] : []));
    expect(marks).toEqual(['to', 'hello@', 'hello@']);
    const brain = listed('content/portfolio/40-brain.mdx', 'Digital Brain', {
      texts: [{ path: ['lead'], where: 'Portfolio of AI', text: '' }],
    });
    expect(search([brain], 'AI portfolio')).toEqual([]);
    expect(search([brain], 'digit')).toHaveLength(1);
  });

  it('shows a long text from shortly before the first match', () => {
    const pieces = marked(`${'word '.repeat(60)}needle ${'word '.repeat(60)}`, 'needle');
    expect(pieces[0]?.text.length).toBeLessThan(60);
    expect(pieces[0]?.text).toMatch(/^…word/);
    expect(pieces[1]).toEqual({ text: 'needle', changed: true });
  });
});

describe('the name of a new file', () => {
  const stages = [
    listed('content/journey/10-discovery.mdx', 'Discovery', { page: '/flow' }),
    listed('content/journey/20-kick-off.mdx', 'Kick-off', { page: '/flow' }),
  ];
  const papers = [listed('content/research/publications/teams.mdx', 'Teams', { page: '/research/teams' })];

  it('follows from the title', () => {
    expect(nameForTitle({ title: 'What stays: a “study”' }, papers)).toBe('what-stays-a-study');
    expect(nameForTitle({ title: 'Teams' }, papers)).toBe('teams-2');
    expect(nameForTitle({ title: 'Éventements' }, stages)).toBe('30-eventements');
    expect(nameForTitle({ title: ' ' }, papers)).toBe('');
  });

  it('determines the position of the file or its address', () => {
    expect(meaningOfName('15-x', stages)).toBe('It will come between “Discovery” and “Kick-off”.');
    expect(meaningOfName('9-x', stages)).toBe('It will come first, before “Discovery”.');
    expect(meaningOfName('100-x', stages)).toBe('It will come last, after “Kick-off”.');
    expect(meaningOfName('ours', papers)).toBe('Its page will have the address /research/ours.');
    const announced = [listed('content/research/publications/teams.mdx', 'Teams', { page: '/research' })];
    expect(meaningOfName('ours', announced)).toContain('address is /research/ours.');
    const sections = [listed('content/home/hero.mdx', 'Hero', { page: '/' })];
    expect(meaningOfName('ours', sections)).toBe(
      'It will come last: you can move it then. Only developers see the name.',
    );
    expect([isNumbered(stages), isNumbered(papers), isNumbered([])]).toEqual([true, false, false]);
  });

  it('is free for a copy', () => {
    expect(nameForCopy('content/journey/10-discovery.mdx', stages)).toBe('11-discovery');
    const copied = [...stages, listed('content/journey/11-discovery.mdx', '')];
    expect(nameForCopy('content/journey/10-discovery.mdx', copied)).toBe('12-discovery');
    expect(nameForCopy('content/research/publications/teams.mdx', papers)).toBe('teams-2');
  });
});

describe('the initial value of a field', () => {
  const link: Field = {
    kind: 'group',
    label: 'Link',
    fields: { label: { kind: 'text', label: 'Label' }, href: { kind: 'text', label: 'Href' } },
  };
  const dialog: Field = {
    kind: 'group',
    label: 'Dialog',
    fields: { label: { kind: 'text', label: 'Label' }, opens: { kind: 'choice', label: 'Opens', options: ['a', 'b'] } },
  };

  it('has its required fields, and as many entries as it needs', () => {
    const field: Field = {
      kind: 'group',
      label: 'G',
      fields: {
        kind: { kind: 'fixed', label: 'Kind', value: 'hero' },
        eyebrow: { kind: 'text', label: 'E', optional: true },
        items: { kind: 'list', label: 'I', least: 2, items: { kind: 'union', label: 'U', variants: [dialog, link] } },
      },
    };
    expect(initialValue(field)).toEqual({
      kind: 'hero',
      items: [
        { label: '', opens: 'a' },
        { label: '', opens: 'a' },
      ],
    });
  });

  it('keeps the common fields in another variant', () => {
    expect(asVariant(link, { label: 'Go', opens: 'a' })).toEqual({ label: 'Go', href: '' });
    expect(asVariant(dialog, 'Name')).toEqual({ label: 'Name', opens: 'a' });
    expect(asVariant({ kind: 'text', label: 'T' }, { team: 'Research' })).toBe('Research');
  });
});

describe('the line breaks of a paragraph', () => {
  const block = 'Companies have work that\nnever reaches the top\nof the list.';

  it('are not shown, unless they are significant', () => {
    expect(unwrapped(block)).toBe('Companies have work that never reaches the top of the list.');
    for (const meant of ['- a\n- b', '## H\nText', 'Text\n- a', 'A  \nB', 'A\\\nB', '| a |\n| - |', '{/* a\nb */}'])
      expect(unwrapped(meant)).toBe(meant);
  });

  it('stay in the file where the words around them stay', () => {
    const write = (from: string, to: string) => rewrapped(block, unwrapped(block).replace(from, to));
    expect(write('', '')).toBe(block);
    expect(write('work', 'much work')).toBe(block.replace('work', 'much work'));
    expect(write('list.', 'page!')).toBe(block.replace('list.', 'page!'));
    expect(write('that never', 'which never')).toBe('Companies have work which\nnever reaches the top\nof the list.');
    expect(write('that never reaches', 'and reach')).toBe('Companies have work and reach the top\nof the list.');
    expect(rewrapped(block, 'Other.')).toBe('Other.');
    expect(rewrapped('- a\n- b', '- a\n- c')).toBe('- a\n- c');
    // Letter by letter, as somebody types a new paragraph.
    const type = (text: string) =>
      Array.from(text).reduce(
        ({ kept, shown }, letter) => ({ kept: rewrapped(kept, shown + letter), shown: shown + letter }),
        { kept: block, shown: unwrapped(block) },
      ).kept;
    expect(type('\n\nAnd more.')).toBe(`${block}\n\nAnd more.`);
    expect(rewrapped(`${block}\n\nMore.`, `${unwrapped(block)} More.`)).toBe(`${block} More.`);
    expect(unwrapped(`${block}\n\nA\nb`)).toBe(`${unwrapped(block)}\n\nA b`);
    expect(unwrapped('a\nb\n\n```\nc\nd\n```')).toBe('a\nb\n\n```\nc\nd\n```');
  });
});

describe('a picture in a text', () => {
  it('is Markdown that can be parsed again, whatever its description contains', () => {
    for (const alt of ['Two students', 'A [b] \\ {c} <d>']) {
      for (const caption of ['', 'The "team" & {company}']) {
        const picture = { alt, address: '/pictures/a.webp', caption };
        expect(pictureOf(pictureBlock(picture))).toEqual(picture);
      }
    }
    expect(pictureBlock({ alt: 'two\n lines', address: '/a.png', caption: '' })).toBe('![two lines](/a.png)');
    // Not one that would be written back differently.
    expect(pictureOf('<Figure src="/a.png" alt="&lt;" caption="b" />')).toBeUndefined();
    expect(pictureOf('Text with ![a](/b.png)')).toBeUndefined();
  });

  it('is rejected as SVG, whatever type it claims, and in formats that not every browser shows', () => {
    expect(refusalOf({ name: 'a.svg', type: 'image/png' })).toContain('SVG');
    expect(refusalOf({ name: 'a', type: 'image/svg+xml' })).toContain('SVG');
    expect(refusalOf({ name: 'a.heic', type: 'image/heic' })).toContain('Export');
    expect(refusalOf({ name: 'a.avif', type: 'image/avif' })).toBeUndefined();
  });
});
