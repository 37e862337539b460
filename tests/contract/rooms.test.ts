import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { roomOriginHeaders } from '../../src/build/headers.ts';
import { moveRoom } from '../../src/build/integrations/room-origins.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { builtRooms, pageFiles } from '../../src/build/page-files.ts';
import { ROOMS } from '../../src/build/rooms.ts';
import { sharedScripts } from '../../src/build/shared-scripts.ts';
import { onCloudflare, onNetlify, readRules } from '../setup/hosted-headers.ts';
import { editedBuild, HOSTED, sharedBuild } from '../setup/shared-build.ts';
import { temporaryFolder } from '../setup/stack.ts';

const [DESK] = ROOMS;
const { folder: bare } = await sharedBuild();
const { folder: hosted, project } = await editedBuild();
const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();

it('every room is built, connected or not, with its application; the editor is off without a repository', () => {
  for (const folder of [bare, hosted])
    expect(builtRooms(folder).map(({ room, scripts }) => [room.name, scripts.length > 0])).toEqual(
      ROOMS.filter(({ name }) => name !== 'edit').map(({ name }) => [name, true]),
    );
});

describe('the page of the desk', () => {
  const page = parse(read(hosted, 'desk.html'), { comment: true });
  const all = (selector: string) => page.querySelectorAll(selector);

  it('has a title, the site’s look, and a place for the application', () => {
    expect(page.querySelector('title')?.text).toBe(`Desk – ${readSite(project).name}`);
    expect(all('meta[name=theme-color]')).toHaveLength(2);
    expect(all('link[rel=preload][as=font]')).toHaveLength(1);
    expect(page.querySelector('head script')?.rawText).toContain('localStorage');
    expect(
      all('style')
        .map(({ rawText }) => rawText)
        .join(),
    ).toContain('--color-paper');
    expect(page.querySelector('body > #desk')?.innerHTML).toBe('');
    expect(page.querySelector('noscript')?.text).toContain('The desk needs JavaScript.');
  });

  it('is for nobody else: not for search engines, social networks or prerendering, and without the rest of a page', () => {
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex, nofollow');
    expect(page.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe('no-referrer');
    for (const selector of [
      'link[rel=canonical]',
      'link[rel=manifest]',
      'meta[property]',
      'meta[name=description]',
      'script[type="application/ld+json"]',
      'script[type=speculationrules]',
      'header, footer, dialog, aside, astro-island, a',
    ])
      expect(all(selector).map(String), selector).toEqual([]);
  });

  it('may connect to the backend and its WebSockets, and to nothing of calls or checks of visitors', () => {
    const policy = page.querySelector('meta[http-equiv=content-security-policy]')?.getAttribute('content') ?? '';
    const origin = HOSTED.PUBLIC_SUPABASE_URL;
    expect(
      policy
        .replace(/ 'sha256-[^']*'/g, '')
        .split(';')
        .sort(),
    ).toEqual(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        `connect-src 'self' ${origin} ${origin.replace('https', 'wss')}`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-src 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].sort(),
    );
  });
});

it('the page of the video room says the same to search engines, and may connect to no provider while it is off', () => {
  const page = parse(read(hosted, 'meet.html'), { comment: true });
  expect(page.querySelector('body > #meet')?.innerHTML).toBe('');
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex, nofollow');
  expect(page.querySelectorAll('script[type=speculationrules], link[rel=canonical]')).toEqual([]);
  expect(page.querySelector('noscript')?.text).toContain('The video call needs JavaScript.');
  const policy = page.querySelector('meta[http-equiv=content-security-policy]')?.getAttribute('content') ?? '';
  expect(policy).toContain("trusted-types 'none'");
  expect(policy).not.toMatch(/daily|pluot|sentry|vapi/);
});

describe('the other pages', () => {
  it('can load no script of a room, at once or later', () => {
    for (const folder of [bare, hosted]) expect(sharedScripts(folder)).toEqual([]);
  });

  it('lead to no room, and neither do the lists of pages', () => {
    const lists = filesOf(hosted).filter((file) => /\.(?:xml|txt|webmanifest)$/.test(file));
    expect(lists).toEqual(expect.arrayContaining(['llms.txt', 'robots.txt', 'sitemap-0.xml', 'research/feed.xml']));
    for (const file of [...pageFiles(hosted), ...lists])
      expect(read(hosted, file), file).not.toMatch(/\/(?:desk|meet|edit)(?:\.html)?(?=["'/?#<\s]|$)/m);
    expect(filesOf(hosted).filter((file) => /^cards\/(?:desk|meet|edit)/.test(file))).toEqual([]);
  });
});

describe('the desk on an origin of its own', () => {
  let site: string;
  let desk: string;
  beforeAll(() => {
    const parent = temporaryFolder();
    site = join(parent, 'dist');
    desk = join(parent, 'dist-desk');
    cpSync(bare, site, { recursive: true });
    moveRoom(DESK, site, desk);
    return () => rmSync(parent, { recursive: true });
  });

  it('leaves a site without it, whose files are the same', () => {
    const [built] = builtRooms(bare);
    const kept = filesOf(bare).filter((file) => file !== 'desk.html' && !built?.scripts.includes(file));
    expect(filesOf(site)).toEqual(kept);
    for (const file of kept)
      expect(readFileSync(join(site, file)).equals(readFileSync(join(bare, file))), file).toBe(true);
  });

  it('has its page, its scripts, the font and nothing else of the site', () => {
    const others = filesOf(desk).filter((file) => !file.startsWith('_astro/'));
    expect(others).toEqual(['_headers', 'favicon.svg', 'index.html', 'robots.txt']);
    const fonts = filesOf(desk).filter((file) => file.endsWith('.woff2'));
    expect(fonts).toHaveLength(1);
    const [built] = builtRooms(bare);
    expect(filesOf(desk).filter((file) => file.startsWith('_astro/'))).toEqual(
      [...(built?.scripts ?? []), ...fonts].sort(),
    );
    for (const name of read(desk, 'index.html').match(/\/_astro\/[\w./-]+/g) ?? [])
      expect(filesOf(desk)).toContain(name.slice(1));
  });

  it('gets its headers at every path, from both hosts that read _headers', async () => {
    const netlify = await onNetlify(desk);
    const rules = readRules(desk);
    const found = ['/', ...filesOf(desk).map((file) => `/${file}`)];
    for (const path of [...found, '/missing', '/_astro/missing.js']) {
      const expected = roomOriginHeaders(DESK, path, found.includes(path));
      expect(netlify(path), path).toEqual(expected);
      expect(onCloudflare(rules, path), path).toEqual(expected);
    }
  });
});
