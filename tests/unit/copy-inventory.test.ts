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

it('every file in content/ is used', () => {
  writeFileSync(join(root, 'content/home/.DS_Store'), '');
  expect(check).not.toThrow();
});

it.each([
  ['content/home/85-news.md', 'its name must end in .mdx; nothing else in this folder is shown.'],
  ['content/notify/whitepaper.yml', 'its name must end in .yaml; nothing else in this folder is shown.'],
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
  renameSync(join(root, 'content/forms/notify.yaml'), join(root, 'content/forms/notice.yaml'));
  expect(check).toThrow('- content/forms/notify.yaml is missing. Put it back under this name.');
  expect(check).toThrow('- content/forms/notice.yaml: the site does not use this file.');
  rmSync(join(root, 'content/site.yaml'));
  expect(() => readSite(root)).toThrow("content/site.yaml can't be used:\n  - it is missing.");
});

it('knows the files and schemas of all collections', () => {
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

it('says where a text is, in three places at most', () => {
  expect(writtenIn('/internships/apply', root)).toMatch(
    /^ See content\/home\/75-internships\.mdx, line \d+; content\/site\.yaml, line \d+; content\/site\.yaml, line \d+\.$/,
  );
  expect(writtenIn('#what-we-do', root)).toBe(' See content/home/10-hero.mdx, line 13.');
  expect(writtenIn('/#contact', root)).toMatch(/ and elsewhere\.$/);
  expect(writtenIn('/nowhere', root)).toBe('');
});
