import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ASK_EVERY, dropSilent } from './drop-silent.ts';

const undo: (() => unknown)[] = [];
afterEach(() => {
  undo.splice(0).forEach((step) => step());
  vi.useRealTimers();
});

it('a client that does not answer is disconnected, and one that does is not', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  undo.push(() => server.close());
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [alive, dead] = [new WebSocket(url), new WebSocket(url, { autoPong: false })];
  undo.push(
    () => alive.terminate(),
    () => dead.terminate(),
  );
  await Promise.all([once(alive, 'open'), once(dead, 'open')]);
  await vi.waitFor(() => expect(server.clients.size).toBe(2));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  undo.push(dropSilent(() => server.clients));

  const asked = Promise.all([once(alive, 'ping'), once(dead, 'ping')]);
  const answered = Promise.race([...server.clients].map((client) => once(client, 'pong')));
  vi.advanceTimersByTime(ASK_EVERY);
  await Promise.all([asked, answered]);
  const askedAgain = once(alive, 'ping');
  const gone = once(dead, 'close');
  vi.advanceTimersByTime(ASK_EVERY);
  await Promise.all([askedAgain, gone]);
  expect(server.clients.size).toBe(1);
});
