import { rmSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { openCluster } from '../../tools/local/postgres/cluster.ts';
import { postgresHome } from '../../tools/local/postgres/home.ts';
import { temporaryFolder } from './stack.ts';

/** An empty PostgreSQL: no Supabase roles, no storage, no tables. */
export interface PlainPostgres {
  /** Connection string of the superuser. */
  url: string;
  stop(): Promise<void>;
}

export async function openPlainPostgres(): Promise<PlainPostgres> {
  const folder = temporaryFolder();
  const home = postgresHome(folder, 'plain');
  const cluster = await openCluster(
    home,
    'plain',
    () => getPort({ host: '127.0.0.1' }),
    () => undefined,
  );
  return {
    url: cluster.url,
    async stop() {
      await cluster.stop();
      for (const path of [folder, join(home.data, '..')]) rmSync(path, { recursive: true, force: true });
    },
  };
}
