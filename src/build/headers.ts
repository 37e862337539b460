import { roomAt, pathsOf, type Room } from './rooms.ts';

/**
 * The HTTP headers of the published site. Every server sends the same ones: `npm start`, hosts that read the `_headers`
 * of a build (src/build/integrations/hosted-headers.ts), and the configurations in docs/hosting.
 */

/**
 * The permissions that calls need, for our own pages only. Daily requests them in its own frames, together with camera
 * and screen, which a call without video does not use.
 */
const ALLOWED = [
  'autoplay',
  'compute-pressure',
  'microphone',
  // Rehearsed calls use it to hear.
  'on-device-speech-recognition',
  'screen-wake-lock',
  'speaker-selection',
];

/**
 * The features of Chromium 156 that observe the visitor or the machine, keep it busy, or act in the visitor's name. All
 * others keep their defaults: client hints, which are only sent on request, and Web Bluetooth, which asks the visitor, and
 * whose name makes browsers without it report an error.
 */
const FORBIDDEN = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'clipboard-write',
  'deferred-fetch',
  'deferred-fetch-minimal',
  'digital-credentials-create',
  'digital-credentials-get',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'language-detector',
  'language-model',
  'local-fonts',
  'local-network',
  'local-network-access',
  'loopback-network',
  'magnetometer',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'storage-access',
  'summarizer',
  'sync-xhr',
  'translator',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** The Permissions-Policy of pages that may use some features. */
const permissionsPolicy = (allowed: readonly string[]) =>
  [...ALLOWED, ...FORBIDDEN].map((name) => `${name}=(${allowed.includes(name) ? 'self' : ''})`).join(', ');

/** Sent with every response, including 404. */
export const HEADERS = {
  // Two years. Browsers ignore it over http, so `npm start` can send it too. Without `preload`, which binds the whole
  // domain for months after it is revoked: only the owner of the domain can decide that.
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  // The only directive that must be in a header. All others are in each page; browsers enforce both policies.
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': permissionsPolicy(ALLOWED),
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** The folder of files whose names contain a hash of their content. */
export const HASHED = '/_astro/';

/** Pictures that other sites and apps show: link previews, feed lists, shortcuts. Folders end with `/`. */
export const SHARED = ['/cards/', '/favicon.svg', '/icons/'];

/** Caches must revalidate before use. Also the default of Netlify, Cloudflare and Vercel. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';
/** One year. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The value of Cross-Origin-Resource-Policy for a path. */
const resourcePolicy = (path: string) =>
  SHARED.some((shared) => (shared.endsWith('/') ? path.startsWith(shared) : path === shared))
    ? 'cross-origin'
    : 'same-origin';

const isImmutable = (path: string, found: boolean) => found && path.startsWith(HASHED);

/** The headers in which the page of a room differs from the others. */
const roomHeaders = ({ permissions }: Room) => ({
  'Permissions-Policy': permissionsPolicy(permissions),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
});

/**
 * All headers that a response must have.
 *
 * @param path the path of the URL: `/`, `/flow`, `/desk`, `/_astro/Page.B43kKKk.js`
 * @param found false for a 404: a file that the next deployment adds must not be cached as missing for a year
 */
export function headersOf(path: string, found = true): Record<string, string> {
  const room = roomAt(path);
  return {
    ...HEADERS,
    'Cross-Origin-Resource-Policy': resourcePolicy(path),
    'Cache-Control': isImmutable(path, found) ? IMMUTABLE : REVALIDATED,
    ...(room && roomHeaders(room)),
  };
}

/** The same on the origin of a room, where everything is for its page. */
export function roomOriginHeaders(room: Room, path: string, found = true): Record<string, string> {
  const [page] = pathsOf(room);
  return { ...headersOf(page), ...(isImmutable(path, found) && { 'Cache-Control': IMMUTABLE }) };
}
