import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import type { PostgresHome } from './home.ts';

const pidFile = (home: PostgresHome) => join(home.data, 'postmaster.pid');

/** The text of a file, or '' if there is none. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** The process in postmaster.pid, if it is alive. The file has its id, the data directory, and its start (seconds). */
export function runningPostmaster(home: PostgresHome): { pid: number; started: number } | undefined {
  const [pid, , started] = read(pidFile(home)).split('\n').map(Number);
  if (!pid || !started || !isAlive(pid)) return undefined;
  return { pid, started };
}

/**
 * After a power cut, the process id in postmaster.pid may belong to another program. PostgreSQL would believe the file.
 *
 * @returns whether the file was from before this machine started, and was removed
 */
export function removeStale(home: PostgresHome): boolean {
  const running = runningPostmaster(home);
  if (!running || running.started >= Date.now() / 1000 - uptime()) return false;
  rmSync(pidFile(home));
  return true;
}

/** Whether a process exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** SIGINT is PostgreSQL's "fast" shutdown: open transactions are rolled back, committed ones are flushed. */
export function shutDown({ owner }: PostgresHome, pid: number): void {
  // The system user can write any process id to postmaster.pid, so the signal is sent with its rights.
  if (owner) spawnSync('/bin/sh', ['-c', 'kill -INT "$1"', 'sh', String(pid)], { ...owner, cwd: '/', env: {} });
  else process.kill(pid, 'SIGINT');
}
