/**
 * The server of the built site, in a process of its own. The first argument is the site's folder.
 * Started by start.ts, which holds its port and passes on its connections.
 */
import type { Server } from 'node:net';
import { printError } from '../../src/lib/fault.ts';
import { receiveAs, receiveConnections } from './pass-connections.ts';
import { serveSite } from './site-server.ts';
import { goOnWithoutOutput } from './without-output.ts';

goOnWithoutOutput();
// The parent was killed, so nothing else would stop this process.
process.on('disconnect', () => process.exit());
try {
  const servers: Record<string, Server> = {};
  await serveSite(process.argv[2] ?? '', 0, receiveAs(servers, 'site'));
  receiveConnections((name) => servers[name]);
  process.send?.('listens');
} catch (error) {
  printError(error);
  process.exit(1);
}
