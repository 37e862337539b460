import { expect, it } from 'vitest';
import { turnstileOrigin } from '../../src/build/integrations/turnstile-origin.ts';
import { TEST_SITE_KEYS } from '../../tools/local/turnstile/test-keys.ts';

it('without a site key no origin is allowed, whatever else is set', () => {
  const url = { PUBLIC_TURNSTILE_URL: 'http://127.0.0.1:54470' };
  for (const env of [{}, url, { ...url, PUBLIC_TURNSTILE_SITE_KEY: '' }])
    expect(turnstileOrigin(env)).toEqual({ siteKey: '', url: '', scripts: [], directives: [] });
});

it('with a site key it is Cloudflare, or its stand-in', () => {
  const key = { PUBLIC_TURNSTILE_SITE_KEY: '0x4AAA' };
  for (const [url, origin] of [
    ['', 'https://challenges.cloudflare.com'],
    ['http://127.0.0.1:54470/', 'http://127.0.0.1:54470'],
  ])
    expect(turnstileOrigin({ ...key, PUBLIC_TURNSTILE_URL: url })).toEqual({
      siteKey: '0x4AAA',
      url: origin,
      scripts: [origin],
      directives: [`frame-src ${origin}`],
    });
});

it.each(['1x0000000000000000000000000000000AA', ' 0x4AAA', '"0x4AAA"', 'sb_secret_abc', '0x4AAA,sb_secret_abc'])(
  'a build stops at a key that is not a site key: %j',
  (key) => {
    expect(() => turnstileOrigin({ PUBLIC_TURNSTILE_SITE_KEY: key })).toThrow(
      "PUBLIC_TURNSTILE_SITE_KEY must be just the widget's site key",
    );
  },
);

it.each(Object.values(TEST_SITE_KEYS))('a build accepts the test key %s', (key) => {
  expect(turnstileOrigin({ PUBLIC_TURNSTILE_SITE_KEY: key }).siteKey).toBe(key);
});
