import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { openCluster, SOCKET } from '../../tools/local/postgres/cluster.ts';
import { postgresHome } from '../../tools/local/postgres/home.ts';
import { freePort, temporaryFolder } from './stack.ts';

/** An empty PostgreSQL at a port, as hosted ones are: no Supabase roles, no storage, no tables. */
export interface PlainPostgres {
  /** Connection string of the superuser, with the password. Other users can see the arguments of a program. */
  url: string;
  /** Makes a user who can only read, for programs that want a password in their arguments. Returns its string. */
  reader(): Promise<string>;
  /** The same as `url` for programs that take the password from their environment. */
  program: { url: string; env: { PGPASSWORD: string } };
  stop(): Promise<void>;
}

export async function openPlainPostgres(): Promise<PlainPostgres> {
  const folder = temporaryFolder();
  const home = postgresHome(folder, 'plain');
  const password = randomBytes(24).toString('hex');
  const cluster = await openCluster(home, password, () => undefined);
  const server = createServer((client) => {
    const socket = connect(join(home.data, SOCKET));
    client.on('error', () => socket.destroy()).pipe(socket);
    socket.on('error', () => client.destroy()).pipe(client);
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    program: { url: `postgres://postgres@127.0.0.1:${port}/postgres`, env: { PGPASSWORD: password } },
    async reader() {
      const name = `reader_${randomBytes(4).toString('hex')}`;
      const secret = randomBytes(24).toString('hex');
      const database = postgres(url, { max: 1 });
      await database.unsafe(`create role ${name} login bypassrls password '${secret}' in role pg_read_all_data`);
      await database.end();
      return `postgres://${name}:${secret}@127.0.0.1:${port}/postgres`;
    },
    async stop() {
      server.close();
      await cluster.stop();
      for (const path of [folder, join(home.data, '..')]) rmSync(path, { recursive: true, force: true });
    },
  };
}
