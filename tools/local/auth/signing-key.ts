import { createECDH, createHash, createPrivateKey, createPublicKey, sign, verify, type JsonWebKey } from 'node:crypto';

/** What an access token says. Times are in seconds. */
export interface Claims {
  sub: string;
  role: string;
  exp: number;
  session_id: string;
  [name: string]: unknown;
}

/** What a token says, if this key has signed it, and whether it has expired; or why it counts for nothing. */
export type Reading = { claims: Claims; isExpired: boolean } | { fault: 'malformed' | 'signature' };

/** The key that signs access tokens: ES256, as new hosted projects have it. */
export interface SigningKey {
  /** What `/.well-known/jwks.json` publishes. */
  jwks: { keys: JsonWebKey[] };
  sign(claims: Claims): string;
  read(token: string): Reading;
}

/** Two numbers of 32 bytes, as tokens have it, instead of ASN.1. */
const dsaEncoding = 'ieee-p1363';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An object of a token, or undefined if the part holds none. */
function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes of a signature, or undefined if they are not written as usual: one signature must have one spelling. */
function signatureOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : undefined;
}

/**
 * Makes the key that belongs to a secret. The same secret makes the same key, so sessions survive a restart.
 *
 * @param now the time in milliseconds
 */
export function makeSigningKey(secret: string, now: () => number = Date.now): SigningKey {
  // Any 32 bytes are a private key of this curve, except for one in four billion, which setPrivateKey refuses.
  const d = createHash('sha256').update(secret).digest();
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(d);
  // A byte that says how the point is written, and its two coordinates.
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const published: JsonWebKey = { kty: 'EC', crv: 'P-256', x, y };
  const kid = createHash('sha256').update(point).digest('base64url');
  const privateKey = createPrivateKey({ key: { ...published, d: d.toString('base64url') }, format: 'jwk' });
  const publicKey = createPublicKey({ key: published, format: 'jwk' });

  return {
    jwks: { keys: [{ ...published, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true }] },
    sign(claims) {
      const signed = `${encode({ alg: 'ES256', kid, typ: 'JWT' })}.${encode(claims)}`;
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding });
      return `${signed}.${signature.toString('base64url')}`;
    },
    read(token) {
      const [head = '', body = '', end = '', ...more] = token.split('.');
      const header = decode(head);
      const claims = decode(body);
      if (!header || !claims || more.length > 0) return { fault: 'malformed' };
      const signature = signatureOf(end);
      // Only this algorithm with this key: a token can't choose how it is checked.
      const isOurs = header['alg'] === 'ES256' && header['kid'] === kid && signature;
      if (!isOurs || !verify('sha256', Buffer.from(`${head}.${body}`), { key: publicKey, dsaEncoding }, signature))
        return { fault: 'signature' };
      return { claims: claims as Claims, isExpired: (claims as Claims).exp <= now() / 1000 };
    },
  };
}
