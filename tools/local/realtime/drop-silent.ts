import type { WebSocket } from 'ws';

/** How often each client is asked whether it is still there (milliseconds). */
export const ASK_EVERY = 30_000;

/**
 * Disconnects clients that don't answer: a computer that was closed does not say goodbye. Browsers answer by themselves,
 * even for a page in the background.
 *
 * @param sockets those that are open, whenever they are asked for
 * @returns a function that stops it
 */
export function dropSilent(sockets: () => Iterable<WebSocket>): () => void {
  /** Those that have not answered since they were last asked. */
  const silent = new WeakSet<WebSocket>();
  const asking = setInterval(() => {
    for (const socket of sockets()) {
      if (silent.has(socket)) {
        socket.terminate();
        continue;
      }
      silent.add(socket);
      socket.once('pong', () => silent.delete(socket));
      socket.ping();
    }
  }, ASK_EVERY);
  asking.unref();
  return () => clearInterval(asking);
}
