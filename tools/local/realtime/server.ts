import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { WebSocketServer, type WebSocket } from 'ws';
import { roleOfKey, type KeyRole } from '../api/api-key.ts';
import { NETWORK_HEADER, TEST_NETWORK_HEADER, withVisitorAddress } from '../api/visitor-address.ts';
import { makeSigningKey } from '../auth/signing-key.ts';
import { reason } from '../../../functions/_shared/reason.ts';
import type { LocalKeys } from '../folder.ts';
import { isOwnHost } from '../own-host.ts';
import type { DatabaseOptions } from '../postgres/cluster.ts';
import type { Message } from './channel.ts';
import { answerConnection, type Connection } from './connection.ts';
import { dropSilent } from './drop-silent.ts';
import { mayHear, type Listener } from './may-hear.ts';

/** A stand-in for Supabase's Realtime server: it broadcasts what the database sends. */
export interface Realtime {
  /** Answers a request for a WebSocket: the event `upgrade` of a server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/** The largest message of a client (bytes): a token with room to spare. */
const LARGEST = 64 * 1024;
/** The most connections of one IP address. */
const PER_ADDRESS = 50;

function refuse(socket: Duplex, status: string): void {
  // What the client still sends would keep it open.
  socket.on('error', () => undefined).once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Opens the Realtime server over a database that has the tables of a hosted project. It does not listen by itself.
 *
 * @param database how the superuser connects
 */
export async function openRealtime(
  database: DatabaseOptions,
  keys: Pick<LocalKeys, 'publishable' | 'secret' | 'signing'>,
): Promise<Realtime> {
  const connection = postgres({ ...database, max: 3, onnotice: () => undefined });
  const services = {
    key: makeSigningKey(keys.signing),
    mayHear: (name: string, listener: Listener) => mayHear(connection, name, listener),
  };
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST, perMessageDeflate: false });
  const connections = new Map<WebSocket, Connection>();
  /** How many connections each IP address has. */
  const open = new Map<string, number>();

  function connect(socket: WebSocket, keyRole: KeyRole, address: string): void {
    const answered = answerConnection(socket, keyRole, services);
    connections.set(socket, answered);
    open.set(address, (open.get(address) ?? 0) + 1);
    // A client that disconnects, or breaks the protocol, is not our error.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      answered.stop();
      connections.delete(socket);
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  }

  const stopAsking = dropSilent(() => connections.keys());

  async function deliver(id: string): Promise<void> {
    if (connections.size === 0) return;
    const [message] = await connection<Message[]>`
      select id, topic, event, payload, private from realtime.messages where id = ${id} and extension = 'broadcast'`;
    if (message) for (const answered of connections.values()) answered.deliver(message);
  }

  // As long as a hosted project keeps them.
  await connection`delete from realtime.messages where inserted_at < now() - interval '3 days'`;
  /** One after the other, in the order in which they were committed. */
  let work = Promise.resolve();
  const listening = await connection.listen('realtime', (id) => {
    work = work
      .then(() => deliver(id))
      .catch((error: unknown) => console.error('A live message could not be sent:', reason(error)));
  });

  /** With which key a client may connect, and from which address it comes; or the status of a refusal. */
  function check({ url: target, headers }: IncomingMessage): { keyRole: KeyRole; address: string } | string {
    if (!isOwnHost(headers.host)) return '403 Forbidden';
    const url = URL.parse(target ?? '', 'http://localhost');
    if (url?.pathname !== '/realtime/v1/websocket') return '404 Not Found';
    const keyRole = roleOfKey(url.searchParams.get('apikey'), keys);
    if (!keyRole) return '401 Unauthorized';
    // Others write their messages in another way.
    if (url.searchParams.get('vsn') !== '2.0.0') return '400 Bad Request';
    const chosen = new Headers({ [TEST_NETWORK_HEADER]: String(headers[TEST_NETWORK_HEADER] ?? '') });
    const address = withVisitorAddress(chosen).get(NETWORK_HEADER) ?? '';
    return (open.get(address) ?? 0) < PER_ADDRESS ? { keyRole, address } : '429 Too Many Requests';
  }

  return {
    upgrade(request, socket, head) {
      const checked = check(request);
      if (typeof checked === 'string') refuse(socket, checked);
      else
        server.handleUpgrade(request, socket, head, (accepted) => connect(accepted, checked.keyRole, checked.address));
    },
    async close() {
      stopAsking();
      await listening.unlisten();
      for (const socket of connections.keys()) {
        socket.close(1001, 'The local backend stops.');
        socket.terminate();
      }
      server.close();
      await connection.end({ timeout: 1 });
    },
  };
}
