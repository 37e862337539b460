import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../../src/lib/fault.ts';
import type { PostgresHome } from './home.ts';

/** Whether there is a data directory. */
export const isInitialised = (home: PostgresHome): boolean => existsSync(join(home.data, 'PG_VERSION'));

/**
 * Makes the data directory under a temporary name and renames it: no start ever sees half a cluster.
 *
 * @throws Fault with what initdb said when it fails
 */
export function initialise(home: PostgresHome, password: string): void {
  const draft = `${home.data}.${process.pid}`;
  const passwordFile = `${draft}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (home.owner) chownSync(passwordFile, home.owner.uid, home.owner.gid);
  try {
    const made = spawnSync(
      home.programs.initdb,
      [
        '--pgdata',
        draft,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-instructions',
      ],
      { ...home.owner, cwd: '/', encoding: 'utf8', env: { LC_ALL: 'C' } },
    );
    if (made.status !== 0)
      throw new Fault(
        `PostgreSQL could not make its data directory ${home.data}:\n${(made.error?.message ?? made.stderr).trim()}`,
      );
    try {
      renameSync(draft, home.data);
    } catch (error) {
      // Another start on the same folder was quicker; its cluster is as good as ours.
      if (!isInitialised(home)) throw error;
    }
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}
