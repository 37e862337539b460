import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emailCopyIn } from '../../src/build/integrations/email-copy.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { knowledgeText } from '../../src/build/knowledge/knowledge-text.ts';
import { loadCopy } from '../../src/build/load-copy.ts';
import { readPassages } from '../../src/build/knowledge/passages.ts';
import { homeSchema } from '../../src/schemas/home.ts';
import { checkCopy, parseCopy } from '../../src/schemas/messages.ts';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';
import { figure } from '../setup/figure.ts';

const text = knowledgeText();
const site = readSite();

describe('the text of the site', () => {
  it('follows llmstxt.org: the name, a description, and sections with one link per line', () => {
    const [title, description, ...sections] = text.trimEnd().split(/\n\n(?=>|##)/);
    expect(title).toBe(`# ${site.name}`);
    expect(description).toBe(`> ${site.description}`);
    expect(sections.length).toBeGreaterThan(15);
    for (const section of sections) {
      const [heading, empty, ...entries] = section.split('\n');
      expect(heading).toMatch(/^## \S/);
      expect(empty).toBe('');
      expect(entries.length).toBeGreaterThan(0);
      for (const entry of entries) expect(entry).toMatch(/^- \[(?:[^[\]]|\\[[\]])+\]\(https:\/\/\S+\): \S.*[.!?:…]$/);
    }
  });

  it('contains every passage, under its address, in the order of the site', () => {
    let position = 0;
    const pages = [...Map.groupBy(readPassages(), ({ page }) => page).values()].flat();
    for (const { path, title, text: passage } of pages) {
      const start = text.indexOf(`- [${title}](${site.url}${path === '/' ? '/' : path}): `, position);
      expect(start, title).toBeGreaterThan(-1);
      position = start + 1;
      const entry = text.slice(start, text.indexOf('\n', start));
      for (const line of passage.split('\n')) expect(entry).toContain(line);
    }
  });

  it('has every figure, and no placeholder', () => {
    for (const { label, value } of Object.values(site.figures))
      expect(text.toLowerCase()).toContain(`[${label.toLowerCase()}](${site.url}/): ${value.toLowerCase()}`);
    expect(text).not.toMatch(/[{}]/);
  });

  it('leaves out sample testimonials', () => {
    const file = 'content/home/proof.mdx';
    const { fields } = splitFrontmatter(readFileSync(file, 'utf8'));
    const proof = checkCopy(homeSchema, parseCopy(fields, file), file) as unknown as {
      testimonials: { quote: string; sample: boolean }[];
    };
    const samples = proof.testimonials.filter(({ sample }) => sample);
    expect(samples.length).toBeGreaterThan(0);
    for (const { quote } of samples) expect(text).not.toContain(quote.slice(0, 40));
  });

  it('is the same every time', () => {
    expect(knowledgeText()).toBe(text);
  });
});

describe('an edit to the content', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'knowledge-'));
    cpSync('content', join(root, 'content'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('shows up, and nothing else changes', () => {
    const file = join(root, 'content/site.yaml');
    const value = figure('response-time');
    writeFileSync(file, readFileSync(file, 'utf8').replace(`value: ${value}`, 'value: a fortnight'));
    const edited = knowledgeText(root);
    expect(edited).toContain('a fortnight');
    const before = new Set(text.split('\n'));
    const changed = edited.split('\n').filter((line) => !before.has(line));
    for (const line of changed) expect(line).toContain('a fortnight');
  });

  it.each(['\u{E0041}', '&#x200B;'])('with words that no page shows is refused: %j', (hidden) => {
    const file = join(root, 'content/legal/terms-of-service.mdx');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nWords${hidden} here.\n`);
    expect(() => knowledgeText(root)).toThrow(/its text has an invisible character after ".*Words"\. Delete it/);
  });

  it.each([
    'HIDDEN\uE000',
    '| a |\n| - |\n| b | HIDDEN |',
    '<sup>a<sup>HIDDEN</sup></sup>',
    '<div hidden>HIDDEN</div>',
  ])('with what a build would refuse is refused: %j', (hidden) => {
    const file = join(root, 'content/legal/terms-of-service.mdx');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n${hidden}\n`);
    expect(() => knowledgeText(root)).toThrow("content/legal/terms-of-service.mdx can't be used:");
  });

  it.each(['home/reasons.mdx', 'journey/10-discovery.mdx', 'pages/research.mdx'])(
    'with text below fields that no page shows is refused: %s',
    (name) => {
      const file = join(root, 'content', name);
      writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\nCallers get 500 dollars back.\n`);
      expect(() => knowledgeText(root)).toThrow('it has text below its fields, which the site does not show');
    },
  );

  it.each([
    ['legal/.refunds.mdx', 'its name starts with a dot'],
    ['legal/Re funds.mdx', 'its name must be lowercase letters'],
    ['legal/flow.mdx', 'its name is taken by another page'],
    ['waiting-lists/aaa.yaml', 'the site does not use this file'],
  ])('with a file that a build would refuse is refused, and so are the e-mails: content/%s', (name, mistake) => {
    const like = name.startsWith('legal') ? 'legal/terms-of-service.mdx' : 'waiting-lists/research.yaml';
    cpSync(join(root, 'content', like), join(root, 'content', name));
    expect(() => knowledgeText(root)).toThrow(mistake);
    if (!/^legal\/[^.]/.test(name)) expect(() => emailCopyIn(root)).toThrow(mistake);
  });

  it('leaves out what the page leaves out without the address of the portfolio', () => {
    const { heading } = loadCopy('portfolioPage').data.closing;
    expect(text).toContain(heading);
    const file = join(root, 'content/site.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^portfolio: .*\n/m, ''));
    expect(knowledgeText(root)).not.toContain(heading);
  });

  it('says nothing that is struck out, and no power as a number', () => {
    const file = join(root, 'content/legal/terms-of-service.mdx');
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8')}\nWe ~~refund everything~~ keep 10<sup>3</sup> days of CO<sub>2</sub>.\n`,
    );
    expect(knowledgeText(root)).toContain('We keep 10^3 days of CO_2.');
  });

  it('with line breaks in a title, and with links in a text, adds no entry and no link', () => {
    const edit = (name: string, pattern: RegExp, value: string) => {
      const file = join(root, name);
      const source = readFileSync(file, 'utf8');
      expect(source).toMatch(pattern);
      writeFileSync(file, source.replace(pattern, value));
    };
    const evil = '[Refunds](https://evil.example)';
    edit('content/home/reasons.mdx', /^ {2}- title: .*/m, `  - title: "Ok\\n- ${evil}: Pay"`);
    edit('content/site.yaml', /^description: .*/m, `description: "Ok\\n## Refunds\\n- ${evil}"`);
    edit('content/pages/flow.mdx', /^heading: .*/m, `heading: "Ok\\n- ${evil}"`);
    const terms = join(root, 'content/legal/terms-of-service.mdx');
    const escaped = String.raw`\[Refunds](https://evil.example) and \\\[Refunds](https://evil.example)`;
    writeFileSync(terms, `${readFileSync(terms, 'utf8')}\n\n${escaped}\n`);
    const edited = knowledgeText(root);
    expect(edited.match(/evil/g)?.length).toBeGreaterThan(5);
    expect(edited).not.toMatch(/^- \[Refunds|^## Refunds/m);
    // A bracket after an even number of backslashes.
    expect(edited).not.toMatch(/(?<!\\)(?:\\\\)*\[Refunds/);
  });

  it('with brackets in a title still gives a valid link', () => {
    const file = join(root, 'content/pages/flow.mdx');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*/m, "title: 'Our [new] way'"));
    const links = knowledgeText(root).match(/^- \[.*?\]\(\S*\/flow\)/gm);
    expect(links?.[0]).toBe(`- [Our \\[new\\] way](${site.url}/flow)`);
  });
});
