import { once } from 'node:events';
import type { Socket } from 'node:net';
import getPort from 'get-port';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server that a test can stop and start, and that reports when a mail comes in. */
export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** Every mail that it has accepted, in order. */
  accepted: Email[];
  start(): Promise<void>;
  /** Drops open connections; new ones are refused. */
  stop(): Promise<void>;
}

/** Called in the middle of a mail; the result is awaited before the mail is accepted. */
type Hooks = Partial<Record<'connected' | 'receiving' | 'accepted', () => unknown>>;

/** Starts a mail server on loopback. */
export async function openMailServer(hooks: Hooks = {}): Promise<MailServer> {
  const port = await getPort();
  const accepted: Email[] = [];
  const sockets = new Set<Socket>();
  let server: SMTPServer | undefined;

  async function start(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      // The name of the client is not needed, and mail must not wait for a name server.
      disableReverseLookup: true,
      logger: false,
      onConnect(_session, done) {
        Promise.resolve(hooks.connected?.()).then(() => done(), done);
      },
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        let received: unknown;
        stream.once('data', () => {
          received = hooks.receiving?.();
        });
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          Promise.resolve(received)
            .then(() => PostalMime.parse(Buffer.concat(chunks)))
            .then((mail) => accepted.push(mail))
            .then(() => done(), done)
            .finally(() => hooks.accepted?.());
        });
      },
    });
    // These tests are about clients that disconnect.
    server.on('error', () => undefined);
    server.server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
  }
  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    start,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => server?.close(() => closed()));
    },
  };
}
