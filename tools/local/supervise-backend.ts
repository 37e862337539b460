import type { Readable } from 'node:stream';
import { writeEmailCopy } from '../../src/build/integrations/email-copy.ts';
import type { BackendAddresses } from './backend.ts';
import { holdPorts, LOOPBACK } from './ports.ts';
import { supervise, type Supervised } from './supervise.ts';

/** The local backend in a separate process, which is restarted when it dies. */
export interface SupervisedBackend extends Supervised<BackendAddresses> {
  /** The address of the API, as soon as its port is held: what is asked of it waits until it answers. */
  address(): Promise<string>;
}

/** The servers whose ports are held: the name in backend.ts, the variable that sets the port, and the default. */
const PORTS = {
  api: ['API_PORT', 54_441],
  mailbox: ['MAILBOX_PORT', 54_480],
} as const;

/**
 * @param env variables for the backend, see backend.ts
 * @param read receives the backend's output instead of the terminal
 * @throws CopyError when the text of the emails does not match its schema
 */
export function superviseBackend(env: NodeJS.ProcessEnv = {}, read?: (output: Readable) => void): SupervisedBackend {
  // The functions import this file, and a fresh clone does not have it yet.
  writeEmailCopy();

  const settings = { ...process.env, ...env };
  const held = holdPorts(PORTS, settings);
  const launch = held.then((ports) => ({
    ports,
    env: { ...settings, API_PORT: String(ports.api.port), MAILBOX_PORT: String(ports.mailbox.port) },
  }));
  const backend = supervise<BackendAddresses>('local backend', new URL('backend.ts', import.meta.url), launch, read);
  // If they could not be held, there are none.
  const release = () =>
    held.then(
      (ports) => Object.values(ports).forEach((port) => port.close()),
      () => undefined,
    );

  return {
    ...backend,
    ready: backend.ready.catch(async (error: unknown) => {
      await release();
      throw error;
    }),
    address: () => held.then(({ api }) => `http://${LOOPBACK}:${api.port}`),
    async stop() {
      await backend.stop();
      await release();
    },
  };
}
