import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { roomOrigins, roomsApart } from '../../src/build/integrations/room-origins.ts';
import { ROOMS } from '../../src/build/rooms.ts';

const SITE = 'https://example.com';
const apart = (DESK_ORIGIN: string | undefined) => roomsApart({ DESK_ORIGIN }, SITE);

describe('DESK_ORIGIN', () => {
  it.each([undefined, ''])('leaves the desk with the site if it is %j', (origin) => {
    expect(apart(origin)).toEqual([]);
  });

  it('names the origin of the desk', () => {
    expect(apart('https://desk.example.com')).toEqual([ROOMS[0]]);
    expect(apart('https://desk.example.com:8443')).toEqual([ROOMS[0]]);
  });

  it.each([
    'desk.example.com',
    'http://desk.example.com',
    'https://desk.example.com/',
    'https://desk.example.com/desk',
    'https://user@desk.example.com',
    'https://DESK.example.com',
    'https://',
    'yes',
  ])('stops the build if it is not an origin: %j', (origin) => {
    expect(() => apart(origin)).toThrow(
      `DESK_ORIGIN is "${origin}" but must be an origin and nothing else. For example: https://desk.example.com`,
    );
  });

  it('stops the build if it is the address of the site', () => {
    expect(() => apart(SITE)).toThrow('DESK_ORIGIN is the address of the site. Give the desk an origin of its own');
    expect(() => roomsApart({ DESK_ORIGIN: SITE }, `${SITE}/`)).toThrow('DESK_ORIGIN is the address of the site.');
  });
});

describe('a build', () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'room-origins-'));
    folder = join(parent, 'dist');
    for (const name of ['dist/_astro', 'dist-desk']) mkdirSync(join(parent, name), { recursive: true });
    for (const [file, text] of Object.entries({
      'index.html': '<script src="/_astro/page.B43kKKk1.js"></script>',
      'desk.html':
        '<style>a{src:url("/_astro/font.B43kKKk2.woff2")}</style><script src="/_astro/desk.B43kKKk3.js"></script>',
      'favicon.svg': '<svg/>',
      '_astro/page.B43kKKk1.js': '1',
      '_astro/font.B43kKKk2.woff2': '2',
      '_astro/desk.B43kKKk3.js': '3',
    }))
      writeFileSync(join(folder, file), text);
    writeFileSync(join(parent, 'dist-desk/old.html'), 'of an earlier build');
    vi.stubEnv('SITE_OUT_DIR', '');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(parent, { recursive: true });
  });
  const build = (origin?: string) => {
    const { 'astro:build:done': done } = roomOrigins(apart(origin)).hooks;
    void done?.({ dir: pathToFileURL(`${folder}/`), logger: { info: () => {} } } as never);
  };
  const filesIn = (name: string) =>
    readdirSync(join(parent, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\./.test(file) || file === '_headers')
      .sort();
  const EVERYTHING = ['_astro/desk.B43kKKk3.js', '_astro/font.B43kKKk2.woff2', '_astro/page.B43kKKk1.js'];

  it('without it keeps the desk among the pages', () => {
    build();
    expect(filesIn('dist')).toEqual([...EVERYTHING, 'desk.html', 'favicon.svg', 'index.html']);
  });

  it('with it has nothing of the desk', () => {
    build('https://desk.example.com');
    expect(filesIn('dist')).toEqual([...EVERYTHING.slice(1), 'favicon.svg', 'index.html']);
  });

  it('with it puts the desk into a folder of its own, with what it needs and nothing else', () => {
    build('https://desk.example.com');
    expect(filesIn('dist-desk')).toEqual([
      '_astro/desk.B43kKKk3.js',
      '_astro/font.B43kKKk2.woff2',
      '_headers',
      'favicon.svg',
      'index.html',
      'robots.txt',
    ]);
    expect(readFileSync(join(parent, 'dist-desk/index.html'), 'utf8')).toContain('/_astro/desk.B43kKKk3.js');
    expect(readFileSync(join(parent, 'dist-desk/robots.txt'), 'utf8')).toBe('User-agent: *\nDisallow: /\n');
  });

  it('for this machine keeps the desk among the pages', () => {
    vi.stubEnv('SITE_OUT_DIR', '.local/site');
    build('https://desk.example.com');
    expect(filesIn('dist')).toContain('desk.html');
  });
});
