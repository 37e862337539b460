import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { href } from '../../src/schemas/copy.ts';
import { readFeed } from '../setup/feed-rules.ts';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';

const SCRIPT = '<script>alert(1)</script>';
const IMAGE = '"><img src=x onerror=alert(1)>';
/** For whatever takes it for a stylesheet: CSS writes the quotation marks in another way, which ends an attribute. */
const STYLE = `<style>@import '>${SCRIPT}<meta itemprop=x content=';</style>`;

let copy: ProjectCopy;
let folder: string;

// Astro escapes all of it.
describe('markup in copy', { tags: ['exhaustive'] }, () => {
  beforeAll(async () => {
    copy = copyProject();
    folder = join(copy.folder, 'dist');
    copy.edit('content/site.yaml', /^name: .*/m, `name: 'A & B ${IMAGE}'`);
    copy.edit('content/site.yaml', /^description: .*/m, `description: "${STYLE}"`);
    copy.edit('content/home/hero.mdx', /^badge: .*/m, `badge: '${SCRIPT}'`);
    copy.edit('content/home/hero.mdx', /^heading: .*/m, `heading: '${IMAGE} ${SCRIPT}'`);
    copy.edit('content/research/publications/automation.mdx', /^title: .*/m, `title: '${IMAGE} </script>'`);
    const automation = 'content/research/publications/automation.mdx';
    copy.edit(
      automation,
      /^description: [^]*?\n(?=\w)/m,
      `description: 'A <a href="https://evil.example">link</a> & more'\n`,
    );
    copy.edit(automation, /^authors:/m, 'published: 2026-05-31\nauthors:');
    copy.edit(automation, /$/, '\nA text.\n');
    const { code, output } = await astro(copy, ['build']);
    expect(code, output).toBe(0);
  }, 200_000);
  afterAll(() => copy.remove());

  it('is shown as text on every page, in every attribute and in structured data', () => {
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(8);
    for (const file of pages) {
      const page = parse(readFileSync(join(folder, file), 'utf8'), { comment: true });
      expect(page.querySelectorAll('[onerror], img[src=x], [itemprop=x]'), file).toEqual([]);
      for (const { rawText } of page.querySelectorAll('script')) expect(rawText, file).not.toMatch(/^alert\(1\)/);
      expect(page.querySelector('title')?.text ?? '', file).toContain(IMAGE);
      for (const data of page.querySelectorAll('script[type="application/ld+json"]')) JSON.parse(data.rawText);
    }
    const home = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(parse(home).querySelector('h1')?.text).toContain(`${IMAGE} ${SCRIPT}`);
  });

  it('is text in the feed, too', () => {
    const [item] = readFeed(readFileSync(join(folder, 'research/feed.xml'), 'utf8')).rss?.channel.item ?? [];
    // A reader takes it for HTML.
    const shown = parse(String(item?.description));
    expect(shown.querySelectorAll('*')).toEqual([]);
    expect(shown.text).toBe('A <a href="https://evil.example">link</a> & more');
  });
});

describe('a link in copy', () => {
  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'http://insecure.example',
    '//evil.example',
    '/\t/evil.example',
    '/\\evil.example',
    'vbscript:x',
    'file:///etc/passwd',
    'https://{kept-calls}/x',
    'https://example.com/{kept-calls}',
    '/{company}',
    '/flow#{company}',
    'https://',
    'https://?x',
    'https://a b.',
    'https://exa<mple.',
  ])('can’t be %j', (address) => {
    expect(href().safeParse(address).success).toBe(false);
  });
});
