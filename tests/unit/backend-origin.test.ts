import { describe, expect, it } from 'vitest';
import { backendOrigin } from '../../src/build/integrations/backend-origin.ts';

const URL_OF = 'https://abcdefghijklmnopqrst.supabase.co';
const jwt = (role: string) =>
  ['{"alg":"HS256"}', JSON.stringify({ role }), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

describe('a build', () => {
  it.each(['sb_secret_abc', jwt('service_role')])('rejects a secret key: %s', (key) => {
    expect(() => backendOrigin({ PUBLIC_SUPABASE_URL: URL_OF, PUBLIC_SUPABASE_KEY: key })).toThrow(
      'PUBLIC_SUPABASE_KEY is a secret key',
    );
  });

  it.each(['sb_publishable_abc', jwt('anon'), 'a.b', ''])('accepts a public key: %s', (key) => {
    expect(backendOrigin({ PUBLIC_SUPABASE_URL: `${URL_OF}/`, PUBLIC_SUPABASE_KEY: key })).toEqual([URL_OF]);
  });

  it.each(['abcdefghijklmnopqrst.supabase.co', 'localhost:54441', 'https://'])(
    'rejects a partial address: %s',
    (url) => {
      expect(() => backendOrigin({ PUBLIC_SUPABASE_URL: url })).toThrow(
        'must be a full address. For example: https://',
      );
    },
  );

  it('without a backend allows no origin', () => {
    expect(backendOrigin({})).toEqual([]);
    expect(backendOrigin({ PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_KEY: '' })).toEqual([]);
  });
});
