import type { ChildProcess } from 'node:child_process';
import type { Server, Socket } from 'node:net';
import type { HeldPort, Listen, Receiver } from './ports.ts';

/** What is sent with a connection. The id comes back once the process has it. */
interface Passed {
  /** The name of its port. */
  name: string;
  id: number;
}

type Ports = Readonly<Record<string, HeldPort>>;

/** Passes on what arrives at each of the ports. Without a receiver, connections wait. */
export function passTo(ports: Ports, receiver: Receiver | undefined): void {
  for (const port of Object.values(ports)) port.passTo(receiver);
}

/** Receives connections that nobody will answer. */
export const refuse: Receiver = (connection) => void connection.destroy();

/**
 * Has a process answer the connections of ports that this one holds, those that waited first. It gets the connections
 * themselves: a port of its own could be another program's once it closes it, for example to start again.
 *
 * @param child reads them with {@link receiveConnections}, from now on
 */
export function passConnections(ports: Ports, child: ChildProcess): void {
  // Until the process has one, it is kept open here: Node would never close those that a killed process did not get.
  const passing = new Map<number, Socket>();
  let count = 0;
  for (const [name, port] of Object.entries(ports))
    port.passTo((connection) => {
      const id = count++;
      passing.set(id, connection);
      connection.once('close', () => passing.delete(id));
      // If the process is gone, its exit is handled below.
      child.send({ name, id } satisfies Passed, connection, { keepOpen: true }, () => undefined);
    });
  child.on('message', (id) => passing.get(id as number)?.destroy());
  child.once('exit', () => {
    for (const connection of passing.values()) connection.destroy();
  });
}

/**
 * Has a server answer the connections of a port that the parent process holds; in place of `listen`.
 *
 * @param servers where it is added, for {@link receiveConnections}
 */
export const receiveAs =
  (servers: Record<string, Server>, name: string): Listen =>
  (server) => {
    // From then on, Node applies the server's timeouts.
    server.emit('listening');
    servers[name] = server;
  };

/**
 * Answers the connections that the parent process passes on.
 *
 * @param serverOf the server that answers those of a port now; without one, they are closed
 */
export function receiveConnections(serverOf: (name: string) => Server | undefined): void {
  process.on('message', ({ name, id }: Passed, connection?: Socket) => {
    // If the parent is gone, `disconnect` stops this process.
    process.send?.(id, undefined, undefined, () => undefined);
    // The client is gone.
    if (!connection) return;
    const server = serverOf(name);
    if (server) server.emit('connection', connection);
    else connection.destroy();
  });
}
