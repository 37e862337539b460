import { describe, expect, it } from 'vitest';
import { backendOrigin, webSocketOrigin } from '../../src/build/integrations/backend-origin.ts';

const URL_OF = 'https://abcdefghijklmnopqrst.supabase.co';
const jwt = (role: string) =>
  ['{"alg":"HS256"}', JSON.stringify({ role }), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

describe('a build', () => {
  it.each([
    'sb_secret_abc',
    '"sb_secret_abc"',
    ' sb_secret_abc',
    'SB_SECRET_abc',
    '\u200bsb_secret_abc',
    'Bearer sb_secret_abc',
    'sbp_abc',
    'sb_publishable_abc,sb_secret_abc',
    'sb_publishable_abc\nsb_secret_abc',
    jwt('service_role'),
    jwt('supabase_admin'),
    `${jwt('anon')} ${jwt('service_role')}`,
    'a.bnVsbA.c',
    'a.b',
  ])('stops at a key that is not a public one: %j', (key) => {
    expect(() => backendOrigin({ PUBLIC_SUPABASE_URL: URL_OF, PUBLIC_SUPABASE_KEY: key })).toThrow(
      'PUBLIC_SUPABASE_KEY must be just the key that starts with sb_publishable_',
    );
  });

  it.each(['sb_publishable_abc', 'sb_publishable_a-B_9', jwt('anon'), ''])('accepts a public key: %s', (key) => {
    expect(backendOrigin({ PUBLIC_SUPABASE_URL: URL_OF, PUBLIC_SUPABASE_KEY: key })).toEqual([URL_OF]);
  });

  it.each(['abcdefghijklmnopqrst.supabase.co', 'localhost:54441', 'https://'])(
    'rejects a partial address: %s',
    (url) => {
      expect(() => backendOrigin({ PUBLIC_SUPABASE_URL: url })).toThrow(
        'must be a full address. For example: https://',
      );
    },
  );

  it.each(['user@', 'user:secret@', '/?apikey=secret', '/#secret'])('stops at an address with %j', (part) => {
    const url = part.endsWith('@') ? URL_OF.replace('//', `//${part}`) : URL_OF + part;
    expect(() => backendOrigin({ PUBLIC_SUPABASE_URL: url })).toThrow('must not contain a user, a password');
  });

  it('stops at an address that is not encrypted, unless it is on this machine', () => {
    expect(() => backendOrigin({ PUBLIC_SUPABASE_URL: URL_OF.replace('https', 'http') })).toThrow(
      `PUBLIC_SUPABASE_URL must begin with https: what visitors send, and the keys, would be readable on the way. Write ${URL_OF}`,
    );
    for (const url of ['http://127.0.0.1:54441', 'http://localhost:54441', 'http://[::1]:54441'])
      expect(backendOrigin({ PUBLIC_SUPABASE_URL: url })).toEqual([url]);
  });

  it('stops at a slash at the end, after which some requests would have two', () => {
    expect(() => backendOrigin({ PUBLIC_SUPABASE_URL: `${URL_OF}/` })).toThrow(
      `PUBLIC_SUPABASE_URL ends in a slash. Write ${URL_OF}`,
    );
  });

  it('without a backend allows no origin', () => {
    expect(backendOrigin({})).toEqual([]);
    expect(backendOrigin({ PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_KEY: '' })).toEqual([]);
  });
});

it.each([
  [URL_OF, 'wss://abcdefghijklmnopqrst.supabase.co'],
  ['http://127.0.0.1:54441', 'ws://127.0.0.1:54441'],
  ['http://[::1]:54441', 'ws://[::1]:54441'],
])('the WebSockets of %s are at %s', (origin, expected) => {
  expect(webSocketOrigin(origin)).toBe(expected);
});
