import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A server that accepts connections and reads nothing. `reached` resolves with the first one. A request to it never
 * ends; one held back by a route of the test would be released when its page closes.
 */
export async function silentServer() {
  const sockets = new Set<Socket>();
  const server = createServer(
    { pauseOnConnect: true },
    (socket) => void sockets.add(socket.on('error', () => undefined)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    reached: once(server, 'connection'),
    async [Symbol.asyncDispose]() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
