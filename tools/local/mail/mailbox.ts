import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listen } from '../ports.ts';

/** One email in the list, without its attachments. */
export interface ListedMail {
  id: string;
  mail: Email;
}

/** One email in the mailbox. */
export interface StoredMail extends ListedMail {
  /** The raw message. */
  source: Buffer;
}

/** The local mailbox: accepts every email and delivers none. */
export interface Mailbox {
  /** Newest first. */
  list(): Promise<ListedMail[]>;
  /** Undefined if no mail has this id. */
  find(id: string): Promise<StoredMail | undefined>;
  close(): Promise<void>;
}

const ID = /^[0-9]{13}-[0-9a-f-]{36}$/;
/** A few times our largest mail: a transcript of 100,000 characters, as text and as HTML. */
const SIZE_LIMIT = 4 * 1024 * 1024;
const SHOWN = 200;
/** How many bytes of mails are listed. Reading them keeps the backend from answering anything else. */
const SHOWN_BYTES = 8 * 1024 * 1024;
/** More than any mail of ours has. The parser would need seconds, in which the backend answers nothing else. */
const MOST_PARTS = 1000;
const MOST_LINES = 200_000;
const MOST_HEADER_BYTES = 64 * 1024;
/** In the place of a mail that isn't parsed, for example because its parts are nested too deep. */
const UNREADABLE: Email = { headers: [], headerLines: [], attachments: [], subject: '(unreadable)' };

/** Writes to a temporary file, flushes, renames: an accepted email survives a power cut. */
async function store(folder: string, source: Buffer): Promise<void> {
  const id = `${Date.now()}-${randomUUID()}`;
  const draft = join(folder, `${id}.part`);
  const file = await open(draft, 'w');
  await file.writeFile(source);
  await file.sync();
  await file.close();
  await rename(draft, join(folder, `${id}.eml`));
}

async function parse(source: Buffer): Promise<Email> {
  const lines = source.toString('latin1').split('\n');
  // Each part begins with a line like this.
  const parts = lines.filter((line) => line.startsWith('--'));
  if (lines.length > MOST_LINES || parts.length > MOST_PARTS) return UNREADABLE;
  return PostalMime.parse(source, {
    // Mails within a mail are not parsed.
    forceRfc822Attachments: true,
    maxHeadersSize: MOST_HEADER_BYTES,
  }).catch(() => UNREADABLE);
}

/**
 * Opens the mailbox's SMTP server on loopback.
 *
 * @param folder holds one .eml file per message
 */
export async function openMailbox(folder: string, port: number): Promise<Mailbox> {
  // Other users of this machine must not read what visitors wrote.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    // The client's host name is not needed, and no mail should wait for a name server.
    disableReverseLookup: true,
    size: SIZE_LIMIT,
    // A silent client must not keep the backend from stopping.
    closeTimeout: 1000,
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        // It will be refused, so don't keep it in memory.
        if (stream.sizeExceeded) chunks.length = 0;
        else chunks.push(chunk);
      });
      stream.on('end', () => {
        if (stream.sizeExceeded)
          done(Object.assign(new Error(`A message may have at most ${SIZE_LIMIT} bytes.`), { responseCode: 552 }));
        else store(folder, Buffer.concat(chunks)).then(() => done(), done);
      });
    },
  });
  // A client that disconnects is not our error.
  server.on('error', () => undefined);
  await listen(server.server, port);

  async function read(id: string): Promise<StoredMail> {
    const source = await readFile(join(folder, `${id}.eml`));
    return { id, source, mail: await parse(source) };
  }

  /** The mails of the last list, by the names of their files. A mail never changes, and parsing it is the slow part. */
  let known = new Map<string, { listed: ListedMail; bytes: number }>();

  async function readAll(): Promise<ListedMail[]> {
    const names = (await readdir(folder))
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
      .slice(0, SHOWN);
    const shown: typeof known = new Map();
    let bytes = 0;
    for (const name of names) {
      const mail = known.get(name) ?? (await readListed(name));
      bytes += mail.bytes;
      if (bytes > SHOWN_BYTES) break;
      shown.set(name, mail);
    }
    known = shown;
    return [...shown.values()].map(({ listed }) => listed);
  }

  async function readListed(name: string) {
    const { id, mail, source } = await read(name.slice(0, -'.eml'.length));
    return { listed: { id, mail: { ...mail, attachments: [] } }, bytes: source.length };
  }

  /** The next reading. Everybody who asks before it begins gets the same one. */
  let next: Promise<ListedMail[]> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  return {
    list() {
      next ??= last.then(() => {
        next = undefined;
        const reading = readAll();
        last = reading.catch(() => undefined);
        return reading;
      });
      return next;
    },
    find: async (id) => (ID.test(id) ? read(id).catch(() => undefined) : undefined),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
