import { createHmac, createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeSigningKey, type Claims } from './signing-key.ts';

const NOW = 1_700_000_000;
const CLAIMS: Claims = { sub: 'somebody', role: 'authenticated', exp: NOW + 900, session_id: 'a session', aal: 'aal1' };
const key = makeSigningKey('a secret', () => NOW * 1000);
const token = key.sign(CLAIMS);
const [head = '', body = '', signature = ''] = token.split('.');

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

it('a token can be checked with what is published, and nothing published is secret', () => {
  const [published = {}] = key.jwks.keys;
  expect(decode(head)).toEqual({ alg: 'ES256', typ: 'JWT', kid: published['kid'] });
  expect(published).not.toHaveProperty('d');
  const publicKey = createPublicKey({ key: published, format: 'jwk' });
  const bytes = Buffer.from(signature, 'base64url');
  expect(bytes).toHaveLength(64);
  const given = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${body}`), given, bytes)).toBe(true);
});

it('the same secret makes the same key, and another secret another one', () => {
  expect(makeSigningKey('a secret').jwks).toEqual(key.jwks);
  const other = makeSigningKey('another secret');
  expect(other.jwks).not.toEqual(key.jwks);
  expect(other.read(token)).toEqual({ fault: 'signature' });
});

it('a token is read, also when it has expired', () => {
  expect(key.read(token)).toEqual({ claims: CLAIMS, isExpired: false });
  const expired = { ...CLAIMS, exp: NOW };
  expect(key.read(key.sign(expired))).toEqual({ claims: expired, isExpired: true });
});

/** The confusion of algorithms: what is published serves as the secret. */
function signedWithPublished(): string {
  const signed = `${encode({ alg: 'HS256', kid: decode(head)['kid'] })}.${body}`;
  return `${signed}.${createHmac('sha256', JSON.stringify(key.jwks.keys[0])).update(signed).digest('base64url')}`;
}

it.each([
  ['altered', `${head}.${encode({ ...CLAIMS, aal: 'aal2' })}.${signature}`],
  ['unsigned', `${head}.${body}.`],
  ['unsigned, and says so', `${encode({ alg: 'none', kid: decode(head)['kid'] })}.${body}.`],
  ['signed with another algorithm', signedWithPublished()],
  ['of an unknown key', makeSigningKey('another secret').sign(CLAIMS)],
  ['signed, with the signature written in another way', `${token}=`],
])('a token that is %s counts for nothing', (_what, bad) => {
  expect(key.read(bad)).toEqual({ fault: 'signature' });
});

it.each(['', 'a.b.c', 'x', `${token}.more`, `${head}.${encode('text')}.${signature}`, `${head}.bnVsbA.${signature}`])(
  '%j is no token',
  (bad) => {
    expect(key.read(bad)).toEqual({ fault: 'malformed' });
  },
);
