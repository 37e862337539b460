import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { LOOPBACK } from '../ports.ts';

/** PostgreSQL answers within milliseconds. */
const DEADLINE_MS = 5000;

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/** A message of PostgreSQL's protocol, version 3. */
interface Message {
  type: string;
  body: Buffer;
}

/** What the client says first, without a type: version 3.0 and the user. */
function startup(): Buffer {
  const body = Buffer.concat([int32(196_608), Buffer.from('user\0postgres\0database\0postgres\0\0')]);
  return Buffer.concat([int32(body.length + 4), body]);
}

const answer = (body: Buffer) => Buffer.concat([Buffer.from('p'), int32(body.length + 4), body]);

async function* messages(chunks: AsyncIterable<Buffer>): AsyncGenerator<Message, undefined> {
  let pending = Buffer.alloc(0);
  for await (const chunk of chunks) {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 5) {
      const end = pending.readInt32BE(1) + 1;
      // Another program's: no message here is longer.
      if (end < 5 || end > 10_000) return;
      if (pending.length < end) break;
      yield { type: pending.toString('latin1', 0, 1), body: pending.subarray(5, end) };
      pending = pending.subarray(end);
    }
  }
}

/** The SQLSTATE of an error. */
const codeOf = (body: Buffer) => /(?:^|\0)C(\w{5})\0/.exec(body.toString('latin1'))?.[1] ?? '';

/** The text of a step of the exchange (10 begins it, 11 goes on, 12 ends it), or undefined for any other message. */
const stepOf = ({ type, body }: Message, step: number) =>
  type === 'R' && body.length >= 4 && body.readInt32BE(0) === step ? body.toString('utf8', 4) : undefined;

/**
 * Whether the server at a port on loopback knows a password, without telling it (SCRAM-SHA-256, RFC 5802). A driver would
 * tell any program that took the port and asks for the password in plain text.
 *
 * @returns the SQLSTATE if it is PostgreSQL and refuses: 57P03 while it is starting up, 28P01 if its password is another
 * @throws the error of a connection that can't be made, such as ECONNREFUSED
 */
export async function knowsPassword(port: number, password: string): Promise<boolean | { refused: string }> {
  const socket = connect({ port, host: LOOPBACK });
  // In all: another program could answer a little at a time.
  const deadline = setTimeout(() => socket.destroy(), DEADLINE_MS);
  try {
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    const received = messages(socket);
    const next = async (): Promise<Message> => (await received.next()).value ?? { type: '', body: Buffer.alloc(0) };
    const refusal = ({ type, body }: Message) => type === 'E' && { refused: codeOf(body) };

    socket.write(startup());
    const begun = await next();
    if (stepOf(begun, 10) === undefined) return refusal(begun);

    const nonce = randomBytes(18).toString('base64');
    const first = `n=,r=${nonce}`;
    const greeting = Buffer.from(`n,,${first}`);
    socket.write(answer(Buffer.concat([Buffer.from('SCRAM-SHA-256\0'), int32(greeting.length), greeting])));
    const offered = stepOf(await next(), 11) ?? '';
    const [, both = '', salt = '', count = ''] = /^r=([^,]+),s=([^,]+),i=(\d{4,6})$/.exec(offered) ?? [];
    if (!both.startsWith(nonce)) return false;

    const last = `c=biws,r=${both}`;
    const exchange = `${first},${offered},${last}`;
    const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(count), 32, 'sha256');
    const clientKey = hmac(salted, 'Client Key');
    const signature = hmac(createHash('sha256').update(clientKey).digest(), exchange);
    const proof = clientKey.map((byte, index) => byte ^ (signature[index] ?? 0));
    socket.write(answer(Buffer.from(`${last},p=${Buffer.from(proof).toString('base64')}`)));
    const ended = await next();
    const [, own = ''] = /^v=(.+)$/.exec(stepOf(ended, 12) ?? '') ?? [];
    const expected = hmac(hmac(salted, 'Server Key'), exchange);
    const given = Buffer.from(own, 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected) ? true : refusal(ended);
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}
