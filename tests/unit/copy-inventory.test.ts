import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkInventory } from '../../src/build/integrations/copy-inventory.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { writtenIn } from '../../src/build/integrations/written-in.ts';
import { COPY_SCHEMAS } from '../../src/schemas/copy-schemas.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inventory-'));
  cpSync('content', join(root, 'content'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));
const check = () => checkInventory(root);

it('every file of content/ is one that something shows', () => {
  writeFileSync(join(root, 'content/home/.DS_Store'), '');
  expect(check).not.toThrow();
});

it.each([
  ['content/home/85-news.md', 'its name must end in .mdx; nothing else in this folder is shown.'],
  ['content/notify/whitepaper.yml', 'its name must end in .yaml; nothing else in this folder is shown.'],
  ['content/pages/pricing.mdx', 'nothing shows this file. Remove it. Files can be added in content/home/, content/'],
  ['content/notes.txt', 'nothing shows this file. Remove it.'],
])('who adds %s is told that it would not be shown', (file, message) => {
  writeFileSync(join(root, file), '');
  expect(check).toThrow(`content can't be used:\n  - ${file}: ${message}`);
});

it('who renames or removes a file that the site needs is told so', () => {
  renameSync(join(root, 'content/forms/notify.yaml'), join(root, 'content/forms/notice.yaml'));
  expect(check).toThrow('- content/forms/notify.yaml is missing. Put it back under this name.');
  expect(check).toThrow('- content/forms/notice.yaml: nothing shows this file.');
  rmSync(join(root, 'content/site.yaml'));
  expect(() => readSite(root)).toThrow("content/site.yaml can't be used:\n  - it is missing.");
});

it('it knows the files, and their schemas, that the collections are made of', () => {
  const source = readFileSync('src/content.config.ts', 'utf8');
  const collections = [...source.matchAll(/copyFiles\(\s*'([^']+)', '([^']+)', (\w+)/g)];
  expect(collections).toHaveLength(source.match(/defineCollection\(/g)?.length ?? 0);
  const other = Object.keys(COPY_SCHEMAS).filter((path) => path.startsWith('content/emails/'));
  expect([...collections.map(([, base, pattern]) => `${base}/${pattern}`), ...other].sort()).toEqual(
    Object.keys(COPY_SCHEMAS).sort(),
  );
  const inventory = readFileSync('src/schemas/copy-schemas.ts', 'utf8');
  for (const [, base, pattern, schema] of collections)
    expect(inventory).toMatch(new RegExp(`'${RegExp.escape(`${base}/${pattern}`)}': (\\w+\\.)?${schema},`));
});

it('says where a text stands, in three places at most', () => {
  expect(writtenIn('/internships/apply', root)).toMatch(
    /^ It stands in content\/home\/75-internships\.mdx, line \d+; content\/site\.yaml, line \d+; content\/site\.yaml, line \d+\.$/,
  );
  expect(writtenIn('#what-we-do', root)).toBe(' It stands in content/home/10-hero.mdx, line 13.');
  expect(writtenIn('/#contact', root)).toMatch(/ and elsewhere\.$/);
  expect(writtenIn('/nowhere', root)).toBe('');
});
