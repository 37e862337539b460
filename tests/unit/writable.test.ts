import { expect, test } from 'vitest';
import { CodeHostError } from '../../src/code-host/errors.ts';
import { openCodeHost } from '../../src/code-host/open-code-host.ts';
import { checkWritable, isWritable } from '../../src/code-host/writable.ts';
import { COPY_SOURCES } from '../setup/edit-sources.ts';

const BRANCH = 'words/2026-01-01-words';

/** Every one is a way to change something other than words, or might become one. */
const REFUSED = [
  '',
  '/',
  '.',
  'content',
  'content/',
  'package.json',
  'astro.config.mjs',
  '.github/workflows/ci.yml',
  '.git/config',
  '.git/hooks/post-checkout',
  'src/pages/index.astro',
  'src/apps/edit/main.tsx',
  'functions/edit-sign-in/index.ts',
  'supabase/migrations/1.sql',
  'public/robots.txt',
  'public/index.html',
  'public/pictures/',
  'public/pictures/photo.svg',
  'public/pictures/photo.html',
  'public/pictures/photo.webp.html',
  'public/pictures/Photo.webp',
  'public/pictures/photo.WEBP',
  'public/pictures/.webp',
  'public/pictures/a/photo.webp',
  'public/pictures/../photo.webp',
  'public/pictures/..webp',
  'public/pictures/photo .webp',
  'public/pictures/photo%2e.webp',
  'public/pictures/con.png',
  'public/pictures/photo.png\0',
  'public/pictures/photo.png\n',
  'public\\pictures\\photo.png',
  'Public/pictures/photo.png',
  'public//pictures/photo.png',
  '/content/site.yaml',
  './content/site.yaml',
  'content/./site.yaml',
  'content//site.yaml',
  'content/site.yml',
  'content/Site.yaml',
  'content/site.yaml/',
  'content/site.yaml ',
  'content/other.yaml',
  'content/home/../../src/pages/index.mdx',
  'content/home/../site.yaml',
  'content/home/..mdx',
  'content/home/.mdx',
  'content/home/.hero.mdx',
  'content/home/hero.md',
  'content/home/hero.mdx.astro',
  'content/home/hero.astro',
  'content/home/Hero.mdx',
  'content/home/hero\u0000.mdx',
  'content/home/he\u0440o.mdx',
  'content/home/sub/hero.mdx',
  'content/home\\hero.mdx',
  'content/pages/new-page.mdx',
  'content/emails/new.yaml',
  'content/waiting-lists/new.yaml',
  'content/research/publications/aux.mdx',
  `content/research/publications/${'a'.repeat(101)}.mdx`,
  'node_modules/x/index.js',
  'dist/index.html',
  '../content/site.yaml',
  'C:/content/site.yaml',
  'https://example.com/content/site.yaml',
];

test('every file of the site’s words can be written, and plain pictures', () => {
  for (const { file } of COPY_SOURCES) expect([file, isWritable(file)]).toEqual([file, true]);
  for (const path of ['public/pictures/photo-2.webp', 'public/pictures/a.jpg', 'content/research/publications/new.mdx'])
    expect([path, isWritable(path)]).toEqual([path, true]);
});

test.each(REFUSED)('%j is refused, to write and to delete, and nothing is sent', async (path) => {
  const host = openCodeHost({ api: 'http://127.0.0.1:9', repository: 'local/site' }, 'token');
  for (const content of ['text', new Uint8Array([1]), null]) {
    const change = { branch: BRANCH, head: '0', files: [{ path, content }], message: 'Change' };
    // Anything that is sent to this port fails as unreachable.
    await expect(host.commit(change)).rejects.toThrow('can’t be changed here');
  }
});

test('one refused file refuses the whole commit', () => {
  const files = [
    { path: 'content/site.yaml', content: 'name: x' },
    { path: 'src/x.ts', content: 'x' },
  ];
  expect(() => checkWritable(BRANCH, files)).toThrow(CodeHostError);
});

test('a picture is bytes, and words are a text', () => {
  expect(() => checkWritable(BRANCH, [{ path: 'content/site.yaml', content: new Uint8Array([1]) }])).toThrow();
  expect(() => checkWritable(BRANCH, [{ path: 'public/pictures/a.png', content: '<script>' }])).toThrow();
});

test.each(['main', 'word/x', 'refs/heads/words/x', 'feature', ''])('the branch %j is refused', async (branch) => {
  const host = openCodeHost({ api: 'http://127.0.0.1:9', repository: 'local/site' }, 'token');
  await expect(host.begin(branch, '0'.repeat(40))).rejects.toThrow('only writes to branches');
  const files = [{ path: 'content/site.yaml', content: 'name: x' }];
  await expect(host.commit({ branch, head: '0', files, message: '' })).rejects.toThrow('only writes to branches');
});
