import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkInventory } from '../../src/build/integrations/copy-inventory.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { contentLocation } from '../../src/build/integrations/content-location.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inventory-'));
  cpSync('content', join(root, 'content'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));
const check = () => checkInventory(root);

it('every file in content/ is used', () => {
  writeFileSync(join(root, 'content/home/.DS_Store'), '');
  expect(check).not.toThrow();
});

it.each([
  ['content/home/85-news.md', 'its name must end in .mdx; nothing else in this folder is shown.'],
  ['content/waiting-lists/whitepaper.yml', 'its name must end in .yaml; nothing else in this folder is shown.'],
  [
    'content/pages/pricing.mdx',
    'the site does not use this file. Remove it. You can add files in content/home/, content/',
  ],
  ['content/notes.txt', 'the site does not use this file. Remove it.'],
])('rejects %s, which the site would not use', (file, message) => {
  writeFileSync(join(root, file), '');
  expect(check).toThrow(`content can't be used:\n  - ${file}: ${message}`);
});

it('reports a required file that was renamed or removed', () => {
  renameSync(join(root, 'content/forms/waiting-list.yaml'), join(root, 'content/forms/notice.yaml'));
  expect(check).toThrow('- content/forms/waiting-list.yaml is missing. Put it back under this name.');
  expect(check).toThrow('- content/forms/notice.yaml: the site does not use this file.');
  rmSync(join(root, 'content/site.yaml'));
  expect(() => readSite(root)).toThrow("content/site.yaml can't be used:\n  - it is missing.");
});

it('says where a text is, in three places at most', () => {
  expect(contentLocation('/internships/apply', root)).toMatch(
    /^ See content\/home\/75-internships\.mdx, line \d+; content\/site\.yaml, line \d+; content\/site\.yaml, line \d+\.$/,
  );
  expect(contentLocation('#what-we-do', root)).toBe(' See content/home/10-hero.mdx, line 13.');
  expect(contentLocation('/#contact', root)).toMatch(/ and elsewhere\.$/);
  expect(contentLocation('/nowhere', root)).toBe('');
});
