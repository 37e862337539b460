import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { knowsPassword } from './postgres/prove-server.ts';

const PASSWORD = 'secret-0123456789';
const undo: (() => void)[] = [];
afterEach(() => undo.splice(0).forEach((step) => step()));

/** A program that took PostgreSQL's port. It answers each message, and tells what it was sent. */
async function impostor(...answers: readonly ((sent: string) => Buffer)[]): Promise<{ port: number; sent: string[] }> {
  const sent: string[] = [];
  const left = [...answers];
  const server = createServer((socket: Socket) => {
    socket.on('data', (data) => {
      sent.push(data.toString('latin1'));
      const answer = left.shift();
      if (answer) socket.write(answer(data.toString('latin1')));
      else socket.end();
    });
  });
  undo.push(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, sent };
}

function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), length, bytes]);
}
const BEGIN = () => message('R', '\0\0\0\u000aSCRAM-SHA-256\0\0');
const GO_ON = (sent: string) => message('R', `\0\0\0\u000br=${/r=(.*)$/.exec(sent)?.[1] ?? ''}x,s=c2FsdA==,i=4096`);
const END = () => message('R', `\0\0\0\u000cv=${Buffer.alloc(32).toString('base64')}`);

it.each([
  ['asks for the password in plain text', [() => message('R', '\0\0\0\u0003')]],
  ['accepts anybody', [() => message('R', '\0\0\0\0')]],
  ['invents a signature', [BEGIN, GO_ON, END]],
  ['sends nonsense', [() => Buffer.alloc(100, 'x')]],
])('a program at PostgreSQL’s port that %s does not get the password', async (_what, answers) => {
  const { port, sent } = await impostor(...answers);
  expect(await knowsPassword(port, PASSWORD)).toBe(false);
  expect(sent.join()).not.toContain(PASSWORD);
});

it('says why PostgreSQL refuses', async () => {
  const { port } = await impostor(() => message('E', 'SFATAL\0C57P03\0Mstarting up\0\0'));
  expect(await knowsPassword(port, PASSWORD)).toEqual({ refused: '57P03' });
});

it('a program that answers a little at a time holds up the start for five seconds at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  undo.push(() => vi.useRealTimers());
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // The beginning of a message that never ends.
    socket.write(Buffer.from('R\0\0\x20\0'));
    const dripping = setInterval(() => socket.write('\0'), 10);
    socket.once('close', () => clearInterval(dripping));
  });
  undo.push(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const reached = once(server, 'connection');
  const known = knowsPassword((server.address() as AddressInfo).port, PASSWORD).catch(() => false);
  await reached;
  await vi.advanceTimersByTimeAsync(5000);
  expect(await known).toBe(false);
});
