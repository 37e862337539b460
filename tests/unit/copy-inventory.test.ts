import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
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
  ['content/waiting-lists/whitepaper.yaml', 'the site does not use this file. Remove it.'],
  [
    'content/pages/pricing.mdx',
    'the site does not use this file. Remove it. You can add files in content/home/, content/',
  ],
  ['content/notes.txt', 'the site does not use this file. Remove it.'],
])('rejects %s, which the site would not use', (file, message) => {
  writeFileSync(join(root, file), '');
  expect(check).toThrow(`content can't be used:\n  - ${file}: ${message}`);
});

it.each(['.oxlintrc.json', '.oxfmtrc.json', '.editorconfig', '.gitattributes', 'home/.hero.mdx.swp', '.vscode/a'])(
  'rejects content/%s, which programs read as settings of theirs',
  (file) => {
    mkdirSync(join(root, 'content', dirname(file)), { recursive: true });
    writeFileSync(join(root, 'content', file), '');
    const hidden = `content/${file.replace(/^\.vscode\/.*/, '.vscode')}`;
    expect(check).toThrow(`  - ${hidden}: its name starts with a dot. Remove it, or close the program that keeps it`);
  },
);

it('lint, which may run without a build, obeys no settings in content/', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const [program = '', ...flags] = scripts['check:lint']?.split(' ') ?? [];
  const trace = join(root, 'has-run');
  writeFileSync(join(root, 'content/.oxlintrc.json'), '{ "jsPlugins": ["./.plugin.mjs"] }');
  writeFileSync(
    join(root, 'content/.plugin.mjs'),
    `import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(trace)}, '');
    export default { meta: { name: 'plugin' }, rules: {} };`,
  );
  writeFileSync(join(root, 'page.ts'), 'export const page = 1;');
  writeFileSync(join(root, '.oxlintrc.json'), '{}');
  // It skips what a .gitignore above names, up to the root of a repository.
  mkdirSync(join(root, '.git'));
  execFileSync(process.execPath, [resolve('node_modules', program, 'bin', program), ...flags], { cwd: root });
  expect(existsSync(trace)).toBe(false);
});

it.each(['home/85-more.mdx', 'legal/.DS_Store', 'research/more', 'gone'])('rejects a link at content/%s', (file) => {
  const target = { 'research/more': 'content/home', gone: 'nowhere' }[file] ?? 'content/site.yaml';
  symlinkSync(join(root, target), join(root, 'content', file));
  expect(check).toThrow(
    `content can't be used:\n  - content/${file}: it is neither a file nor a folder, but a link, for example. Replace it`,
  );
});

it('rejects a folder with the name of a file, which could be read as one', () => {
  rmSync(join(root, 'content/site.yaml'));
  mkdirSync(join(root, 'content/site.yaml'));
  expect(check).toThrow('  - content/site.yaml: it is a folder, but has the name of a file. Rename or remove it.');
});

it('rejects content/ itself if it is a link', () => {
  renameSync(join(root, 'content'), join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'content'));
  expect(check).toThrow("content can't be used:\n  - it is a link. Replace it with the folder that it leads to.");
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
    /^ See content\/home\/internships\.mdx, line \d+; content\/site\.yaml, line \d+; content\/site\.yaml, line \d+\.$/,
  );
  expect(contentLocation('#what-we-do', root)).toBe(' See content/home/hero.mdx, line 13.');
  expect(contentLocation('/#contact', root)).toMatch(/ and elsewhere\.$/);
  expect(contentLocation('/nowhere', root)).toBe('');
});
