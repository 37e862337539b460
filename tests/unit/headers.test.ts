import { expect, it } from 'vitest';
import { HEADERS, headersOf } from '../../src/build/headers.ts';

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
