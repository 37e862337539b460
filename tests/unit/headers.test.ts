import { expect, it } from 'vitest';
import { HEADERS, headersOf } from '../../src/build/headers.ts';

const policy = new Map(HEADERS['Permissions-Policy'].split(', ').map((entry) => entry.split('=') as [string, string]));

it('pages are framed by nobody, and what their own <meta> says of scripts and styles stays as it is', () => {
  expect(HEADERS['Content-Security-Policy']).toBe("frame-ancestors 'none'");
  expect(HEADERS['X-Frame-Options']).toBe('DENY');
});

it('two years of https for the domain and those below it, without the list that only its owner may join', () => {
  expect(HEADERS['Strict-Transport-Security']).toBe(`max-age=${2 * 365 * 24 * 60 * 60}; includeSubDomains`);
});

it('a call gets the microphone and its sound, and nothing gets camera, place, screen or payment', () => {
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
])('%s (there: %s) is kept as %s', (path, found, value) => {
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
