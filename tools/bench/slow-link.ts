import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';

/** Lighthouse's "slow 4G": milliseconds from a request to its answer, and bytes per millisecond to the visitor. */
export const ROUND_TRIP_MS = 150;
export const BYTES_PER_MS = 204.8;
/** What a packet carries, and how many packets a server sends before it waits for an answer (RFC 6928). */
const PACKET = 1460;
const FIRST_FLIGHT = 10 * PACKET;

/** A local port behind a slow link. */
export interface SlowLink {
  /** Without a slash at its end. */
  url: string;
  close(): void;
}

/**
 * Puts a slow link between a browser and a server on this machine. Each connection begins with the two round trips of TCP
 * and TLS, and sends ten packets before it waits for an answer, then more with each. The browser's own emulation does
 * neither: with it, a page that needs another flight is as fast as one that doesn't.
 *
 * @param url of the server, with its port
 */
export async function openSlowLink(url: string): Promise<SlowLink> {
  const { port } = new URL(url);
  /** When the link has sent all that it was given. All connections share it. */
  let free = 0;
  const relay = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    const server = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    const waiting: Buffer[] = [];
    let window = FIRST_FLIGHT;
    let unanswered = 0;
    let hasEnded = false;
    const after = (milliseconds: number, work: () => void) =>
      setTimeout(() => !client.destroyed && work(), milliseconds);
    const send = () => {
      for (let next = waiting[0]; next && unanswered < window; next = waiting[0]) {
        const packet = next.subarray(0, PACKET);
        if (packet.length < next.length) waiting[0] = next.subarray(PACKET);
        else waiting.shift();
        unanswered += packet.length;
        free = Math.max(free, performance.now()) + packet.length / BYTES_PER_MS;
        const arrives = free - performance.now() + ROUND_TRIP_MS / 2;
        after(arrives, () => client.write(packet));
        after(arrives + ROUND_TRIP_MS / 2, () => {
          unanswered -= packet.length;
          window += packet.length;
          send();
        });
      }
      if (hasEnded && unanswered === 0) client.end();
    };
    server.on('data', (bytes: Buffer) => {
      waiting.push(bytes);
      send();
    });
    server.on('end', () => {
      hasEnded = true;
      send();
    });
    server.on('error', () => client.destroy());
    client.on('error', () => server.destroy());
    client.on('close', () => server.destroy());
    client.on('data', (bytes) => after(ROUND_TRIP_MS / 2, () => server.write(bytes)));
    after(2 * ROUND_TRIP_MS, () => client.resume());
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://localhost:${(relay.address() as AddressInfo).port}`, close: () => relay.close() };
}
