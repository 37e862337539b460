import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../../src/lib/fault.ts';
import type { PostgresHome } from './home.ts';

/** Whether there is a data directory. */
export const isInitialised = (home: PostgresHome): boolean => existsSync(join(home.data, 'PG_VERSION'));

/**
 * Creates the data directory under a temporary name and renames it, so that no start sees a partial cluster.
 *
 * @throws Fault with initdb's output when it fails
 */
export function initialise(home: PostgresHome, password: string): void {
  const draft = `${home.data}.${process.pid}`;
  const passwordFile = `${draft}.password`;
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    mkdirSync(draft, { mode: 0o700 });
    if (home.owner) for (const path of [passwordFile, draft]) chownSync(path, home.owner.uid, home.owner.gid);
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
        `PostgreSQL could not create its data directory ${home.data}:\n${(made.error?.message ?? made.stderr).trim()}`,
      );
    try {
      renameSync(draft, home.data);
    } catch (error) {
      // Another start on the same folder was faster; its cluster is used.
      if (!isInitialised(home)) throw error;
    }
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}
