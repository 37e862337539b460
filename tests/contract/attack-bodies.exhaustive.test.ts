import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../../tools/local/site-server.ts';
import { mails, startStack, submission, type Stack } from '../setup/stack.ts';

const MB = 1024 * 1024;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.database`update private.settings set requests_per_ip = 100000`;
});
afterAll(() => stack.stop());

const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

/** The memory that the backend uses (megabytes). */
const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(stack.backend.pid())]).toString()) / 1024;

/** Opens a connection and sends the start of a message. Resolves once it is sent. */
async function begin(port: number | string, text: string): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Resolves on an event of a connection, or when it closes. */
const next = (socket: Socket, event: 'data' | 'drain') =>
  new Promise<void>((done) => {
    if (socket.destroyed) return done();
    const finish = () => {
      socket.off(event, finish).off('close', finish);
      done();
    };
    socket.on(event, finish).on('close', finish);
  });

const portOf = (url: string) => new URL(url).port;
const headersOf = () =>
  `host: 127.0.0.1\r\napikey: ${stack.backend.publishableKey}\r\nauthorization: Bearer ${stack.backend.publishableKey}\r\n`;

/**
 * Sends a body of this many bytes, without holding all of it in memory.
 *
 * @returns the status of the response; 0 if the server hung up during the upload
 */
async function sendLarge(path: string, bytes: number, announce: boolean, headers = ''): Promise<number> {
  const length = announce ? `content-length: ${bytes}\r\n` : 'transfer-encoding: chunked\r\n';
  const socket = await begin(
    portOf(stack.backend.apiUrl),
    `${path.startsWith('/') ? 'POST ' : ''}${path} HTTP/1.1\r\n${headersOf()}${headers}${length}\r\n`,
  );
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  const piece = `{"name":"${'x'.repeat(64 * 1024)}",`;
  for (let sent = 0; sent < bytes && !socket.destroyed && answer === ''; sent += piece.length) {
    const chunk = announce ? piece : `${piece.length.toString(16)}\r\n${piece}\r\n`;
    if (!socket.write(chunk)) await next(socket, 'drain');
  }
  while (answer === '' && !socket.destroyed) await next(socket, 'data');
  return Number(answer.split(' ')[1] ?? 0);
}

const AS_JSON = 'content-type: application/json\r\n';
const TOO_LARGE = [
  ['a table', '/rest/v1/contact_submissions', AS_JSON],
  ['the auth API', '/auth/v1/token?grant_type=password', AS_JSON],
  ['a function', '/functions/v1/contact-notification', AS_JSON],
  ['the storage', '/storage/v1/object/resumes/x/resume.pdf', 'content-type: application/pdf\r\n'],
  ['a table, not as JSON', '/rest/v1/contact_submissions', 'content-type: text/csv\r\n'],
  ['a database function', '/rest/v1/rpc/claim_team_notification', AS_JSON],
  ['a function for the provider', '/functions/v1/call-report', AS_JSON],
  [
    'the storage, as a form',
    '/storage/v1/object/resumes/x/resume.pdf',
    'content-type: multipart/form-data; boundary=x\r\n',
  ],
  ['a deletion in the storage', 'DELETE /storage/v1/object/resumes', AS_JSON],
] as const;

const takesNoMemory = (_what: string, path: string, headers: string) => {
  it.each([
    ['announced', true],
    ['without a length', false],
  ])('%s is rejected, and takes no memory', async (_how, announce) => {
    const before = memory();
    const status = await sendLarge(path, 300 * MB, announce, headers);
    expect([0, 400, 401, 411, 413]).toContain(status);
    expect(memory() - before).toBeLessThan(80);
    expect((await stack.visitor().from('contact_submissions').insert(submission())).error).toBeNull();
  });
};
describe.each(TOO_LARGE)('a body of 300 MB for %s', takesNoMemory);

it('the largest request that a form can send is stored', async () => {
  // The longest text, with each character escaped in JSON as six or twelve bytes.
  const message = '\u0001🦊'.repeat(2700);
  const row = submission({ message });
  const body = JSON.stringify(row).replace(/[^\x20-\x7e]/gu, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
  const response = await fetch(`${stack.backend.apiUrl}/rest/v1/contact_submissions`, {
    method: 'POST',
    headers: { apikey: stack.backend.publishableKey, 'content-type': 'application/json' },
    body,
  });
  expect(response.status, await response.text()).toBe(201);
  const [stored] = await stack.database`select message from public.contact_submissions where id = ${String(row['id'])}`;
  expect(stored?.['message']).toBe(message);
});

it('a mail of 200 MB is rejected by the mailbox, and takes no memory', async () => {
  const before = memory();
  const socket = await begin(stack.env['SMTP_PORT'] ?? '', '');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  const said = async (text: string) => {
    while (!answer.includes(text) && !socket.destroyed) await next(socket, 'data');
  };
  await said('220 ');
  for (const [line, reply] of [
    ['EHLO x', '250 '],
    ['MAIL FROM:<a@evil.example>', '250 2.1'],
    ['RCPT TO:<b@evil.example>', '250 2.1.5'],
    ['DATA', '354'],
  ] as const) {
    answer = '';
    socket.write(`${line}\r\n`);
    await said(reply.slice(0, 3));
  }
  const line = `${'x'.repeat(998)}\r\n`.repeat(64);
  for (let sent = 0; sent < 200 * MB && !socket.destroyed; sent += line.length)
    if (!socket.write(line)) await next(socket, 'drain');
  socket.write('\r\n.\r\n');
  await said('552');
  expect(answer).toContain('552');
  // What has been read is freed only now and then.
  expect(memory() - before).toBeLessThan(150);
  expect(await mails(stack.backend.mailboxUrl)).toEqual([]);
});

describe('a hundred slow connections that send a byte now and then', () => {
  const began = (path: string, headers: string) =>
    `POST ${path} HTTP/1.1\r\n${headersOf()}${headers}content-length: 1000\r\n\r\n{`;
  const OPENINGS: [string, () => string, (stack: Stack) => string][] = [
    ['half of a mail', () => 'EHLO x\r\nMAIL FROM:<a@evil.example>\r\n', ({ env }) => env['SMTP_PORT'] ?? ''],
    ['half of a header', () => 'GET /rest/v1/ HTTP/1.1\r\nhos', ({ backend }) => portOf(backend.apiUrl)],
    [
      'half of a request to a table',
      () => began('/rest/v1/contact_submissions', AS_JSON),
      ({ backend }) => portOf(backend.apiUrl),
    ],
    [
      'half of a function’s request',
      () => began('/functions/v1/contact-notification', AS_JSON),
      ({ backend }) => portOf(backend.apiUrl),
    ],
    [
      'half of a resume',
      () => began('/storage/v1/object/resumes/x/resume.pdf', 'content-type: application/pdf\r\n'),
      ({ backend }) => portOf(backend.apiUrl),
    ],
    [
      'half of a header to the mailbox',
      () => 'GET /mailbox HTTP/1.1\r\nhos',
      ({ backend }) => portOf(backend.mailboxUrl),
    ],
    ['nothing at all', () => '', ({ backend }) => portOf(backend.apiUrl)],
  ];

  const disturbNobody = async (...[, opening, port]: (typeof OPENINGS)[number]) => {
    const slow = await Promise.all(Array.from({ length: 100 }, () => begin(port(stack), opening())));
    const trickle = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('x')), 200);
    try {
      const start = performance.now();
      const row = submission();
      expect((await stack.visitor().from('contact_submissions').insert(row)).error).toBeNull();
      const { status } = await fetch(`${stack.backend.apiUrl}/functions/v1/request-notification`, {
        method: 'POST',
        headers: { apikey: stack.backend.publishableKey },
        body: JSON.stringify({ table: 'contact_submissions', id: row['id'] }),
      });
      expect(status).toBe(200);
      expect((await fetch(stack.backend.mailboxUrl)).status).toBe(200);
      expect(performance.now() - start).toBeLessThan(5000);
    } finally {
      clearInterval(trickle);
    }
  };
  it.each(OPENINGS)('%s: others can still send a form, and the team still gets its mail at once', disturbNobody);

  it('are cut off when the headers take more than ten seconds', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-slow-'));
    writeFileSync(join(folder, 'index.html'), 'x');
    const sitePort = await getPort();
    const site = await serveSite(folder, sitePort);
    const start = performance.now();
    const ends = await Promise.all(
      [portOf(stack.backend.apiUrl), portOf(stack.backend.mailboxUrl), sitePort].map(async (port) => {
        const socket = await begin(port, 'GET / HTTP/1.1\r\nhost: localhost\r\nx-');
        socket.resume();
        const trickle = setInterval(() => socket.write('x'), 500);
        await once(socket, 'close');
        clearInterval(trickle);
        return performance.now() - start;
      }),
    );
    for (const end of ends) expect(end).toBeLessThan(20_000);
    site.close();
    rmSync(folder, { recursive: true });
  });
});

it('two hundred silent connections keep nobody out, and the backend can still be stopped', async () => {
  const own = await startStack();
  for (const port of [portOf(own.backend.apiUrl), portOf(own.backend.mailboxUrl), own.env['SMTP_PORT'] ?? ''])
    await Promise.all(Array.from({ length: 200 }, () => begin(port, '')));
  const row = submission();
  expect((await own.visitor().from('contact_submissions').insert(row)).error).toBeNull();
  const start = performance.now();
  await own.stop();
  expect(performance.now() - start).toBeLessThan(10_000);
});
