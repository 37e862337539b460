import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Fault } from '../../src/lib/fault.ts';

/** Every local service listens here and on {@link LOOPBACK_6}, and nowhere else. */
export const LOOPBACK = '127.0.0.1';
/** For "localhost", a browser may try either address first, so another program must have neither. */
const LOOPBACK_6 = '::1';

export type Receiver = (connection: Socket) => void;

/** Of a held port: connections that wait must not use up the memory and the open files of its holder. */
export const MOST_WAITING = 250;
/** How long one waits until a process has it (milliseconds). A process with too many open files never takes one. */
const WAIT_MS = 120_000;

/** A port whose connections wait until they are passed to something that answers them. */
export interface HeldPort {
  port: number;
  /** Passes on every connection, those that wait first. Without a receiver, they wait. */
  passTo(receiver: Receiver | undefined): void;
  close(): void;
}

/** @throws Error with the code EADDRINUSE when the port is taken */
async function bind(server: Server, port: number, host: string): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A machine without IPv6 does not have its address, so no other program can listen there.
    if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') throw error;
  }
}

async function bindBoth(server: Server, other: Server, port: number): Promise<void> {
  await bind(other, port, LOOPBACK_6);
  try {
    await bind(server, port, LOOPBACK);
  } catch (error) {
    other.close();
    throw error;
  }
}

/**
 * Has a server listen on both loopback addresses, until it is closed.
 *
 * @throws Error with the code EADDRINUSE when the port is taken on one of them
 */
export async function listen(server: Server, port: number): Promise<void> {
  const other = createServer((connection) => server.emit('connection', connection));
  await bindBoth(server, other, port);
  server.once('close', () => other.close());
}

/** What has a server answer what comes to a port: {@link listen}, or a process that passes connections on. */
export type Listen = (server: Server, port: number) => Promise<void> | void;

/** @returns undefined if the port is taken */
async function hold(port: number): Promise<HeldPort | undefined> {
  const waiting = new Set<Socket>();
  let pass: Receiver | undefined;
  // Nothing is read here: whoever answers a connection reads all of it.
  const makeServer = () =>
    createServer({ pauseOnConnect: true }, (connection) => {
      // A client that disconnects is not our error.
      connection.on('error', () => undefined);
      connection.setTimeout(WAIT_MS, () => connection.destroy());
      if (pass) pass(connection);
      else if (waiting.size >= MOST_WAITING) connection.destroy();
      else {
        waiting.add(connection);
        connection.once('close', () => waiting.delete(connection));
      }
    });
  const servers = [makeServer(), makeServer()] as const;
  try {
    await bindBoth(...servers, port);
  } catch {
    return undefined;
  }
  return {
    port,
    passTo(receiver) {
      pass = receiver;
      if (!pass) return;
      const arrived = [...waiting];
      waiting.clear();
      arrived.forEach(pass);
    },
    close() {
      for (const server of servers) server.close();
      for (const connection of waiting) connection.destroy();
    },
  };
}

/**
 * Holds a TCP port on loopback.
 *
 * @param variable the environment variable that can set the port
 * @param preferred the port to try first if the variable is not set; otherwise the next free port above it
 * @throws Fault when the port in the variable is taken or invalid
 */
export async function holdPort(variable: string, preferred: number, env = process.env): Promise<HeldPort> {
  const wanted = env[variable];
  if (wanted !== undefined && wanted !== '') {
    const port = Number(wanted);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Fault(
        `${variable}=${wanted} is not a port. Give a whole number from 1 to 65535, or leave ${variable} out.`,
      );
    const held = await hold(port);
    if (!held)
      throw new Fault(
        `Port ${port} (${variable}) is taken by another program.\nStop that program, or choose another port, for example: ${variable}=${port + 1} npm start`,
      );
    return held;
  }
  for (let port = preferred; port < preferred + 100; port++) {
    const held = await hold(port);
    if (held) return held;
  }
  throw new Fault(`No free port from ${preferred} to ${preferred + 99}. Set ${variable} to a free one.`);
}

/**
 * Holds a port for each of several servers.
 *
 * @param wanted by the name of the server: the variable and the default of {@link holdPort}
 * @throws Fault as {@link holdPort} does; then none is held
 */
export async function holdPorts<
  Wanted extends Readonly<Record<string, readonly [variable: string, preferred: number]>>,
>(wanted: Wanted, env = process.env): Promise<{ [Name in keyof Wanted]: HeldPort }> {
  const held = new Map<string, HeldPort>();
  try {
    for (const [name, [variable, preferred]] of Object.entries(wanted))
      held.set(name, await holdPort(variable, preferred, env));
  } catch (error) {
    for (const port of held.values()) port.close();
    throw error;
  }
  return Object.fromEntries(held) as { [Name in keyof Wanted]: HeldPort };
}

/**
 * Holds a port that is different for each run.
 *
 * @throws Fault if no port can be had
 */
export async function holdRandomPort(): Promise<HeldPort> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const held = await hold(randomPort());
    if (held) return held;
  }
  throw new Fault('No free port from 20000 to 59999. Stop some of the programs that have them.');
}

/** Not the system's choice: somebody who takes most ports would know which one is left. */
export const randomPort = (): number => randomInt(20_000, 60_000);

/**
 * Starts a server on a free TCP port on loopback. If another program takes the port in between, tries the next one.
 *
 * @param serve starts the server; rejects with the code EADDRINUSE when the port is taken
 * @throws Fault as {@link holdPort} does
 */
export async function serveOnFreePort<Served>(
  variable: string,
  preferred: number,
  serve: (port: number) => Promise<Served>,
  env = process.env,
): Promise<{ port: number; served: Served }> {
  for (;;) {
    const held = await holdPort(variable, preferred, env);
    held.close();
    try {
      return { port: held.port, served: await serve(held.port) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}
