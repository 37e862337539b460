import { describe, expect, it } from 'vitest';
import { HEADERS, headersOf, roomOriginHeaders } from '../../src/build/headers.ts';
import { pathsOf, ROOMS, type Room } from '../../src/build/rooms.ts';

const policy = new Map(HEADERS['Permissions-Policy'].split(', ').map((entry) => entry.split('=') as [string, string]));

it('nobody can frame a page, and its own <meta> policy for scripts and styles stays in effect', () => {
  expect(HEADERS['Content-Security-Policy']).toBe("frame-ancestors 'none'");
  expect(HEADERS['X-Frame-Options']).toBe('DENY');
});

it('https is required for two years, subdomains included; preloading is left to the domain’s owner', () => {
  expect(HEADERS['Strict-Transport-Security']).toBe(`max-age=${2 * 365 * 24 * 60 * 60}; includeSubDomains`);
});

it('calls may use the microphone and sound; nothing may use camera, location, screen or payment', () => {
  for (const name of ['microphone', 'autoplay', 'speaker-selection']) expect(policy.get(name), name).toBe('(self)');
  for (const name of ['camera', 'geolocation', 'display-capture', 'payment', 'usb', 'browsing-topics'])
    expect(policy.get(name), name).toBe('()');
  expect(policy.size).toBe(HEADERS['Permissions-Policy'].split(', ').length);
});

it.each([
  ['/', true, 'public, max-age=0, must-revalidate'],
  ['/flow', true, 'public, max-age=0, must-revalidate'],
  ['/_astro/Page.B43kKKk.js', true, 'public, max-age=31536000, immutable'],
  ['/_astro/missing.js', false, 'public, max-age=0, must-revalidate'],
  ['/cards/_astro/index.png', true, 'public, max-age=0, must-revalidate'],
])('%s (exists: %s) is cached as %s', (path, found, value) => {
  expect(headersOf(path, found)['Cache-Control']).toBe(value);
});

it.each([
  ['/cards/index.png', 'cross-origin'],
  ['/icons/icon-192.png', 'cross-origin'],
  ['/favicon.svg', 'cross-origin'],
  ['/favicon.svg.html', 'same-origin'],
  ['/', 'same-origin'],
  ['/_astro/Page.B43kKKk.js', 'same-origin'],
])('%s can be embedded by: %s', (path, value) => {
  expect(headersOf(path)['Cross-Origin-Resource-Policy']).toBe(value);
});

describe('the desk', () => {
  const { 'Permissions-Policy': allowed = '', ...desk } = headersOf('/desk');

  it('may use no feature, is in no search engine and no cache, and its address is sent to nobody', () => {
    const features = allowed.split(', ');
    expect(features).toHaveLength(policy.size);
    expect(features.filter((feature) => !feature.endsWith('=()'))).toEqual([]);
    const { 'Permissions-Policy': _, ...page } = headersOf('/flow');
    expect(desk).toEqual({
      ...page,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
      'Cache-Control': 'no-store',
    });
  });

  it.each(['/desk/', '/desk.html'])('has the same headers at %s', (path) => {
    expect(headersOf(path)).toEqual(headersOf('/desk'));
  });

  it.each(['/', '/desktop', '/desk.htm', '/desk/x', '/desk/index.html', '/a/desk', '/_astro/desk.js'])(
    'changes nothing at %s',
    (path) => {
      expect(headersOf(path, false)).toEqual(headersOf('/flow'));
    },
  );

  it('has its headers everywhere on an origin of its own, where only files with a hash in their names are cached', () => {
    const [room] = ROOMS;
    for (const path of ['/', '/index.html', '/missing'])
      expect(roomOriginHeaders(room, path)).toEqual(headersOf('/desk'));
    const script = { ...headersOf('/desk'), 'Cache-Control': 'public, max-age=31536000, immutable' };
    expect(roomOriginHeaders(room, '/_astro/desk.B43kKKk.js')).toEqual(script);
    expect(roomOriginHeaders(room, '/_astro/missing.js', false)).toEqual(headersOf('/desk'));
  });
});

it('the video room alone may use camera, screen, the whole screen and picture in picture', () => {
  const { 'Permissions-Policy': allowed = '', ...meet } = headersOf('/meet');
  for (const name of ['camera', 'microphone', 'display-capture', 'fullscreen', 'picture-in-picture']) {
    expect(allowed.split(', '), name).toContain(`${name}=(self)`);
    if (name !== 'microphone') expect(policy.get(name), name).toBe('()');
  }
  for (const name of ['geolocation', 'payment', 'usb', 'clipboard-read'])
    expect(allowed.split(', '), name).toContain(`${name}=()`);
  const { 'Permissions-Policy': _, ...desk } = headersOf('/desk');
  expect(meet).toEqual(desk);
});

it.each<Room>(ROOMS)('the room $name may use only features that the policy of every page names', (room) => {
  for (const name of room.permissions) expect([...policy.keys()]).toContain(name);
  const entries = (headersOf(pathsOf(room)[0])['Permissions-Policy'] ?? '').split(', ');
  expect(entries.filter((entry) => entry.endsWith('=(self)')).sort()).toEqual(
    room.permissions.map((name) => `${name}=(self)`).sort(),
  );
});
