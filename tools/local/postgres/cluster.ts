import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, fchmodSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { Fault } from '../../../src/lib/fault.ts';
import { LOOPBACK } from '../ports.ts';
import type { PostgresHome } from './home.ts';
import { initialise, isInitialised } from './initialise.ts';
import { knowsPassword } from './prove-server.ts';

/** A running PostgreSQL, for this process only. */
export interface Cluster {
  /** Connection string of the superuser, for the database `postgres`. */
  url: string;
  /** Shuts PostgreSQL down cleanly and waits until it has exited. */
  stop(): Promise<void>;
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** Another backend uses the data directory. */
class InUse extends Fault {}

const MOST_LAUNCHES = 3;

/** Arbitrary, but the same for every start on a data directory. */
const LOCK_KEY = 4_021_972;

/** The first four lines of postmaster.pid: process id, data directory, start time, port. */
function runningPostmaster(data: string): { pid: number; port: number } | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number);
  if (!pid || !port || !isAlive(pid)) return undefined;
  return { pid, port };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** SIGINT is PostgreSQL's "fast" shutdown: open transactions are rolled back, committed ones are flushed. */
function shutDown({ owner }: PostgresHome, pid: number): void {
  // The system user can write any process id to postmaster.pid, so the signal is sent with its rights.
  if (owner) spawnSync('/bin/sh', ['-c', 'kill -INT "$1"', 'sh', String(pid)], { ...owner, cwd: '/', env: {} });
  else process.kill(pid, 'SIGINT');
}

const logOf = (home: PostgresHome) => `${home.data}.log`;

/** @returns the process id */
function launch(home: PostgresHome, port: number): number {
  // The system user may have put a link there when the folder was still its own.
  const output = openSync(logOf(home), O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  fchmodSync(output, 0o600);
  const options = {
    listen_addresses: LOOPBACK,
    port: String(port),
    unix_socket_directories: '',
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
 * @param freePort returns a free port on loopback
 * @param onLost called once if PostgreSQL stops unexpectedly
 * @throws Fault when another backend uses the directory, or PostgreSQL does not start within 30 s
 */
export async function openCluster(
  home: PostgresHome,
  password: string,
  freePort: () => Promise<number>,
  onLost: () => void,
): Promise<Cluster> {
  if (!isInitialised(home)) initialise(home, password);

  const launched: number[] = [];
  // Another program may take the port before PostgreSQL does, which then exits.
  const launchUnlessRunning = async () => {
    if (launched.length < MOST_LAUNCHES && !launched.some(isAlive)) launched.push(launch(home, await freePort()));
  };
  try {
    return await settle(home, password, launchUnlessRunning, onLost);
  } catch (error) {
    // Of two starts at once, one may have launched what the other one uses.
    if (!(error instanceof InUse)) for (const pid of launched) if (isAlive(pid)) shutDown(home, pid);
    throw error;
  }
}

/** Waits until PostgreSQL answers and we hold its lock. Launches it if none runs on the directory. */
async function settle(
  home: PostgresHome,
  password: string,
  launchUnlessRunning: () => Promise<void>,
  onLost: () => void,
): Promise<Cluster> {
  const start = Date.now();
  for (;;) {
    const running = runningPostmaster(home.data);
    if (running) {
      const cluster = await connect(home, running, password, onLost);
      if (cluster) return cluster;
    }
    // After a power cut, the process id in postmaster.pid may belong to another program, and nothing answers.
    if (!running || Date.now() - start > 5000) await launchUnlessRunning();
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
  postmaster: { pid: number; port: number },
  password: string,
  onLost: () => void,
): Promise<Cluster | undefined> {
  const known = await knowsPassword(postmaster.port, password).catch(() => false);
  if (known !== true && known !== false && known.refused === '28P01')
    throw new Fault(
      `What listens on port ${postmaster.port} does not accept the password in keys.json.\nIf that is PostgreSQL with the data in ${home.data} (process ${postmaster.pid}), put the old keys.json back. If it is another program, stop it.`,
    );
  // It is starting up or shutting down, or another program has its port.
  if (known !== true) return undefined;
  const url = `postgres://postgres:${encodeURIComponent(password)}@${LOOPBACK}:${postmaster.port}/postgres`;
  let locked = false;
  let stopping = false;
  const guard = postgres(url, {
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
    // 57P03: "the database system is starting up" or "shutting down".
    if (code === '57P03' || code === 'ECONNREFUSED' || code === 'CONNECTION_CLOSED') return undefined;
    throw error;
  }
  if (!locked) {
    await guard.end({ timeout: 1 });
    throw new InUse(
      `The database in ${home.data} is in use by another running copy of this site.\nStop that one first (Ctrl-C in its terminal), or use another folder: LOCAL_DIR=.local/second npm start`,
    );
  }
  return {
    url,
    async stop() {
      stopping = true;
      await guard.end({ timeout: 1 });
      if (!isAlive(postmaster.pid)) return;
      shutDown(home, postmaster.pid);
      for (let waited = 0; isAlive(postmaster.pid) && waited < 20_000; waited += 25) await wait(25);
    },
  };
}
