import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Deaths } from './deaths.ts';
import { Fault } from '../../src/lib/fault.ts';
import { passConnections, passTo, refuse } from './pass-connections.ts';
import type { HeldPort, Receiver } from './ports.ts';

/** A process that is started again when it dies. */
export interface Supervised<Ready> {
  /** Resolves with its first message, once all its servers can answer; rejects with a Fault if they don't. */
  ready: Promise<Ready>;
  /** The current process id; it changes with every restart. */
  pid(): number;
  /** Restarts it, for example because its code has changed. */
  restart(): void;
  /** Stops it, even while it is starting, and waits until it has exited. */
  stop(): Promise<void>;
}

/** How a supervised process is started. */
export interface Launch {
  args?: readonly string[];
  env: NodeJS.ProcessEnv;
  /**
   * By the name of the server that answers their connections. They stay held until their owner closes them: what arrives
   * while the process starts again waits, and no other program can answer it.
   */
  ports: Readonly<Record<string, HeldPort>>;
}

const RESTART_DELAY_MS = 300;
const TRY_LATER_MS = 5000;

/**
 * Runs a script in a process of its own, and starts it again when it dies.
 *
 * @param name as messages call it
 * @param script sends a message once it can answer, and reads connections with `receiveConnections`
 * @param launch how it is started, each time
 * @param read receives its output instead of the terminal
 */
export function supervise<Ready>(
  name: string,
  script: URL,
  launch: Promise<Launch>,
  read?: (output: Readable) => void,
): Supervised<Ready> {
  let launching: Launch | undefined;
  let child: ChildProcess | undefined;
  let wasReady = false;
  let restarting = false;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let deaths = new Deaths();

  const pass = (receiver: Receiver | undefined) => passTo(launching?.ports ?? {}, receiver);

  async function start(): Promise<Ready> {
    const held = await launch;
    if (stopping) throw new Fault(`The ${name} was stopped while it started.`);
    launching = held;
    return run(held);
  }

  function run({ args, env, ports }: Launch): Promise<Ready> {
    // A separate process group: Ctrl-C reaches only this process, which then stops the other in order.
    const output = read ? 'pipe' : 'inherit';
    child = fork(fileURLToPath(script), args, { env, stdio: ['ignore', output, output, 'ipc'], detached: true });
    const launched = child;
    for (const stream of [launched.stdout, launched.stderr]) if (stream) read?.(stream);
    return new Promise((ready, failed) => {
      launched.once('message', (message) => {
        if (deaths.any) console.error(`The ${name} is back.`);
        wasReady = true;
        // If it was told to stop while it started, connections wait for the next one.
        if (!restarting && !stopping) passConnections(ports, launched);
        ready(message as Ready);
      });
      const onEnd = (reason: string, again: (reason: string) => void) => {
        pass(undefined);
        failed(new Fault(`The ${name} did not start (${reason}); see the error above.`));
        if (wasReady && !stopping) again(reason);
      };
      launched.once('exit', (code, signal) => onEnd(signal ?? `exit code ${code ?? 0}`, runAgain));
      // Without a process, there is no exit.
      launched.on('error', (error) => {
        if (launched.pid === undefined) onEnd(error.message, tryLater);
      });
    });
  }

  function runAgain(reason: string): void {
    if (restarting) {
      // Only for the requested exit: if the new process fails, it counts as a death like any other.
      restarting = false;
      rerun();
      return;
    }
    if (deaths.add()) {
      console.error(`The ${name} has stopped too often. Stop this command (Ctrl-C) and read the errors above.`);
      pass(refuse);
      return;
    }
    console.error(`The ${name} stopped unexpectedly (${reason}); restarting it.`);
    timer = setTimeout(rerun, RESTART_DELAY_MS);
  }

  /** The system had no memory or no open files left for it. */
  function tryLater(reason: string): void {
    console.error(`The ${name} could not be started again (${reason}); trying once more in a few seconds.`);
    timer = setTimeout(rerun, TRY_LATER_MS);
  }

  function rerun(): void {
    if (!launching) return;
    try {
      // The listeners in run() handle its end, even if it never becomes ready.
      run(launching).catch(() => undefined);
    } catch (error) {
      tryLater(String(error));
    }
  }
  const isRunning = () => child?.pid !== undefined && child.exitCode === null && child.signalCode === null;

  return {
    ready: start(),
    pid: () => child?.pid ?? 0,
    restart() {
      clearTimeout(timer);
      deaths = new Deaths();
      restarting = isRunning();
      pass(undefined);
      if (restarting) child?.kill('SIGTERM');
      else rerun();
    },
    async stop() {
      stopping = true;
      pass(undefined);
      clearTimeout(timer);
      if (child && isRunning()) {
        const gone = once(child, 'close');
        child.kill('SIGTERM');
        await gone;
      }
      pass(refuse);
    },
  };
}
