import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { writeEmailCopy } from '../../src/build/integrations/email-copy.ts';
import type { BackendAddresses } from './backend.ts';
import { Deaths } from './deaths.ts';
import { Fault } from '../../src/lib/fault.ts';
import { passConnections } from './pass-connections.ts';
import { holdPort, LOOPBACK, type HeldPort } from './ports.ts';

/**
 * The local backend in a separate process, which is restarted when it dies. This process holds the ports of the API and
 * the mailbox all the time: what arrives during a restart waits, and no other program can answer it.
 */
export interface SupervisedBackend {
  /** Resolves once all services answer; rejects with a Fault if they don't. */
  ready: Promise<BackendAddresses>;
  /** The address of the API, as soon as its port is held: what is asked of it waits until it answers. */
  address(): Promise<string>;
  /** The current process id; it changes with every restart. */
  pid(): number;
  /** Restarts it, for example because a function's code has changed. */
  restart(): void;
  /** Stops it, even while it is starting, and waits until it has exited. */
  stop(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('backend.ts', import.meta.url));
const RESTART_DELAY_MS = 300;

/** The servers whose ports are held: the name in backend.ts, the variable that sets the port, and the default. */
const HELD = [
  ['api', 'API_PORT', 54_441],
  ['mailbox', 'MAILBOX_PORT', 54_480],
] as const;

/**
 * @param env variables for the backend, see backend.ts
 * @param read receives the backend's output instead of the terminal
 * @throws CopyError when the text of the emails does not match its schema
 */
export function superviseBackend(env: NodeJS.ProcessEnv = {}, read?: (output: Readable) => void): SupervisedBackend {
  // The functions import this file, and a fresh clone does not have it yet.
  writeEmailCopy();

  const settings: NodeJS.ProcessEnv = { ...process.env, ...env };
  /** By the name of the server that answers their connections. */
  const ports: Record<string, HeldPort> = {};
  let child: ChildProcess | undefined;
  let wasReady = false;
  let restarting = false;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let deaths = new Deaths();

  async function holdPorts(): Promise<void> {
    for (const [name, variable, preferred] of HELD) {
      const port = await holdPort(variable, preferred, settings);
      ports[name] = port;
      settings[variable] = String(port.port);
    }
  }

  async function start(): Promise<BackendAddresses> {
    try {
      await held;
      if (stopping) throw new Fault('The local backend was stopped while it started.');
      return await launch();
    } catch (error) {
      release();
      throw error;
    }
  }

  const release = () => {
    for (const port of Object.values(ports)) port.close();
  };

  /** Without a receiver, connections wait. */
  const passTo = (receiver: Parameters<HeldPort['passTo']>[0]) => {
    for (const port of Object.values(ports)) port.passTo(receiver);
  };

  function launch(): Promise<BackendAddresses> {
    // A separate process group: Ctrl-C reaches only this process, which then stops the backend in order.
    const output = read ? 'pipe' : 'inherit';
    child = fork(SCRIPT, {
      env: settings,
      stdio: ['ignore', output, output, 'ipc'],
      detached: true,
    });
    const launched = child;
    for (const stream of [launched.stdout, launched.stderr]) if (stream) read?.(stream);
    return new Promise((ready, failed) => {
      launched.once('message', (message) => {
        const addresses = message as BackendAddresses;
        if (deaths.any) console.error('The local backend is back.');
        wasReady = true;
        // If it was told to stop while it started, connections wait for the next one.
        if (!restarting && !stopping) passConnections(ports, launched);
        ready(addresses);
      });
      launched.once('exit', (code, signal) => {
        passTo(undefined);
        failed(
          new Fault(`The local backend did not start (${signal ?? `exit code ${code ?? 0}`}); see the error above.`),
        );
        if (wasReady && !stopping) launchAgain(signal ?? `exit code ${code ?? 0}`);
      });
    });
  }

  function launchAgain(reason: string): void {
    if (restarting) {
      // Only for the requested exit: if the new process fails, it counts as a death like any other.
      restarting = false;
      relaunch();
      return;
    }
    if (deaths.add()) {
      console.error('The local backend has stopped too often. Stop this command (Ctrl-C) and read the errors above.');
      passTo((connection) => connection.destroy());
      return;
    }
    console.error(`The local backend stopped unexpectedly (${reason}); restarting it.`);
    timer = setTimeout(relaunch, RESTART_DELAY_MS);
  }

  // The listener in launch() handles its exit, even if it never becomes ready.
  const relaunch = () => void launch().catch(() => undefined);
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const held = holdPorts();
  const ready = start();

  return {
    ready,
    address: () => held.then(() => `http://${LOOPBACK}:${settings['API_PORT']}`),
    pid: () => child?.pid ?? 0,
    restart() {
      clearTimeout(timer);
      deaths = new Deaths();
      restarting = isRunning();
      passTo(undefined);
      if (restarting) child?.kill('SIGTERM');
      else relaunch();
    },
    async stop() {
      stopping = true;
      passTo(undefined);
      clearTimeout(timer);
      if (child && isRunning()) {
        const gone = once(child, 'close');
        child.kill('SIGTERM');
        await gone;
      }
      release();
    },
  };
}
