import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import ts from 'typescript';
import { TAKEN_IDS } from '../../src/build/page-check/checked-page.ts';
import { findMistakes } from '../../src/build/integrations/page-check.ts';

const ORIGIN = 'https://example.com';
const page = (path: string) => `<!doctype html><html><head><title>T</title>
<meta name="description" content="D"><link rel="canonical" href="${ORIGIN}${path}"><link rel="icon" href="/icon.svg">
<meta property="og:description" content="Our id=head here"><meta property="og:image" content="${ORIGIN}/card.png"></head><body><header><a href="/#part">Part</a></header><main><h1>T</h1><section id="part"><h2 id="head">H</h2>
<p aria-labelledby="head">Text <a href="/other">other</a> <a href="/guide.pdf">guide</a>
<a href="https://elsewhere.example/x">elsewhere</a></p></section></main><footer></footer></body></html>`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-check-'));
  mkdirSync(join(folder, 'below'));
  for (const [file, path] of [
    ['index.html', '/'],
    ['other.html', '/other'],
    ['below/third.html', '/below/third'],
  ] as const)
    writeFileSync(join(folder, file), page(path));
  for (const file of ['icon.svg', 'card.png', 'guide.pdf']) writeFileSync(join(folder, file), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('finds nothing wrong in valid pages', () => {
  expect(findMistakes(folder, ORIGIN)).toEqual([]);
});

it('reports a page that a question to the agent names in vain', () => {
  const entry = (question: string, page: string) => `- [${question}](${ORIGIN}${page}): An answer.\n`;
  writeFileSync(
    join(folder, 'llms.txt'),
    `# Us\n\n${entry('Right?', '/other#head')}${entry('Elsewhere?', '/gone')}${entry('What \\[now\\]?', '/#gone')}`,
  );
  expect(findMistakes(folder, ORIGIN, () => ' NOT HERE')).toEqual([
    expect.stringMatching(/^\/llms\.txt: the link "Elsewhere\?" leads to \/gone, but there is no such page\./),
    expect.stringMatching(
      /^\/llms\.txt: the link ".*" leads to \/#gone, but that page has no such section\. [^!]*#head\.$/,
    ),
  ]);
});

it('reports a mistake on several pages once, and says where it is', () => {
  for (const [file, path] of [
    ['index.html', '/'],
    ['other.html', '/other'],
    ['below/third.html', '/below/third'],
  ] as const)
    writeFileSync(join(folder, file), page(path).replace('href="/#part"', 'href="/flow"'));
  const mistakes = findMistakes(folder, ORIGIN, (text) => ` See ${text}.`);
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]).toMatch(/^\S+ and 2 other pages: the link "Part" leads to \/flow, .* See \/flow\.$/);
});

it.each([
  ['href="/other"', 'href="/othr"', '/: the link "other" leads to /othr, but there is no such page. The pages are: /'],
  ['href="/#part"', 'href="/#prat"', 'but that page has no such section. Its sections are: #part, #head.'],
  ['href="/#part"', 'href="/#100%"', 'leads to /#100%, but that page has no such section.'],
  ['href="/other"', `href="${ORIGIN}/othr"`, `leads to ${ORIGIN}/othr, but there is no such page`],
  ['href="/other"', 'href="/desk"', '/: the link "other" leads to /desk, which is not for visitors. Remove it.'],
  ['href="/other"', `href="${ORIGIN}/desk#x"`, 'which is not for visitors. Remove it.'],
  ['href="/other"', 'href="/other.html"', 'leads to /other.html; write it without .html and without a trailing slash.'],
  ['href="/other"', 'href="/other/"', 'leads to /other/; write it without .html and without a trailing slash.'],
  ['href="/guide.pdf"', 'href="/gide.pdf"', 'leads to /gide.pdf, but there is no such page'],
  ['href="/guide.pdf"', `href="/${'a'.repeat(300)}"`, 'but there is no such page'],
  ['href="/icon.svg"', 'href="/icon.png"', '/: the file /icon.png does not exist.'],
  [`"${ORIGIN}/card.png"`, `"${ORIGIN}/cards/a.png"`, '/: the file /cards/a.png does not exist.'],
  ['<h2 id="head">', '<h2 id="head"><img src="/a.png">', '/: the file /a.png does not exist.'],
  ['<title>T</title>', '<title> </title>', '/: the page has no title.'],
  ['content="D"', 'content=""', '/: the page has no description.'],
  [
    `href="${ORIGIN}/"`,
    `href="${ORIGIN}/index"`,
    `the canonical address is ${ORIGIN}/index, but should be ${ORIGIN}/.`,
  ],
  ['<h2 id="head">', '<h2 id="part">', '/: the anchor part is used more than once.'],
  [
    '<h2 id="head">',
    '<h2 id="_daily">',
    '/: the anchor _daily is a name that scripts use. Give the section another one',
  ],
  ['<h2 id="head">', '<h2 id="turnstile">', '/: the anchor turnstile is a name that scripts use.'],
  ['<h1>T</h1>', '', '/: there are 0 main headings.'],
  ['<h1>T</h1>', '<h1>T</h1><h1>U</h1>', '/: there are 2 main headings.'],
  ['<footer></footer>', '', '/: there must be exactly one <footer>.'],
  ['aria-labelledby="head"', 'aria-labelledby="haed"', '/: aria-labelledby refers to haed, which is not on the page.'],
  ['<h2 id="head">', '<h2 id="head" style="color: red">', '/: <h2> has an inline style, which the CSP blocks.'],
])('finds %s changed to %s', (right, wrong, message) => {
  writeFileSync(join(folder, 'index.html'), page('/').replace(right, wrong));
  const mistakes = findMistakes(folder, ORIGIN);
  expect(mistakes.join('\n')).toContain(message);
});

describe('a room', () => {
  const SCRIPT = '/_astro/desk.B43kKKk1.js';
  beforeEach(() => {
    mkdirSync(join(folder, '_astro'));
    writeFileSync(join(folder, SCRIPT), 'import "./react.B43kKKk2.js"');
    writeFileSync(join(folder, '_astro/react.B43kKKk2.js'), '');
    writeFileSync(join(folder, 'desk.html'), `<div id="desk"></div><script src="${SCRIPT}"></script>`);
  });

  it('is an application: it needs no landmarks, no description and no canonical address', () => {
    expect(findMistakes(folder, ORIGIN)).toEqual([]);
  });

  it('must have all its files', () => {
    writeFileSync(join(folder, 'desk.html'), '<script src="/_astro/gone.js"></script>');
    expect(findMistakes(folder, ORIGIN)).toEqual(['/desk: the file /_astro/gone.js does not exist.']);
  });
});

/** The variables of a script that neither it nor a browser defines, as far as a heading can have such an id. */
function variablesOf(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    allowJs: true,
    noResolve: true,
    types: [],
    lib: ['lib.dom.d.ts', 'lib.esnext.d.ts'],
    target: ts.ScriptTarget.ESNext,
  });
  const checker = program.getTypeChecker();
  const names = new Set<string>();
  const isGlobal = (node: ts.Node) =>
    ts.isIdentifier(node) && ['window', 'self', 'globalThis', 'global'].includes(node.text);
  const visit = (node: ts.Node): void => {
    const { parent } = node;
    if (ts.isIdentifier(node) && /^[a-z\d_-]+$/.test(node.text) && !checker.getSymbolAtLocation(node)) {
      const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
      const isKey = ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent);
      const isLabel = ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent);
      if (isMember ? isGlobal(parent.expression) : !isKey && !isLabel && !ts.isBindingElement(parent))
        names.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(program.getSourceFile(file) as ts.Node);
  return [...names].sort();
}

it(
  'no id of a page is the name of a variable that an SDK looks for',
  { tags: ['exhaustive'], timeout: 120_000 },
  () => {
    const scripts = [
      '@daily-co/daily-js/dist/daily-esm.js',
      '@vapi-ai/web/dist/vapi.js',
      'react-dom/cjs/react-dom-client.production.js',
      'temporal-polyfill/index.js',
    ];
    const found = variablesOf(scripts.map((file) => join('node_modules', file)));
    expect(found).toContain('_daily');
    expect(TAKEN_IDS).toEqual(expect.arrayContaining(found));
  },
);
