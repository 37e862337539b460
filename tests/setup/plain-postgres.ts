import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { openCluster, SOCKET } from '../../tools/local/postgres/cluster.ts';
import { postgresHome } from '../../tools/local/postgres/home.ts';
import { freePort, temporaryFolder } from './stack.ts';

/** An empty PostgreSQL at a port, as hosted ones are: no Supabase roles, no storage, no tables. */
export interface PlainPostgres {
  /** Connection string of the superuser. */
  url: string;
  stop(): Promise<void>;
}

export async function openPlainPostgres(): Promise<PlainPostgres> {
  const folder = temporaryFolder();
  const home = postgresHome(folder, 'plain');
  const cluster = await openCluster(home, 'plain', () => undefined);
  const server = createServer((client) => {
    const socket = connect(join(home.data, SOCKET));
    client.on('error', () => socket.destroy()).pipe(socket);
    socket.on('error', () => client.destroy()).pipe(client);
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `postgres://postgres:plain@127.0.0.1:${port}/postgres`,
    async stop() {
      server.close();
      await cluster.stop();
      for (const path of [folder, join(home.data, '..')]) rmSync(path, { recursive: true, force: true });
    },
  };
}
