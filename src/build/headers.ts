/**
 * The HTTP headers of the published site, of which everybody who serves it sends the same: `npm start`, the `_headers`
 * of a build (src/build/integrations/hosted-headers.ts) and the configurations in docs/hosting.
 */

/**
 * What calls need, for our own pages alone. Daily asks for the same in the frames that it makes itself, and for camera
 * and screen besides, which a call without pictures leaves alone.
 */
const ALLOWED = [
  'autoplay',
  'compute-pressure',
  'microphone',
  // Rehearsed calls hear with it.
  'on-device-speech-recognition',
  'screen-wake-lock',
  'speaker-selection',
];

/**
 * What Chromium 156 knows that looks at the visitor or the machine, keeps it busy, or acts in the visitor's name. Left to
 * their defaults are the hints on the browser, which nobody is sent unasked, and what is neither.
 */
const FORBIDDEN = [
  'accelerometer',
  'bluetooth',
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

const permissions = [...ALLOWED.map((name) => `${name}=(self)`), ...FORBIDDEN.map((name) => `${name}=()`)];

/** Sent with every answer, also with one that says that nothing is there. */
export const HEADERS = {
  // Two years. Browsers ignore it over http, so `npm start` may send it too. Without `preload`: that one binds the whole
  // domain, for months after it is taken back, which only the domain's owner can decide.
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  // The one directive that counts in a header only. All others are in each page, and both have to agree.
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': permissions.join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Where names hold a hash of the content. */
export const HASHED = '/_astro/';

/** The pictures that others show: on a link to a page, in a list of feeds, as a shortcut. Folders end with `/`. */
export const SHARED = ['/cards/', '/favicon.svg', '/icons/'];

/** May be kept, but not used without asking. Also what Netlify, Cloudflare and Vercel send when nothing is set. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';
/** One year. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The value of Cross-Origin-Resource-Policy for a path. */
const resourcePolicy = (path: string) =>
  SHARED.some((shared) => (shared.endsWith('/') ? path.startsWith(shared) : path === shared))
    ? 'cross-origin'
    : 'same-origin';

/**
 * All headers that an answer must have.
 *
 * @param path the path of its address: `/`, `/flow`, `/_astro/Page.B43kKKk.js`
 * @param found false where there is nothing: a file that comes with the next deployment must not count as missing for a year
 */
export const headersOf = (path: string, found = true): Record<string, string> => ({
  ...HEADERS,
  'Cross-Origin-Resource-Policy': resourcePolicy(path),
  'Cache-Control': found && path.startsWith(HASHED) ? IMMUTABLE : REVALIDATED,
});
