import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import getPort from 'get-port';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdPort, listen, MOST_WAITING, serveOnFreePort, type HeldPort } from './ports.ts';

const undo: (() => unknown)[] = [];
afterEach(() => undo.splice(0).forEach((step) => step()));

const ADDRESSES = ['127.0.0.1', '::1'];
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Has another program listen. Returns the code of the error if it can't. */
async function takePort(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  undo.push(() => server.close());
  try {
    await once(server.listen(port, host), 'listening');
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

const held = async (port: number): Promise<HeldPort> => {
  const found = await holdPort('PORT', port, {});
  undo.push(() => found.close());
  return found;
};

const hasIPv6 = (await takePort(0, '::1')) === undefined;

describe('a port that is held', () => {
  it.each(ADDRESSES)('can be taken by no other program at %s, until it is closed', async (host) => {
    if (host === '::1' && !hasIPv6) return;
    const port = await held(await getPort());
    expect(await takePort(port.port, host)).toBe('EADDRINUSE');
    port.close();
    expect(await takePort(port.port, host)).toBeUndefined();
  });

  it('is another one for each of two starts at once', async () => {
    const port = await getPort();
    const [first, second] = await Promise.all([held(port), held(port)]);
    expect(first.port).not.toBe(second.port);
  });

  it('keeps no more connections waiting than its holder can have', async () => {
    const port = await held(await getPort());
    let closed = 0;
    for (let count = 0; count < MOST_WAITING + 5; count++) {
      const client = connect(port.port, '127.0.0.1');
      undo.push(() => client.destroy());
      client.on('close', () => (closed += 1)).on('error', () => undefined);
      await once(client, 'connect');
    }
    await vi.waitFor(() => expect(closed).toBe(5));
    // Those that wait are answered, and then there is room for others.
    let passed = 0;
    port.passTo((connection) => {
      passed += 1;
      connection.destroy();
    });
    expect(passed).toBe(MOST_WAITING);
    await vi.waitFor(() => expect(closed).toBe(MOST_WAITING + 5));
    await once(connect(port.port, '127.0.0.1'), 'close');
    expect(passed).toBe(MOST_WAITING + 1);
  });

  it('keeps connections waiting, with all they sent, until something answers them', async () => {
    const port = await held(await getPort());
    const client = connect(port.port, '127.0.0.1');
    undo.push(() => client.destroy());
    client.write('GET /early HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(client, 'connect');
    const server = createHttpServer((request, response) => response.end(`answer to ${request.url}`));
    port.passTo((connection) => {
      server.emit('connection', connection);
      connection.resume();
    });
    let answer = '';
    for await (const chunk of client) answer += String(chunk);
    expect(answer).toContain('answer to /early');
  });

  it('survives a client that breaks off while it waits', async () => {
    const port = await held(await getPort());
    const client = connect(port.port, '127.0.0.1');
    await once(client, 'connect');
    client.resetAndDestroy();
    await once(client, 'close');
    const connection = await new Promise<Socket>((passed) => port.passTo(passed));
    const closed = new Promise((done) => connection.once('close', done));
    connection.resume();
    await closed;
  });
});

describe('a server that listens', () => {
  const listening = async (port: number): Promise<Server> => {
    const server = createHttpServer((_request, response) => response.end('ours'));
    await listen(server, port);
    undo.push(() => server.close());
    return server;
  };

  it.runIf(hasIPv6)('answers at both loopback addresses, and frees both', async () => {
    const port = await getPort();
    const server = await listening(port);
    for (const host of ['127.0.0.1', '[::1]'])
      expect(await (await fetch(`http://${host}:${port}`, { headers: { connection: 'close' } })).text()).toBe('ours');
    const closed = once(server, 'close');
    server.close();
    await closed;
    for (const host of ADDRESSES) expect(await takePort(port, host)).toBeUndefined();
  });

  it.each(ADDRESSES)('fails if another program has its port at %s, and leaves the other address free', async (host) => {
    if (host === '::1' && !hasIPv6) return;
    const port = await getPort();
    await takePort(port, host);
    await expect(listening(port)).rejects.toThrow('EADDRINUSE');
    const other = ADDRESSES.find((address) => address !== host) ?? '';
    if (hasIPv6) expect(await takePort(port, other)).toBeUndefined();
  });

  it('a server gets the next port if another program takes its port in between', async () => {
    const preferred = await getPort();
    const { port, served } = await serveOnFreePort(
      'PORT',
      preferred,
      async (free) => {
        if (free === preferred) await takePort(free, '127.0.0.1');
        return listening(free);
      },
      {},
    );
    expect(port).toBeGreaterThan(preferred);
    expect(served.listening).toBe(true);
  });
});
