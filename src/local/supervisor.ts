import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BackendAddresses } from './backend.ts';
import { Fault } from './fault.ts';

/** A running backend. */
export interface Backend extends BackendAddresses {
  /** Id of the process that runs now; it changes when the backend had to be restarted. */
  pid(): number;
  /** Stops the backend and waits until it is gone. */
  stop(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('backend.ts', import.meta.url));
/** A backend that dies more often than this within a minute has a cause that restarting doesn't mend. */
const RESTARTS_PER_MINUTE = 5;

function launch(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; addresses: BackendAddresses }> {
  // Its own process group: a Ctrl-C reaches only us, and we stop it in order.
  const child = fork(SCRIPT, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  return new Promise((ready, failed) => {
    child.once('message', (addresses) => ready({ child, addresses: addresses as BackendAddresses }));
    child.once('exit', (code) =>
      failed(new Fault(`The local backend did not start (exit code ${code ?? 'none'}); the reason stands above.`)),
    );
  });
}

const portOf = (url: string) => new URL(url).port;

/**
 * Starts the local backend in a process of its own and starts it again, on the same ports, when it dies.
 *
 * @param env variables for it, see backend.ts
 * @throws Fault when it does not start
 */
export async function startBackend(env: NodeJS.ProcessEnv = {}): Promise<Backend> {
  let { child, addresses } = await launch(env);
  let stopping = false;
  const deaths: number[] = [];
  const samePorts = { ...env, API_PORT: portOf(addresses.apiUrl), DESK_PORT: portOf(addresses.deskUrl) };

  const watch = () =>
    child.once('exit', (code, signal) => {
      if (stopping) return;
      const now = Date.now();
      deaths.push(now);
      console.error(`The local backend stopped unexpectedly (${signal ?? code}); starting it again.`);
      if (deaths.filter((at) => now - at < 60_000).length > RESTARTS_PER_MINUTE) {
        console.error('It has stopped too often. Stop this command (Ctrl-C) and look at the messages above.');
        return;
      }
      launch(samePorts).then(
        (next) => {
          ({ child, addresses } = next);
          watch();
          console.error('The local backend is back.');
        },
        (error: unknown) => console.error((error as Error).message),
      );
    });
  watch();

  return {
    ...addresses,
    pid: () => child.pid ?? 0,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
