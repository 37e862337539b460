import { spawn } from 'node:child_process';
import { closeSync, constants, fchmodSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { Fault } from '../../../src/lib/fault.ts';
import type { PostgresHome } from './home.ts';
import { initialise, isInitialised } from './initialise.ts';
import { isAlive, removeStale, runningPostmaster, shutDown } from './postmaster.ts';

/**
 * How the superuser connects: options of the driver `postgres`. PostgreSQL listens on a socket in its data directory, not
 * on a port: once that is free, a driver that connects again would tell the password to whoever takes it.
 */
export interface DatabaseOptions {
  /** The folder of the socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** How to connect to the PostgreSQL of this folder while it runs. */
export const databaseOptions = ({ data }: PostgresHome, password: string): DatabaseOptions => ({
  host: data,
  port: PORT,
  user: 'postgres',
  password,
  database: 'postgres',
});

/** A running PostgreSQL, for this process only. */
export interface Cluster {
  options: DatabaseOptions;
  /** Shuts PostgreSQL down cleanly and waits until it has exited. */
  stop(): Promise<void>;
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** Another backend uses the data directory. */
class InUse extends Fault {}

const RELAUNCH_MS = 1000;

/** Arbitrary, but the same for every start on a data directory. */
const LOCK_KEY = 4_021_972;

/** Only names the socket. */
const PORT = 5432;

/** The socket's name in the data directory. */
export const SOCKET = `.s.PGSQL.${PORT}`;

/** The longest path of a socket that all systems allow (bytes). */
const LONGEST_SOCKET = 103;

const logOf = (home: PostgresHome) => `${home.data}.log`;

/** @returns the process id */
function launch(home: PostgresHome): number {
  // The system user may have put a link there when the folder was still its own.
  const output = openSync(logOf(home), O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  fchmodSync(output, 0o600);
  const options = {
    listen_addresses: '',
    // The data directory, which only its owner can enter.
    unix_socket_directories: '.',
    port: String(PORT),
    max_connections: '60',
    client_min_messages: 'warning',
    // An error repeats what a visitor sent. Whoever gets it reports it without the values.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
  };
  // A separate process group: Ctrl-C reaches this process first, so the API closes before its database.
  const server = spawn(
    home.programs.postgres,
    ['-D', home.data, ...Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    {
      ...home.owner,
      cwd: '/',
      env: { LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', output, output],
    },
  );
  closeSync(output);
  server.once('error', (error) => console.error(`PostgreSQL could not be started: ${error.message}`));
  server.unref();
  if (server.pid === undefined)
    throw new Fault(`${home.programs.postgres} could not be started. Run \`npm ci\` again.`);
  return server.pid;
}

/**
 * Starts PostgreSQL on a data directory, or takes over the one that a killed backend left running. A session-level
 * advisory lock, which is released when the process exits, keeps a second backend out.
 *
 * @param home where data and programs are
 * @param password the superuser's
 * @param onLost called once if PostgreSQL stops unexpectedly
 * @throws Fault when another backend uses the directory, its path is too long for a socket, or PostgreSQL does not start
 *   within 30 s
 */
export async function openCluster(home: PostgresHome, password: string, onLost: () => void): Promise<Cluster> {
  if (Buffer.byteLength(join(home.data, SOCKET)) > LONGEST_SOCKET)
    throw new Fault(
      `The path ${home.data} is too long for PostgreSQL.\nUse a folder with a shorter one: LOCAL_DIR=/path/to/folder npm start`,
    );
  if (!isInitialised(home)) initialise(home, password);

  let launched: { pid: number; at: number } | undefined;
  // It exits if processes of a killed one still use its memory.
  const launchAgain = () => {
    if (launched && (isAlive(launched.pid) || Date.now() - launched.at < RELAUNCH_MS)) return;
    launched = { pid: launch(home), at: Date.now() };
  };
  try {
    return await settle(home, password, launchAgain, onLost);
  } catch (error) {
    // Of two starts at once, one may have launched what the other one uses.
    if (!(error instanceof InUse) && launched && isAlive(launched.pid)) shutDown(home, launched.pid);
    throw error;
  }
}

/** Waits until PostgreSQL answers and we hold its lock. Launches it if none runs on the directory. */
async function settle(
  home: PostgresHome,
  password: string,
  launchAgain: () => void,
  onLost: () => void,
): Promise<Cluster> {
  const start = Date.now();
  for (;;) {
    const running = runningPostmaster(home);
    if (running) {
      const cluster = await connect(home, running.pid, password, onLost);
      if (cluster) return cluster;
    }
    if (!running || (Date.now() - start > 5000 && removeStale(home))) launchAgain();
    if (Date.now() - start > 30_000) {
      const lastWords = readFileSync(logOf(home), 'utf8').split('\n').slice(-8).join('\n');
      throw new Fault(`PostgreSQL did not start within 30 s. The end of its log:\n${lastWords}`);
    }
    await wait(25);
  }
}

/** @returns undefined while PostgreSQL is starting up or shutting down */
async function connect(
  home: PostgresHome,
  postmaster: number,
  password: string,
  onLost: () => void,
): Promise<Cluster | undefined> {
  const options = databaseOptions(home, password);
  let locked = false;
  let stopping = false;
  const guard = postgres({
    ...options,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    onclose() {
      if (locked && !stopping) onLost();
    },
  });
  try {
    const [row] = await guard<{ locked: boolean }[]>`select pg_try_advisory_lock(${LOCK_KEY}) as locked`;
    locked = row?.locked ?? false;
  } catch (error) {
    await guard.end({ timeout: 1 });
    const { code } = error as { code?: string };
    if (code === '28P01')
      throw new Fault(
        `PostgreSQL with the data in ${home.data} does not accept the password in keys.json. Put the old keys.json back.`,
      );
    // It is starting up or shutting down (57P03).
    if (code && ['57P03', 'ENOENT', 'ECONNREFUSED', 'CONNECTION_CLOSED'].includes(code)) return undefined;
    throw error;
  }
  if (!locked) {
    await guard.end({ timeout: 1 });
    throw new InUse(
      `The database in ${home.data} is in use by another running copy of this site.\nStop that one first (Ctrl-C in its terminal), or use another folder: LOCAL_DIR=.local/second npm start`,
    );
  }
  return {
    options,
    async stop() {
      stopping = true;
      await guard.end({ timeout: 1 });
      if (!isAlive(postmaster)) return;
      shutDown(home, postmaster);
      for (let waited = 0; isAlive(postmaster) && waited < 20_000; waited += 25) await wait(25);
    },
  };
}
