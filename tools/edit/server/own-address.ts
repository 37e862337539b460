import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:net';
import { LOOPBACK, randomPort } from '../../local/ports.ts';

/** The environment variable with the port that is held for the editor. */
export const EDITOR_PORT = 'SITE_EDITOR_PORT';

/**
 * Opens a dev server at a second address, with a port that is different for each run. When the dev server has stopped,
 * another user's program can take its usual port and leave a service worker in the owner's browser. That would read the
 * next secret if the editor came back to the same address.
 *
 * @param held the port, if the process that started this one holds it and passes connections on (dev-server.ts). It
 *   stays ours while the dev server starts again: another user's program would get what an open tab keeps
 * @returns its origin, `http://127.0.0.1:40123`. It is not `localhost`, where another program may listen at the other
 *   of its two addresses.
 */
export async function ownAddress(site: Server, held = process.env[EDITOR_PORT]): Promise<string> {
  if (held !== undefined) return `http://${LOOPBACK}:${held}`;
  const server = createServer((socket) => site.emit('connection', socket)).unref();
  site.once('close', () => server.close());
  for (;;) {
    const port = randomPort();
    server.listen(port, LOOPBACK);
    if (await once(server, 'listening').then(() => true, isTaken)) return `http://${LOOPBACK}:${port}`;
  }
}

/** @throws any other error */
function isTaken(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
  throw error;
}
