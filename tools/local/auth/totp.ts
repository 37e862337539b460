import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How an authenticator app counts (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const DIGITS = 6;
const PERIOD_MS = 30_000;
/** How many codes before and after the current one are accepted, for clocks that differ. */
const SKEW = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of 160 bits, in Base32. */
export function newSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[parseInt(five, 2)]).join('');
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/**
 * The code of a secret at a time.
 *
 * @param secret in Base32, without padding
 * @param at the time in milliseconds
 */
export function codeAt(secret: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / PERIOD_MS)));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  // The last four bits say where the number begins, whose first bit does not count.
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Whether a code is the current one of a secret, the one before it, or the one after it. */
export function isCode(secret: string, code: string, now: number): boolean {
  const given = Buffer.from(code.trim());
  if (given.length !== DIGITS) return false;
  const steps = Array.from({ length: 2 * SKEW + 1 }, (_step, index) => index - SKEW);
  return steps.some((step) => timingSafeEqual(given, Buffer.from(codeAt(secret, now + step * PERIOD_MS))));
}
