import { describe, expect, it } from 'vitest';
import { linkPlaces } from '../../src/editing/client/link-places.ts';
import { pastedMarkdown } from '../../src/editing/client/pasted-markdown.ts';
import { inOneLine, unwrapped } from '../../src/editing/client/soft-lines.ts';
import type { Listed } from '../../src/editing/protocol.ts';

const paste = (html: string) => pastedMarkdown(html, 'http://127.0.0.1:4321')?.markdown;

describe('what is pasted', () => {
  it.each([
    ['bold and italic words', '<p>We <b>build</b> <i>it</i></p>', 'We **build** _it_'],
    ['marks without the blanks around them', '<p>We <b> build </b>it</p>', 'We **build** it'],
    ['a link', '<a href="https://a.example/b">it</a>', '[it](https://a.example/b)'],
    ['a link to a page of this site', '<a href="http://127.0.0.1:4321/flow#a">it</a>', '[it](/flow#a)'],
    ['a link that runs code, as its words', '<b>a</b> <a href="javascript:alert(1)">it</a>', '**a** it'],
    ['a list', '<ul><li>One</li><li>Two</li></ul>', '- One\n- Two'],
    ['a numbered list', '<ol><li>One</li><li>Two</li></ol>', '1. One\n2. Two'],
    ['headings, none of them the page’s own', '<h1>One</h1><h3>Two</h3>', '## One\n\n### Two'],
    [
      'a text from Google Docs, which is all in a <b>',
      '<b style="font-weight:normal"><p><span style="font-weight:700">We</span> <span style="font-style:italic">build</span></p></b>',
      '**We** _build_',
    ],
    [
      'the points of a list from Word',
      '<p class="MsoListParagraph"><b>·  One</b></p><p class="MsoListParagraph">·  Two</p>',
      '**· One**\n\n- Two',
    ],
    [
      'a table',
      '<table><tr><th>A</th><th>B</th></tr><tr><td><b>1</b></td><td>x|y</td></tr><tr><td>2</td></tr></table>',
      String.raw`| A | B |
| --- | --- |
| **1** | x\|y |
| 2 |  |`,
    ],
    [
      'only the inner one of tables that lay out a mail',
      '<table><tr><td>A</td><td>Hello</td></tr><tr><td><p>We</p><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
      'A\n\nHello\n\nWe\n\n| 1 | 2 |\n| --- | --- |',
    ],
    ['signs that would be read as an element', '<p><b>a</b> &lt;b&gt; c</p>', '**a** &lt;b> c'],
    [
      'no scripts, styles or pictures',
      '<style>a{}</style><b>a</b><script>x</script><img src="x.png" alt="y">',
      '**a**',
    ],
  ])('keeps %s', (_what, html, markdown) => {
    expect(paste(html)).toBe(markdown);
  });

  it('is left to the browser if its plain text says the same', () => {
    expect(paste('')).toBeUndefined();
    expect(paste('<meta charset="utf-8"><span style="color: red">We build</span>')).toBeUndefined();
  });

  it('is said to have a table', () => {
    expect(pastedMarkdown('<table><tr><td>1</td></tr></table>', '')).toMatchObject({ hasTable: true });
    expect(pastedMarkdown('<b>1</b>', '')).toMatchObject({ hasTable: false });
  });
});

describe('what would take longer than its length', () => {
  const nested = (depth: number): string =>
    depth === 0 ? 'x' : `<table><tr><td>${nested(depth - 1)}</td></tr></table>`;

  it('is converted while it is nested as a mail is', () => {
    expect(paste(nested(10))).toBe('| x |\n| --- |');
  });

  it.each([
    ['tables within tables', nested(40)],
    ['lists within lists', '<ul><li>x'.repeat(40)],
    ['very many elements', '<p><b>x</b></p>'.repeat(6000)],
  ])('is pasted as plain text: %s', (_what, html) => {
    expect(paste(html)).toBeUndefined();
  });
});

it.each([
  ['in a cell', (blanks: string) => paste(`<table><tr><td><b>A</b>${blanks}B</td></tr></table>`)],
  ['in a paragraph', (blanks: string) => paste(`<p><b>A</b>${blanks}B</p>`)],
  ['in words', (blanks: string) => paste(`<p><b>A</b>${blanks.replaceAll('&nbsp;', '&#160;')}B</p>`)],
  ['in a field of one line', (blanks: string) => inOneLine(`A${blanks.replaceAll('&nbsp;', ' ')}B\nC`)],
  ['in a block', (blanks: string) => unwrapped(`A${blanks.replaceAll('&nbsp;', ' ')}B\nC`)],
])('many blanks take no longer than their length: %s', (_where, read) => {
  const { user } = process.cpuUsage();
  expect(read('&nbsp;'.repeat(80_000))).toMatch(/A[^]*B/);
  // Microseconds. It took some ten seconds.
  expect(process.cpuUsage().user - user).toBeLessThan(1_500_000);
});

it('links lead to each page, and to the sections that it shows', () => {
  const file = (name: string, group: string, page?: string, anchor?: string, hidden?: true): Listed => ({
    file: `content/${name}`,
    title: name,
    group,
    free: true,
    uses: [],
    texts: anchor === undefined ? [] : [{ path: ['anchor'], where: 'Anchor', text: anchor }],
    ...(page !== undefined && { page }),
    ...(hidden && { hidden }),
  });
  expect(
    linkPlaces([
      file('Hero', 'Home page', '/'),
      file('Programs', 'Home page', '/', 'programs'),
      file('Proof', 'Home page', '/', 'proof', true),
      file('Launch', 'Journey', '/flow'),
      file('Our journey', 'Pages', '/flow'),
      file('Automation', 'Research', '/research/automation'),
      file('Not found', 'Pages', '/404'),
      file('Mail', 'Mails'),
    ]),
  ).toEqual([
    { address: '/', title: 'Home page' },
    { address: '/#programs', title: 'Programs' },
    { address: '/flow', title: 'Our journey' },
    { address: '/research/automation', title: 'Automation' },
  ]);
});
