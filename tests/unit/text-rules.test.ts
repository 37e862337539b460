import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { mdxToJs } from 'satteri';
import { describe, expect, it } from 'vitest';
import { textRuleMistakes, textRules } from '../../src/build/text-rules.ts';
import { fillPlaceholders } from '../../src/schemas/copy.ts';
import { checkCopy, checkFilled } from '../../src/schemas/messages.ts';
import { notFoundSchema } from '../../src/schemas/page.ts';
import { TEXT_ELEMENTS } from '../../src/schemas/text-elements.ts';

const FILE = 'content/legal/terms-of-service.mdx';
const FIELDS = '---\ntitle: Terms\n---\n\n';

/** The mistakes in a text, which the editor shows. */
const mistakes = (text: string) => textRuleMistakes(FIELDS + text);
/** Compiles a text as the build does. */
const compiled = async (text: string) => mdxToJs(text, { mdastPlugins: [textRules], fileURL: pathToFileURL(FILE) });

/** The message for an element that is not written as a whole. */
const NOT_WHOLE = /^line \d has an element that is not written as a whole/;

const REFUSED: readonly (readonly [string, RegExp])[] = [
  // Comments around code.
  ['<b title={/**/process.exit()/**/}>x</b>', /^line 5 has <b>, which a text can't contain/],
  [
    'Text {/* a */ process.exit() /* b */} text',
    /^line 5 has a note that is not written as \{\/\* note \*\/\}\. Write/,
  ],
  ['{/* a */}\n\n{//*\nprocess.exit()\n/* */}', /^line 7 has a note/],
  // The compiler removes U+F002, which closes the comment.
  ['{/* *\uF002/ process.exit() /* */}', /^line 5 has a character for private use/],
  ['{`${process.exit()}`}', /^line 5 refers to/],
  ['{"text"}', /^line 5 refers to \{"text"\}/],
  ['{company.constructor}', /^line 5 refers to/],
  ['{}', /^line 5 refers to \{\}/],
  ['{compny} stands', /^line 5 refers to \{compny\}, which does not exist\. Use one of \{company\}/],
  ['> - **deep {process.exit()}**', /^line 5 refers to/],
  ['| a |\n| - |\n| {process.exit()} |', /^line 7 refers to/],
  // Notes that other readers of the text would show, or whose end they would not find.
  ['{ /* a */ }', /^line 5 has a note/],
  ['{/* a */ } Text {/* b */}', /^line 5 has a note/],
  ['{/* a */ /* b */}', /^line 5 has a note/],
  ['{// a\n}', /^line 5 has a note/],
  // What only a language model would read.
  ['Text\n\nMore\u{E0041}\u{E0042} text', /^line 7 has an invisible character after "More"\. Delete it, or type/],
  ['{/* A note\u202E */}', /^line 5 has an invisible character/],
  ['Text &#x202E;turned', /^line 5 has an invisible character after "Text "/],
  ['Text `a`\n[b](/c "d&#xE0041;")', /^line 6 has an invisible character after "d"/],
  ['![a&#8203;](/b.png)', /^line 5 has an invisible character after "a"/],
  ['<Button label="Go&#xE0101;" href="/flow" />', /^line 5 has <Button>: label has an invisible character/],
  ['Prices\uFE01\uFE0F', /^line 5 has an invisible character after "Prices"/],
  ['Pri\u00AD\u2060ces', /^line 5 has an invisible character after "Pri"/],
  ['Auf\u200Clage', /^line 5 has an invisible character after "Auf"/],
  ['A\u2800b', /^line 5 has an invisible character after "A"/],
  ['A\u00A0\u2003b', /^line 5 has an invisible character after "A\u00A0"/],
  ['| a |\n| - |\n| b | c |', /^line 5 has a table in which a row has more cells than the head/],
  ['## Acceptance {/* void, says counsel */}', /^line 5 has a note in a heading or in the words for a picture/],
  ['![a {/* secret */} b](/p.png)', /^line 5 has a note in a heading or in the words for a picture/],
  ['|a|\n|-|\n|`b|c`|', /^line 5 has a table in which a row has more cells than the head/],
  [
    'a<sup>b *<sub>c</sub>*</sup>',
    /^line \d has (?:an element that is not written as a whole|small text within <sup>)/,
  ],
  // Modules.
  ['export const x = process.exit()', /^line 5 starts with the word import or export/],
  ["import fs from 'node:fs'", /^line 5 starts with the word import or export/],
  // Elements.
  ['See <Chart /> there', /^line 5 has <Chart>, .* write &lt;Chart&gt;\. A text can contain <Button> <Figure> <br>/],
  ['<script src="/x.js"></script>', /^line 5 has <script>/],
  ['<img src="x" onerror="alert(1)" />', /^line 5 has <img>/],
  ['<a href="javascript:alert(1)">x</a>', /^line 5 has <a>/],
  ['<>text</>', /^line 5 has <>/],
  ['<Fragment set:html="<script>alert(1)</script>" />', /^line 5 has <Fragment>/],
  ['<constructor />', /^line 5 has <constructor>/],
  // Attributes.
  [
    '<Button label={process.exit()} href="/flow" />',
    /^line 5 has <Button> with a value that is read as code\. Write each value in quotes: <Button label="/,
  ],
  ['<Button label="Go" href="/a" href="/flow" />', /^line 5 has <Button> with two values for href\. Remove one\./],
  ['a<br __proto__="b" />', /^line 5 has <br>: .*__proto__, which is not a field/],
  ['a<br __proto__="&#95;_VITE_ASSET__abc__" />', /^line 5 has <br>: __proto__ has __VITE_ASSET__/],
  ['<Button {...process.exit()} />', /^line 5 has <Button> with a value that is read as code/],
  ['<Button label="Go" href="javascript:alert(1)" />', /^line 5 has <Button>: href must start with \/ \(a page\)/],
  ['<Button label="Go" href="java&#115;cript:alert(1)" />', /^line 5 has <Button>: href must start with/],
  ['<Button label="Go" href="/flow" onclick="alert(1)" />', /^line 5 has <Button>: .*onclick, which is not a field/],
  ['<sub onclick="alert(1)">2</sub>', /^line 5 has <sub>: has onclick, which is not a field/],
  ['<br set:html="<script>alert(1)</script>" />', NOT_WHOLE],
  ['<Figure src="https://other.example/x.png" alt="a" caption="b" />', /^line 5 has <Figure>: src must start with \//],
  ['<Figure src="/../../package.json" alt="a" caption="b" />', /^line 5 has <Figure>: src must start with \//],
  ['<Button label="Go" href="/flow">text</Button>', /^line \d has (?:an element that is not|<Button> within|text in)/],
  ['Text <Button label="Go" href="/flow" /> text', /^line 5 has <Button> within other text/],
  // Links and pictures.
  ['[x](https://[example.com)', /^line 5 has the link "https:\/\/\[example\.com", which is not an address/],
  ['[x](javascript:alert(1))', /^line 5 has the link "javascript:alert\(1\)", which must start with \/ \(a page\)/],
  ['[x](JaVaScRiPt&colon;alert(1))', /^line 5 has the link/],
  ['[x][y]\n\n[y]: data:text/html,x', /^line 7 has the link "data:text\/html,x"/],
  ['[x](//evil.example)', /^line 5 has the link/],
  ['[x](/{compny})', /^line 5 has the link "\/\{compny\}", which has a brace/],
  ['![x][y]\n\n[y]: https://tracker.example/x.png', /^line 5 has a picture whose address is elsewhere/],
  ['<Button label="Go" href="/&#9;/evil.example" />', /^line 5 has <Button>: href must start with/],
  ['<Figure src="/a%.png" alt="a" caption="b" />', /^line 5 has <Figure>: src has a % that is not followed by/],
  ['![a](/a%ff.png)', /^line 5 has the picture "\/a%ff.png"/],
  ['<Figure src="/&#9;/evil.example/y.png" alt="a" caption="b" />', /^line 5 has <Figure>: src must start with \//],
  ['![x](javascript:alert(1))', /^line 5 has the picture/],
  // A relative address would be imported, and so run.
  [
    '![x](../../tools/backend/erase.ts)',
    /^line 5 has the picture .* Put pictures in public\/ and write !\[What it shows\]\(\/name\.png\)/,
  ],
];

describe('a text that would run as code', () => {
  it.each(REFUSED)('is refused with its line and what to do: %j', async (text, message) => {
    expect(mistakes(text)[0]).toMatch(message);
    await expect(compiled(text)).rejects.toMatchObject({
      cause: { message: expect.stringContaining(`${FILE} can't be used:\n  - line `) as string },
    });
  });

  it('is refused when a placeholder completes it', () => {
    expect(mistakes('{process} {company}')).toHaveLength(1);
  });
});

/** Runs the parser on a text in a process of its own, which it might end. */
const parsed = (text: string) => {
  const script = `import { textRuleMistakes } from './src/build/text-rules.ts';
    import { readFileSync } from 'node:fs';
    import { blocksOf } from './src/editing/core/markdown-blocks.ts';
    const text = readFileSync(0, 'utf8');
    try { blocksOf(text); } catch {}
    console.log(textRuleMistakes(text)[0]);`;
  const { status, signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    input: FIELDS + text,
    encoding: 'utf8',
  });
  return { status, signal, stdout };
};

describe('a text that would end the process of its parser', () => {
  const expectRefused = (_what: string, text: string, message: RegExp) => {
    const { status, signal, stdout } = parsed(text);
    expect({ status, signal, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(message) as string });
  };

  it('is refused: brackets', () =>
    expectRefused('brackets', `{${'('.repeat(10_000)}1${')'.repeat(10_000)}}`, /^line 5 opens more brackets or tags/));

  it.each([
    ['an export that ends in a backslash', 'export "\\', /^line 5 starts with the word import or export/],
    ['length', 'word '.repeat(20_001), /^there are 100,\d{3} characters\. A page can have 100,000/],
    ['brackets that strings close', `{${'[")a b",'.repeat(7700)}1}`, /^there are 61,\d{3} characters, and a \{/],
    ['an import that ends in a backslash', 'import "\\', /^line 5 starts with the word import or export/],
    ['tags in code', `{${'<a>'.repeat(40)}`, /^line 5 has the 17th < after a \{/],
    [
      'tags in code that begins with a note',
      `{/* a */\n${'<a b="}">'.repeat(40)}`,
      /^line 6 has the 17th < after a \{/,
    ],
    ['tags after an export', `export default ${'<a>'.repeat(40)}`, /^line 5 has the 17th < after a \{/],
    ['brackets on many lines', `a\n\n{${'[\n\n'.repeat(9000)}`, /^line \d+ opens more brackets or tags/],
    ['operators', `{${'!'.repeat(20_000)}1}`, /^line 5 opens more brackets or tags/],
    ['arrows', `{${'async a => '.repeat(7000)}1}`, /^there are 77,\d{3} characters, and a \{/],
    ['choices', `export const f = ${'a in b ? c in d : '.repeat(5000)}1`, /^there are 90,\d{3} characters, and a \{/],
    [
      'quotation marks',
      `${'"a" '.repeat(950)}x y z `.repeat(26),
      /^line 5 has a paragraph with more than 1,000 quotation/,
    ],
    [
      'placeholders that stand for a long text',
      '{email} and more words '.repeat(3500),
      /^there are 1\d\d,\d{3} characters/,
    ],
    ['dots', `${'.'.repeat(1500)} x y `.repeat(3), /^line 5 has a paragraph with more than 1,000 quotation/],
    ['entities', 'a&#97;b c d '.repeat(1100), /^line 5 has a paragraph with more than 1,000 quotation/],
    [
      'quotation marks in a note, which nothing refers to',
      `[^a]: a\npscriptb\n\n[^b]: ${'"a b" c d '.repeat(5000)}`,
      /^line 8 has a paragraph with more than 1,000 quotation/,
    ],
    [
      'the same, with lines that only look empty',
      `${'"'.repeat(900)}\n\u00A0\n`.repeat(2),
      /^line 7 has a paragraph with/,
    ],
    ['quotes', `${'>'.repeat(20_000)}x`, /^line 5 opens more brackets or tags/],
    ['tags', '<sub>x '.repeat(10_000), /^line 5 opens more brackets or tags/],
    ['an element that ends in another one', '<br /><sub>\n===\n\n- </sub>', NOT_WHOLE],
    ['the same, with blanks in its tags', '<br /><sub\n>\n===\n\n- </sub\n  >', NOT_WHOLE],
    ['the same, with a blank after the slash', '<br /><sub>x\n\n- </ sub>', NOT_WHOLE],
    ['the same, with an end in code', '<sub>a `</sub>`\n\n- `<sub>` </sub>', NOT_WHOLE],
    ['the same, after an escaped backslash', 'a \\\\<br>\n\n- </br>', NOT_WHOLE],
    [
      'the same, after a backslash in an address',
      '- a https://x.example/\\<br>\n\n- https://x.example/\\</br>',
      NOT_WHOLE,
    ],
    ['the same, over the end of some code', '`<Button` "<sub>" x/>\n\n- `<Button` "</sub>" x/>', NOT_WHOLE],
    ['a picture whose caption is partly a quote', '<Figure src="/a.png" alt="b" caption="c\n> d" />', NOT_WHOLE],
    ['a button over two entries of a list', '- <Button label="a"\n- href="/x" />', NOT_WHOLE],
    ['an end without a beginning, which is escaped', '\\<sub>2</sub>', NOT_WHOLE],
    ['a line break that ends in a list', '[^a]: x\n\n    <br>\n\n- b\n\n- </br>', NOT_WHOLE],
    ['a line break that ends after a table', '| <br> | |\n| - | - |\n\nhidden\n\n. </br>', NOT_WHOLE],
    ['a button that ends elsewhere', '[^a]: <Button label="a" href="/x">\n\n- </Button>', NOT_WHOLE],
    ['a button over several paragraphs', '- <Button label="a"\n\n- href="/x" />', NOT_WHOLE],
  ])('is refused: %s', { tags: ['exhaustive'] }, expectRefused);

  it.each([
    ['lists', `${'- '.repeat(60)}x`],
    ['quotes', `${'>'.repeat(101)}x`],
    ['emphasis', `${'*a b '.repeat(101)}${'c d* '.repeat(101)}`],
    ['as much as fits', `${'*a b '.repeat(9000)}${'c d* '.repeat(9000)}`],
  ])('is refused for its levels: %s', async (_what, text) => {
    expect(mistakes(text)[0]).toBe(
      'line 5 is nested too deep. A text can have 16 levels of lists, quotes and emphasis.',
    );
    await expect(compiled(text)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('too deep') as string },
    });
  });

  it('is refused for the cells that its tables lack', () => {
    const table = (rows: number) => `|${' a |'.repeat(490)}\n|${' - |'.repeat(490)}\n${'b\n'.repeat(rows)}`;
    expect(mistakes(table(20))[0]).toBe('line 5 has a table of more than 10,000 cells. Make several tables of it.');
    expect(mistakes(table(19))).toEqual([]);
  });

  it('is looked for in a time that grows with it alone', () => {
    const { user } = process.cpuUsage();
    expect(mistakes(`Text <${' '.repeat(90_000)}5`)).toEqual([]);
    expect(mistakes(`- ${'w'.repeat(46)} `.repeat(1990))).toEqual([]);
    expect(mistakes(`Text\n${' \t'.repeat(45_000)}\nmore`)).toEqual([]);
    expect(mistakes('Some words {/* * a */} '.repeat(1200))).toEqual([]);
    // Some milliseconds. Each took seconds.
    expect(process.cpuUsage().user - user).toBeLessThan(1_000_000);
  });

  it('is not one with as much in a row', () => {
    expect(mistakes(`${'- '.repeat(6)}x`)).toEqual([]);
    expect(mistakes('{company} (in short) :-( <br /> '.repeat(199))).toEqual([]);
    expect(mistakes('{/* a note */} {company} <br /> '.repeat(100))).toEqual([]);
    expect(mistakes(`\`{\` ${'<br /> '.repeat(16)}`)).toEqual([]);
    expect(mistakes(`| ${'-'.repeat(900)} |\n\n${'a, b, '.repeat(400)}`)).toEqual([]);
    expect(mistakes('“a” '.repeat(2000) + "\n\nIt's “b” -- or ...".repeat(900))).toEqual([]);
  });
});

describe.each([
  ['__ASTRO_IMAGE_/.local/keys.json?raw&a=.png', '__ASTRO_IMAGE_'],
  ['Text __ASTRO_ASSET_IMAGE__x__', '__ASTRO_ASSET_IMAGE__x__'],
  ['Text __VITE_PUBLIC_ASSET__', '__VITE_PUBLIC_ASSET__'],
  ['Text import.meta.env', 'import.meta'],
  ['Text __astro_import_meta_env', '__astro_import_meta_env'],
  ['$$server-islands-map$$', '$$server-islands-map'],
  ['Text @@ASTRO_MANIFEST_REPLACE@@', '@@ASTRO_MANIFEST_REPLAC'],
])('%j, which a build reads as code, is refused', (text, words) => {
  it('in a field', () => {
    const data = { title: 'A', description: 'B', heading: 'C', text, home: 'D' };
    expect(() => checkCopy(notFoundSchema, data, 'content/pages/404.mdx')).toThrow(
      `text has ${words}, which is read as code. Remove it.`,
    );
    expect(() => checkCopy(notFoundSchema, { ...data, text: 'Text' }, 'content/pages/404.mdx')).not.toThrow();
  });

  it('in a field, put together by a placeholder', () => {
    const [begin, end] = [text.slice(0, -4), text.slice(-4)];
    const data = { islands: [{ title: `${begin}{company}` }] };
    const site = { name: end, email: '', phone: '', figures: {}, retention: {} };
    expect(() => checkFilled(fillPlaceholders(data, site), 'content/calls/call.yaml')).toThrow(
      `islands[1].title has ${words}, which is read as code. Remove it.`,
    );
  });

  it.each([
    ['a text', text],
    ['code', `\`${text}\``],
    ['entities', text.replaceAll(/[^\w]|_/g, (one) => `&#${one.charCodeAt(0)};`)],
    ['a picture', `![${text}](/pictures/a.png)`],
    ['a note', `{/* ${text} */}`],
    ['a footnote', `A word[^1].\n\n[^1]: ${text}`],
  ])('in %s', (_where, source) => {
    expect(mistakes(source).join()).toContain(`has ${words}, which is read as code. Remove it.`);
  });
});

it.each([
  ['## A@@*ASTRO-LINKS*@@', '@@ASTRO-LINKS'],
  ['A @@\\\nASTRO-LINKS@@\n===', '@@ASTRO-LINKS'],
  ['# A [import.**meta**](/)', 'import.meta'],
  ['# `__VITE`**_ASSET\\_\\_a**', '__VITE_ASSET__a'],
])('words that the heading %j puts together, and a build reads as code, are refused', (source, words) => {
  expect(mistakes(source)).toEqual([expect.stringMatching(/^line \d has \S+, which is read as code\. Remove it\.$/)]);
  expect(mistakes(source).join()).toContain(`has ${words},`);
});

describe('a text', () => {
  it('can have comments, placeholders, links, pictures and samples of code', async () => {
    const text = [
      '{/* a note with {company} in it */}',
      '{company} has [a page](/flow), [a section](#1-über), [another site](https://example.com) and <hello@example.com>'.replace(
        '<hello@example.com>',
        '[an address](mailto:hello@example.com)',
      ),
      '![A picture](/pictures/a.png)',
      '```js\nimport x from {y}\n```',
      'Soft\u00ADhyphens, word\u2060joiners, 👩\u200D💻, می\u200Cخواهم, ✔\uFE0F, 1\uFE0F\u20E3',
      'A footnote[^1].\n\n[^1]: {email}',
    ].join('\n\n');
    expect(mistakes(text)).toEqual([]);
    await expect(
      compiled(text.replaceAll('{company}', 'Acme').replaceAll('{email}', 'a@b.example')),
    ).resolves.toBeDefined();
  });

  it.each(Object.values(TEXT_ELEMENTS))('can have: $example', async ({ example }) => {
    expect(mistakes(example)).toEqual([]);
    await expect(compiled(example)).resolves.toBeDefined();
  });

  it('can have placeholders in the values of a component', () => {
    expect(mistakes('<Button label="About {company}" href="mailto:{email}" />')).toEqual([]);
    expect(mistakes('<Button label="About {compny}" href="/flow" />')[0]).toMatch(
      /<Button>: label refers to \{compny\}/,
    );
  });
});
