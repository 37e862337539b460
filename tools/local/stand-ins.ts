/**
 * The stand-ins for the services that pages ask besides the backend: Turnstile, the voice provider, the video rooms and
 * GitHub. They run in a process of their own, so that an odd request that ends it frees no port.
 * Started by supervise-stand-ins.ts, which holds their ports and passes on their connections.
 */
import type { Server } from 'node:net';
import { Fault, printError } from '../../src/lib/fault.ts';
import type { LocalCodeHost } from './code-host/options.ts';
import { startCodeHost } from './code-host/start.ts';
import { localFolder, localKeys } from './folder.ts';
import { serveMeetings } from './meeting/server.ts';
import { receiveAs, receiveConnections } from './pass-connections.ts';
import { serveTurnstile } from './turnstile/server.ts';
import { serveRehearsal } from './voice/server.ts';
import { goOnWithoutOutput } from './without-output.ts';

export type StandInName = 'voice' | 'turnstile' | 'meetings' | 'codeHost';

/** What to start; given as JSON in the first argument. */
export interface StandInsOrder {
  /** A stand-in that is left out is not started. */
  ports: Partial<Record<StandInName, number>>;
  siteUrl: string;
  /** The local backend, to which calls are reported. A hosted one is not told: this machine does not have its secret. */
  backendUrl?: string | undefined;
}

/** Sent to the parent process once all can answer. */
export interface StandIns {
  /** Undefined if it is not wanted, or can't start. */
  codeHost?: Pick<LocalCodeHost, 'url' | 'repository'> | undefined;
}

const servers: Record<string, Server> = {};
/** In the order in which they are closed. The rehearsal reports active calls, so it is the first. */
const started: { close(): Promise<void> }[] = [];
let stopping = false;

const receivedAs = (name: StandInName) => receiveAs(servers, name);

/** Everything else works without one, for example without git. */
function withoutCodeHost(error: unknown): undefined {
  if (!(error instanceof Fault)) throw error;
  printError(error);
  console.log('The site starts without /edit.');
}

async function start({ ports, siteUrl, backendUrl }: StandInsOrder): Promise<StandIns> {
  const keys = () => localKeys(localFolder());
  const report = backendUrl && { url: `${backendUrl}/functions/v1/call-report`, secret: keys().callReport };
  if (ports.voice) started.push(await serveRehearsal(ports.voice, report ? { report } : {}, receivedAs('voice')));
  if (ports.turnstile) started.push(await serveTurnstile(ports.turnstile, undefined, receivedAs('turnstile')));
  if (ports.meetings) started.push(await serveMeetings(ports.meetings, keys().daily, receivedAs('meetings')));
  if (!ports.codeHost) return {};
  const codeHost = await startCodeHost(ports.codeHost, siteUrl, receivedAs('codeHost')).catch(withoutCodeHost);
  if (!codeHost) return {};
  started.push(codeHost);
  return { codeHost: { url: codeHost.url, repository: codeHost.repository } };
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const standIn of started) await standIn.close().catch(printError);
  process.exit(code);
}

// An error that nobody thought of must not end the calls of others. A listener would not do: a package has one,
// which ends the process.
process.setUncaughtExceptionCaptureCallback(printError);
goOnWithoutOutput();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
// The parent was killed. At once: the port of the API, to which calls are reported, can be another program's by now.
process.on('disconnect', () => process.exit(1));

try {
  const standIns = await start(JSON.parse(process.argv[2] ?? '') as StandInsOrder);
  receiveConnections((name) => servers[name]);
  if (process.connected) process.send?.(standIns);
  // The parent exited before we listened for it.
  else process.exit(1);
} catch (error) {
  printError(error);
  await stop(1);
}
