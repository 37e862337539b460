import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackendAddresses } from '../local/backend.ts';
import { localKeys, type LocalKeys } from '../local/folder.ts';
import { runningBackend } from '../local/running-backend.ts';
import { freePorts, temporaryFolder } from '../../tests/setup/stack.ts';

/** What is killed with -9. */
export const KILLS = ['backend', 'PostgreSQL', 'backend and PostgreSQL', 'machine'] as const;
export type Kill = (typeof KILLS)[number];

/** The backend as `npm start` runs it: PostgreSQL, the backend, and the supervisor, each in its own process. */
export interface Machine {
  folder: string;
  keys: LocalKeys;
  /** With it, a visitor's IP address is chosen (tests/setup/network.ts). */
  networkKey: string;
  addresses(): BackendAddresses;
  /** Starts everything, on the same folder and ports as before. */
  start(): Promise<void>;
  /**
   * Sends kill -9 to all of these processes at once. `machine` is everything: nothing is left to restart anything, as
   * after a power cut; but what the operating system still holds in memory survives.
   */
  kill(what: Kill): void;
  /** The output of the processes since the last start. */
  output(): string;
  stop(): Promise<void>;
  /** Stops it and deletes all it has stored. */
  remove(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('machine-process.ts', import.meta.url));

/** A process and its children. */
function withChildren(parent: number): number[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [parent, ...processes.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))];
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It ended together with the one before it.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

/** Creates a machine with an empty database. start() starts it. */
export async function makeMachine(): Promise<Machine> {
  const folder = temporaryFolder();
  const networkKey = randomUUID();
  const env = { LOCAL_DIR: folder, TEST_NETWORK_KEY: networkKey, ...(await freePorts()) };
  let supervisor: ChildProcess | undefined;
  let addresses: BackendAddresses | undefined;
  let output = '';

  const started = () => {
    if (!addresses || !supervisor?.pid) throw new Error('The machine is not started.');
    return { addresses, supervisor: supervisor.pid };
  };
  const postgres = () =>
    withChildren(Number(readFileSync(join(started().addresses.data, 'postmaster.pid'), 'utf8').split('\n')[0]));
  const backend = () => {
    const running = runningBackend(folder);
    if (!running) throw new Error(`The backend does not run:\n${output}`);
    return running.pid;
  };
  async function stop(): Promise<void> {
    if (!supervisor || supervisor.exitCode !== null || supervisor.signalCode !== null) return;
    const gone = once(supervisor, 'exit');
    supervisor.kill('SIGTERM');
    await gone;
  }

  return {
    folder,
    keys: localKeys(folder),
    networkKey,
    addresses: () => started().addresses,
    async start() {
      output = '';
      const child = fork(SCRIPT, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      supervisor = child;
      addresses = await new Promise<BackendAddresses>((ready, failed) => {
        child.once('message', (message) => ready(message as BackendAddresses));
        child.once('exit', () => failed(new Error(`The backend did not start:\n${output}`)));
      });
    },
    kill(what) {
      const { supervisor: pid } = started();
      if (what === 'backend') killAll([backend()]);
      else if (what === 'PostgreSQL') killAll(postgres().slice(0, 1));
      else if (what === 'backend and PostgreSQL') killAll([backend(), ...postgres()]);
      else killAll([pid, backend(), ...postgres()]);
    },
    output: () => output,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
