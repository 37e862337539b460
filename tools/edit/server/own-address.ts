import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:net';
import { LOOPBACK } from '../../local/ports.ts';

/**
 * Opens a dev server at a second address, with a port that is different for each run. When the dev server has stopped,
 * another user's program can take its usual port and leave a service worker in the owner's browser. That would read the
 * next secret if the editor came back to the same address.
 *
 * @returns its origin, `http://127.0.0.1:40123`. It is not `localhost`, where another program may listen at the other
 *   of its two addresses.
 */
export async function ownAddress(site: Server): Promise<string> {
  const server = createServer((socket) => site.emit('connection', socket)).unref();
  site.once('close', () => server.close());
  for (;;) {
    // Not 0: somebody who takes most ports would know which one is left.
    const port = randomInt(20_000, 60_000);
    server.listen(port, LOOPBACK);
    if (await once(server, 'listening').then(() => true, isTaken)) return `http://${LOOPBACK}:${port}`;
  }
}

/** @throws any other error */
function isTaken(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
  throw error;
}
